import {
  createNode,
  deleteNode,
  getAbout,
  getNode,
  searchBySet,
  uploadContent,
  validateSession,
} from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';
import { authorization, baseUrl, run } from './session';

client.setConfig({ baseUrl, headers: { authorization } });
const repository = '-home-';

await run(
  {
    about: async () => (await getAbout()).data?.version.major,
    signIn: async () => (await validateSession()).data?.authorityName,
    async createNode(name) {
      const { data } = await createNode({
        path: { repository, node: '-userhome-' },
        query: { type: 'ccm:io' },
        body: { 'cm:name': [name], 'cclom:title': [name.replace('.txt', '')] },
      });
      return data?.node.ref.id;
    },
    async upload(node, text) {
      const { data } = await uploadContent({
        path: { repository, node },
        query: { mimetype: 'text/plain', versionComment: 'first' },
        body: { file: text },
      });
      return data?.node.size;
    },
    async search(words) {
      const { data } = await searchBySet({
        path: { repository, metadataset: '-default-', query: 'ngsearch' },
        body: { criteria: [{ property: 'ngsearchword', values: [words] }] },
      });
      return (data?.nodes ?? []).map(({ ref }) => ref.id);
    },
    async deleteNode(node) {
      const { error } = await deleteNode({ path: { repository, node } });
      if (error !== undefined) throw new Error(error.message);
    },
    async statusOf(node) {
      const { response, error } = await getNode({ path: { repository, node: `${node}-gone` } });
      if (error?.message === undefined) throw new Error('The refusal has no message.');
      return response?.status ?? 0;
    },
  },
  'b',
);
