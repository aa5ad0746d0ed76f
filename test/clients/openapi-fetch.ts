import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';
import { authorization, baseUrl, run } from './session';

const client = createClient<paths>({ baseUrl, headers: { authorization } });
const repository = '-home-';

await run(
  {
    about: async () => (await client.GET('/_about')).data?.version.major,
    signIn: async () => (await client.GET('/authentication/v1/validateSession')).data?.authorityName,
    async createNode(name) {
      const { data } = await client.POST('/node/v1/nodes/{repository}/{node}/children', {
        params: { path: { repository, node: '-userhome-' }, query: { type: 'ccm:io' } },
        body: { 'cm:name': [name], 'cclom:title': [name.replace('.txt', '')] },
      });
      return data?.node.ref.id;
    },
    async upload(node, text) {
      const form = new FormData();
      form.append('file', text);
      const { data } = await client.POST('/node/v1/nodes/{repository}/{node}/content', {
        params: { path: { repository, node }, query: { mimetype: 'text/plain', versionComment: 'first' } },
        body: {},
        bodySerializer: () => form,
      });
      return data?.node.size;
    },
    async search(words) {
      const { data } = await client.POST('/search/v1/queries/{repository}/{metadataset}/{query}', {
        params: { path: { repository, metadataset: '-default-', query: 'ngsearch' } },
        body: { criteria: [{ property: 'ngsearchword', values: [words] }] },
      });
      return (data?.nodes ?? []).map(({ ref }) => ref.id);
    },
    async deleteNode(node) {
      const { error } = await client.DELETE('/node/v1/nodes/{repository}/{node}', {
        params: { path: { repository, node } },
        parseAs: 'text',
      });
      if (error !== undefined) throw new Error(error.message);
    },
    async statusOf(node) {
      const { response, error } = await client.GET('/node/v1/nodes/{repository}/{node}/metadata', {
        params: { path: { repository, node: `${node}-gone` } },
      });
      if (error?.message === undefined) throw new Error('The refusal has no message.');
      return response.status;
    },
  },
  'a',
);
