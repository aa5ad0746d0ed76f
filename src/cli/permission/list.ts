import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { createPathFinder } from '../node-arguments/node-paths.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

type Shared = Result<Operations['listSharedWithPerson']>['shared'][number];

interface ListOptions {
  readonly person: string;
  /** Only what is in this folder; undefined for everything. */
  readonly folder: NodeAddress | undefined;
}

async function* sharedWith(client: Client, person: string): AsyncGenerator<Shared> {
  for (let after: string | null | undefined; after !== null; ) {
    const request = { person, everyone: true };
    const page = await client.listSharedWithPerson(after === undefined ? request : { ...request, after });
    yield* page.shared;
    after = page.next;
  }
}

/** The path of a folder, as the server names what is shared. */
async function pathOf(folder: NodeAddress, client: Client): Promise<string> {
  const node = await findNode(client, folder);
  const [located] = await createPathFinder(client, '').locate([node]);
  return located?.path ?? node.ref.id;
}

/** What is shared is a folder or something in it, or a folder above it. */
async function* concerning(folder: string, shared: AsyncIterable<Shared>): AsyncGenerator<Shared> {
  const isIn = (path: string, other: string) => `${path}/`.startsWith(other === '/' ? other : `${other}/`);
  for await (const each of shared) {
    if (isIn(each.node.path, folder) || isIn(folder, each.node.path)) yield each;
  }
}

const sharedList: ListView<Shared> = {
  columns: [
    { title: 'path', value: ({ node }) => node.path },
    { title: 'roles', value: ({ permissions }) => permissions.join(' ') },
    { title: 'through', value: ({ authority }) => authority.authorityName },
    { title: 'owner', value: ({ owner }) => owner },
  ],
  id: ({ node }) => node.id,
  whole: (shared) => ({ shared }),
};

export const permissionList = defineCommand<{ readonly person?: string }, ListOptions>({
  examples: [
    { line: 'edu-repo permission list', does: 'list what is shared with you, a group of yours, or everyone' },
    { line: 'edu-repo permission list /Mathe --person anna', does: 'what of a folder is shared with another person' },
    { line: 'edu-repo permission list --person -guest-', does: 'what people without an account may see' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'a folder: only what gives access to it or is in it (default: everything)')
      .option(
        '--person <person>',
        'user name (default: yourself), or -guest- for people without an account (others: administrators only)',
      ),
  readOptions: ([address], { person = '-me-' }) => ({
    person,
    folder: address === undefined ? undefined : parseNodeAddress(address),
  }),
  nodes: ({ folder }) => [folder],
  run: async ({ person, folder }, context) => {
    const { client } = await context.connect();
    const all = sharedWith(client, person);
    const path = folder === undefined ? undefined : await pathOf(folder, client);
    const count = await (await context.printer()).list(path === undefined ? all : concerning(path, all), sharedList);
    if (count === 0) context.output.note('Nothing is shared. Own material does not count.');
    else
      context.output.note(
        'What is in a folder of this list is shared with it. To see all access: edu-repo permission audit /',
      );
    return exitCodes.ok;
  },
});
