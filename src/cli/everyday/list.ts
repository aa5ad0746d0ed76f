import type { Client } from '../../client/client.ts';
import { isSpecialList } from '../../contract/special-lists.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { type ChildrenRequest, childrenOf } from '../node-arguments/children.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { isFolder } from '../node-arguments/node.ts';
import { printNodes } from '../node-arguments/print-nodes.ts';
import { readSort, sortFieldList } from '../node-arguments/sort-fields.ts';
import { nodeList } from '../node-arguments/views.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface ListFlags {
  readonly sort?: string;
  readonly reverse?: boolean;
  readonly files?: boolean;
  readonly folders?: boolean;
}

interface ListOptions {
  readonly address: NodeAddress;
  readonly request: ChildrenRequest;
}

const requestFrom = ({ sort, reverse, files, folders }: ListFlags): ChildrenRequest => ({
  ...(sort === undefined && reverse !== true
    ? {}
    : { sortProperties: [sort ?? 'cm:name'], sortAscending: [reverse !== true] }),
  filter: [...(files === true ? ['files'] : []), ...(folders === true ? ['folders'] : [])],
});

async function itemsAt(client: Client, { address, request }: ListOptions) {
  // A special list has children, but it is not a node that findNode could return.
  if (address.kind === 'id' && isSpecialList(address.id)) return childrenOf(client, address.id, request);
  const node = await findNode(client, address);
  return isFolder(node) ? childrenOf(client, node.ref.id, request) : [node];
}

function emptyText({ address, request }: ListOptions): string {
  const what = `No ${request.filter?.length === 1 ? request.filter[0] : 'nodes'} here`;
  const where = writeNodeAddress(address);
  if (where === '~') return `${what}. To upload a folder to your home folder: edu-repo import FOLDER`;
  if (where !== '/') return `${what} that you may see.`;
  return `${what} that you may see. To list your home folder: edu-repo ls '~'; what is shared with you: edu-repo ls -to_me_shared_files-`;
}

/** `ls`, `node list` */
export const list = defineCommand<ListFlags, ListOptions>({
  examples: [
    { line: 'edu-repo ls /Mathe', does: 'list the names in a folder, folders first and with a trailing /' },
    {
      line: "edu-repo ls -l --sort modified -r '~/Entwürfe'",
      does: 'list a folder in your home folder with type, size, time, version and ID, newest first',
    },
    {
      line: 'edu-repo ls -to_me_shared_files-',
      does: 'list what is shared with you; -my_shared_files-: what you share; -shared_files-: the folders of your groups',
    },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'folder (default: /)')
      .option(
        '--sort <property>',
        `sort key, folders first: ${sortFieldList}, or a property such as ccm:taxonid`,
        (text) => readSort(text),
      )
      .option('-r, --reverse', 'reverse the order: z to a, largest or newest first')
      .option('--files', 'list files only')
      .option('--folders', 'list folders only'),
  readOptions: (words, flags) => ({
    address: parseNodeAddress(words[0] ?? '/'),
    request: requestFrom(flags),
  }),
  nodes: ({ address }) => [address],
  run: async (options, context) => {
    const { client } = await context.connect();
    const shown = await printNodes(await itemsAt(client, options), nodeList(context.globals), context);
    if (shown === 0 && context.output.stderr.isTTY === true) context.output.note(emptyText(options));
    return exitCodes.ok;
  },
});
