import type { Client } from '../../client/client.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type NodeAddress, parentAddress, writeNodeAddress } from './address.ts';
import { findNode, lookUp, noSuchNode } from './find-node.ts';
import { isFolder, type RepositoryNode } from './node.ts';

/** Where nodes go: into a folder, and under which name. */
export interface Destination {
  readonly folder: RepositoryNode;
  /** Undefined: each keeps its own. */
  readonly name: string | undefined;
}

const fileThere = (target: NodeAddress): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${writeNodeAddress(target)} is there already, and is no folder.`,
    why: '409: nothing goes into a file, and no node takes the place of another one.',
    next: 'Name a folder, or a name that is free',
  });

/** Like `cp` and `mv` of the shell: into a folder that is there, else a new name in the folder above. */
export async function destinationOf(client: Client, target: NodeAddress, sources: number): Promise<Destination> {
  const present = await lookUp(client, target);
  if (present !== undefined) {
    if (!isFolder(present)) throw fileThere(target);
    return { folder: present, name: undefined };
  }
  const parent = parentAddress(target);
  const name = target.kind === 'path' && !target.folderOnly ? target.names.at(-1) : undefined;
  if (sources > 1 || parent === undefined || name === undefined) throw noSuchNode(target);
  return { folder: await findNode(client, parent), name };
}
