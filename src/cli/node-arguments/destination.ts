import type { Client } from '../../client/client.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { childAddress, type NodeAddress, parentAddress, writeNodeAddress } from './address.ts';
import { findNode, lookUp, noSuchNode } from './find-node.ts';
import { isFolder, type RepositoryNode } from './node.ts';

export interface Destination {
  readonly folder: RepositoryNode;
  /** The new name; undefined to keep the name of each node. */
  readonly name: string | undefined;
}

const fileExists = (target: NodeAddress): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${writeNodeAddress(target)} already exists and is not a folder.`,
    why: '409: only a folder can contain nodes, and a node never replaces another one.',
    next: 'Choose a folder or an unused name',
  });

/** Resolves a target like `cp` and `mv`: an existing folder, or else a new name in the parent folder. */
export async function destinationOf(client: Client, target: NodeAddress, sources: number): Promise<Destination> {
  const present = await lookUp(client, target);
  if (present !== undefined) {
    if (!isFolder(present)) throw fileExists(target);
    return { folder: present, name: undefined };
  }
  const parent = parentAddress(target);
  const name = target.kind === 'path' && !target.folderOnly ? target.names.at(-1) : undefined;
  if (sources > 1 || parent === undefined || name === undefined) throw noSuchNode(target);
  return { folder: await findNode(client, parent), name };
}

/** The address of a node that got a name at a destination, in the words of the target. */
export function addressAt({ folder, name }: Destination, target: NodeAddress, newName: string): NodeAddress {
  const into = (name === undefined ? undefined : parentAddress(target)) ?? target;
  return childAddress(into, folder.ref.id, newName);
}
