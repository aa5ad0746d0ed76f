import type { Command } from 'commander';
import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { Context } from '../program/context.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';

/** A collection, and nodes for it; `-` stands for addresses on stdin, one on a line. */
export interface CollectionAndNodes {
  readonly collection: CollectionAddress;
  readonly words: readonly string[];
}

/** The arguments of a command about nodes in a collection. */
export const takesNodes = {
  configure: (command: Command): void => {
    command
      .argument('<collection>', 'its id, or its title behind those it lies in: Mathe/Brüche')
      .argument('<node...>', 'nodes, by path or id; - reads them from stdin');
  },
  readOptions: ([collection = '', ...words]: readonly string[]): CollectionAndNodes => {
    for (const word of words) if (word !== '-') parseNodeAddress(word);
    return { collection: parseCollectionAddress(collection), words };
  },
};

/** The addresses that were given, as people write them. */
export const namedNodes = async ({ words }: CollectionAndNodes, { stdin }: Context): Promise<string[]> =>
  (await readAddresses(words, stdin)).map(writeNodeAddress);

/** The id of what was named. An id stands for itself: what it names may be readable as a reference only. */
export async function idAt(client: Client, word: string): Promise<string> {
  const address: NodeAddress = parseNodeAddress(word);
  return address.kind === 'id' ? address.id : (await findNode(client, address)).ref.id;
}
