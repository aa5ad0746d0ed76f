import { newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, nothing, type Target } from '../target.ts';
import { entries, type Material, nodePath, target } from './material.ts';

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
    // The search is saved by an administrator, who shares it with everybody.
    parts: async ({ title }, { wire }) => {
      const json = [{ property: 'ngsearchword', values: [title] }];
      const save = 'POST /search/v1/queries/{repository}/{metadataset}/{query}/save';
      const { node } = await wire.ask(admin, save, { params: inSet, query: { name: newWord() }, json });
      const params = { node: String(node.ref.id) };
      const permissions = entries({ GROUP_EVERYONE: 'Consumer' });
      await wire.ask(admin, `PUT ${nodePath}/permissions`, { params, json: { permissions } });
      return { params: { nodeId: params.node } };
    },
    shows: ({ file }) => file,
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
