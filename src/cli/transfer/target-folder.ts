import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { lookUp, nodeBelow, noSuchNode } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { ensureFolder, type TargetFolder } from '../upload/upload-tree.ts';
import type { TransferSettings } from './transfer-settings.ts';

const notAFolder = (address: NodeAddress): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${writeNodeAddress(address)} is a file.`,
    why: '409: the target must be a folder.',
    next: 'Choose another path',
  });

/** The folder as a target. Throws a failure if the node is a file. */
export function asTarget(node: RepositoryNode, address: NodeAddress): TargetFolder {
  if (!isFolder(node)) throw notAFolder(address);
  return { id: node.ref.id, isNew: false };
}

/** The folder at an address. Creates missing folders on the path. */
export async function ensurePath(address: NodeAddress, settings: TransferSettings): Promise<TargetFolder> {
  const present = await lookUp(settings.client, address);
  if (present !== undefined) return asTarget(present, address);
  if (address.kind === 'id') throw noSuchNode(address);
  const start = await nodeBelow(settings.client, address.start, []);
  if (start === undefined) throw noSuchNode({ ...address, names: [] });
  let target: TargetFolder = { id: start.ref.id, isNew: false };
  for (const name of address.names) {
    // Like all paths that a user types, the name matches in any Unicode normalization form.
    const known =
      target.id === undefined || target.isNew ? undefined : await nodeBelow(settings.client, target.id, [name]);
    target = known === undefined ? await ensureFolder(target, name, settings) : asTarget(known, address);
  }
  return target;
}
