import type { Client } from '../../client/client.ts';
import { type NodeAddress, parentAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { hintAtHome, nodeBelow } from '../node-arguments/find-node.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { deletedFrom, trashOf } from './trashed.ts';
import { shownTime } from './views.ts';

/** A path that begins at a folder, as the list shows what lay where the caller may not read all the way to it. */
const shownPath = /^(?!repo:)[^/~-][^/]*(?<!:)\/./;

/** Reads an address, or a path as the list of the trash shows it. Throws a usage failure where it is neither. */
export const parseTrashed = (text: string): NodeAddress => parseNodeAddress(shownPath.test(text) ? `/${text}` : text);

const notInTrash = (address: NodeAddress): Failure =>
  new Failure(exitCodes.notFound, {
    what: `Nothing in the trash lay at ${writeNodeAddress(address)}.`,
    why: 'The trash lists what was deleted itself; what lay below a folder comes back with the folder.',
    next: hintAtHome(address) ?? 'Try: edu-repo trash list',
  });

function oneOf(matches: readonly RepositoryNode[], address: NodeAddress): RepositoryNode {
  const [first, ...others] = matches;
  if (first === undefined) throw notInTrash(address);
  if (others.length === 0) return first;
  const listed = matches.map((node) => `${node.ref.id} (${shownTime(node)})`).join(', ');
  throw usageFailure(
    `Several things in the trash lay at ${writeNodeAddress(address)}.`,
    `They are ${listed}.`,
    `Try: edu-repo trash restore ${first.ref.id}`,
  );
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');

/** Whether the path that the server tells, perhaps from the first folder on that the caller may read, ends so. */
function isEndOf(path: string, folder: NodeAddress): boolean {
  if (folder.kind === 'id' || /^[/~]/.test(path)) return false;
  const names = namesOf(path);
  const same = folder.names.slice(-names.length).join('/') === names.join('/');
  return same && names.length > 0 && folder.start === '-companyhome-';
}

/** The id of what lay at an address before it was deleted. Throws a failure where nothing did, or several things. */
export async function findTrashed(client: Client, address: NodeAddress): Promise<string> {
  if (address.kind === 'id') return address.id;
  const name = address.names.at(-1);
  const folder = parentAddress(address);
  if (name === undefined || folder === undefined) throw notInTrash(address);
  // A folder that is in the trash too is not found; the server tells where it lay all the same.
  const parent = folder.kind === 'id' ? undefined : await nodeBelow(client, folder.start, folder.names);
  const from = writeNodeAddress(folder);
  const matches: RepositoryNode[] = [];
  for await (const node of trashOf(client, { pattern: name, person: undefined })) {
    if (node.name.normalize('NFC') !== name.normalize('NFC')) continue;
    const wasInFolder = parent !== undefined && node.parent?.id === parent.ref.id;
    const path = deletedFrom(node);
    if (wasInFolder || path === from || (parent === undefined && isEndOf(path, folder))) matches.push(node);
  }
  return oneOf(matches, address).ref.id;
}
