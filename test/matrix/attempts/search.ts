import { newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, nothing, type Target } from '../target.ts';
import { type Material, nodePath, target } from './material.ts';

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
  'POST /search/v1/queries/{repository}/{metadataset}/{query}/save': attempt<Target>({
    target: async () => nothing,
    parts: (_, { mark }) => ({ params: inSet, query: { name: mark }, json: [] }),
    shows: (_, { mark }) => mark,
  }),
  'GET,POST /search/v1/queries/load/{nodeId}': attempt<Material>({
    target,
    finds: true,
    // An administrator saves the search in the folder. In a folder that is gone, the file is tried instead.
    parts: async ({ folder, file, title }, { wire }) => {
      const criteria = JSON.stringify([{ property: 'ngsearchword', values: [title] }]);
      const { status, text } = await wire.send(admin, `POST ${nodePath}/children`, {
        params: { node: folder },
        query: { type: 'ccm:saved_search' },
        json: {
          'cm:name': [newWord()],
          'ccm:saved_search_mds': ['-default-'],
          'ccm:saved_search_parameters': [criteria],
        },
      });
      return { params: { nodeId: status === 200 ? String(JSON.parse(text).node.ref.id) : file } };
    },
    shows: ({ file }) => file,
  }),
  'GET /search/v1/custom/{repository}': attempt<Material>({
    target,
    finds: true,
    parts: ({ title }) => ({ query: { property: 'cclom:title', value: title } }),
    shows: ({ file }) => file,
  }),
  'GET /edu-repo/v1/suggest': attempt<Material>({
    target,
    parts: ({ title }) => ({ query: { q: title } }),
    shows: ({ title }) => title,
  }),
  'GET,POST /search/v1/metadata/{repository}': attempt<Material>({
    target,
    finds: true,
    parts: ({ file }) => ({ query: { nodeIds: file } }),
    shows: ({ title }) => title,
  }),
};
