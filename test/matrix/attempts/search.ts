import { type Attempts, attempt } from '../target.ts';
import { type Material, target } from './material.ts';

const inSet = { metadataset: '-default-', query: 'ngsearch' };

const byWord = attempt<Material>({
  target,
  finds: true,
  parts: ({ title }) => ({
    params: inSet,
    json: { criteria: [{ property: 'ngsearchword', values: [title] }], facets: ['cm:name', 'cclom:title'] },
  }),
  shows: ({ file }) => file,
});

export const searchAttempts: Attempts = {
  'POST /search/v1/queries/{repository}/{metadataset}/{query}': byWord,
  'POST /search/v1/queriesV2/{repository}/{metadataset}/{query}': byWord,
  'POST /search/v1/queries/{repository}/{metadataset}/{query}/facets': attempt<Material>({
    target,
    finds: true,
    parts: ({ title }) => ({
      params: inSet,
      json: { criteria: [{ property: 'ngsearchword', values: [title] }], facets: ['cclom:title'] },
    }),
    shows: ({ title }) => title,
  }),
  'GET /search/v1/custom/{repository}': attempt<Material>({
    target,
    finds: true,
    parts: ({ title }) => ({ query: { property: 'cclom:title', value: title } }),
    shows: ({ file }) => file,
  }),
  'GET,POST /search/v1/metadata/{repository}': attempt<Material>({
    target,
    finds: true,
    parts: ({ file }) => ({ query: { nodeIds: file } }),
    shows: ({ title }) => title,
  }),
};
