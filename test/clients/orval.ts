import {
  createNode,
  deleteNode,
  getAbout,
  getNode,
  searchBySet,
  uploadContent,
  validateSession,
} from './generated/orval';
import { run } from './session';

const repository = '-home-';

/** The data of a success; the type of each answer goes by its status. */
function dataOf<Answer extends { readonly status: number; readonly data: unknown }>(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
  return answer.data as Extract<Answer, { readonly status: 200 }>['data'];
}

await run(
  {
    about: async () => dataOf(await getAbout()).version.major,
    signIn: async () => dataOf(await validateSession()).authorityName,
    async createNode(name) {
      const body = { 'cm:name': [name], 'cclom:title': [name.replace('.txt', '')] };
      return dataOf(await createNode(repository, '-userhome-', body, { type: 'ccm:io' })).node.ref.id;
    },
    async upload(node, file) {
      const query = { mimetype: 'text/plain', versionComment: 'first' };
      return dataOf(await uploadContent(repository, node, { file }, query)).node.size;
    },
    async search(words) {
      const body = { criteria: [{ property: 'ngsearchword', values: [words] }] };
      return dataOf(await searchBySet(repository, '-default-', 'ngsearch', body)).nodes.map(({ ref }) => ref.id);
    },
    async deleteNode(node) {
      dataOf(await deleteNode(repository, node));
    },
    statusOf: async (node) => (await getNode(repository, `${node}-gone`)).status,
  },
  'c',
);
