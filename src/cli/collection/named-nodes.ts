import type { Command } from 'commander';
import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { addressesIn, readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { Context } from '../program/context.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';

/** A collection and the addresses of nodes. `-` reads addresses from stdin, one per line. */
export interface CollectionAndNodes {
  readonly collection: CollectionAddress;
  readonly words: readonly string[];
}

/** The arguments of a command that adds, removes or orders nodes in a collection. */
export const takesNodes = {
  configure: (command: Command): void => {
    command
      .argument('<collection>', 'ID, or titles such as Mathe/Brüche')
      .argument('<node...>', 'nodes, by path or ID; - reads them from stdin');
  },
  readOptions: ([collection = '', ...words]: readonly string[]): CollectionAndNodes => {
    addressesIn(words);
    return { collection: parseCollectionAddress(collection), words };
  },
  nodes: ({ collection, words }: CollectionAndNodes) => [collection, ...addressesIn(words)],
};

/** The addresses, with `-` replaced by the lines of stdin. */
export const namedNodes = async ({ words }: CollectionAndNodes, context: Context): Promise<string[]> =>
  (await readAddresses(words, context)).map(writeNodeAddress);

/** The ID of the node at an address. An ID is not looked up, because the caller may not be able to read the node itself. */
export async function idAt(client: Client, word: string): Promise<string> {
  const address: NodeAddress = parseNodeAddress(word);
  return address.kind === 'id' ? address.id : (await findNode(client, address)).ref.id;
}
