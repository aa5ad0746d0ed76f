import type { Client } from '../../client/client.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../nodes/address.ts';
import { childrenOf } from '../nodes/children.ts';
import { findNode } from '../nodes/find-node.ts';
import { isFolder } from '../nodes/node.ts';
import { nodeList } from '../nodes/views.ts';

interface ListOptions {
  readonly address: NodeAddress;
  readonly long: boolean;
}

/** It has children, but is no folder itself: nothing else can be asked of it. */
const sharedFolders = '-shared_files-';

async function itemsAt(client: Client, address: NodeAddress) {
  if (address.kind === 'id' && address.id === sharedFolders) return childrenOf(client, sharedFolders);
  const node = await findNode(client, address);
  return isFolder(node) ? childrenOf(client, node.ref.id) : [node];
}

const nothingText = (address: NodeAddress): string =>
  `Nothing in it that you may see.${writeNodeAddress(address) === '/' ? " Your own folder: edu-repo ls '~'" : ''}`;

/** `ls`, `node list` */
export const list = defineCommand<{ readonly long?: boolean }, ListOptions>({
  examples: [
    { line: 'edu-repo ls /Mathe', does: 'names in the folder, folders first and with a / behind' },
    { line: "edu-repo ls -l '~/Entwürfe'", does: 'type, size, time, version and name of what lies in your own folder' },
    { line: 'edu-repo ls -shared_files-', does: 'the folders that your groups share' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'a folder; / when left out')
      .option('-l, --long', 'type, size, time of change, version and name'),
  readOptions: (words, flags) => ({
    address: parseNodeAddress(words[0] ?? '/'),
    long: flags.long === true,
  }),
  run: async ({ address, long }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(await itemsAt(client, address), nodeList({ long }));
    if (shown === 0 && context.output.stderr.isTTY === true) context.output.note(nothingText(address));
    return exitCodes.ok;
  },
});
