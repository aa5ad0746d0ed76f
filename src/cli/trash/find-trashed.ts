import type { Client } from '../../client/client.ts';
import { type NodeAddress, parentAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { hintAtHome, nodeBelow } from '../node-arguments/find-node.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { deletedFrom, trashOf } from './trashed.ts';
import { shownTime } from './views.ts';

/** A path without a leading `/`. The trash list shows such a path if the caller may not read the folders above it. */
const shownPath = /^(?!repo:)[^/~-][^/]*(?<!:)\/./;

/** Parses an address, or a path as the trash list shows it. Throws a usage failure for other texts. */
export const parseTrashed = (text: string): NodeAddress => parseNodeAddress(shownPath.test(text) ? `/${text}` : text);

const notInTrash = (address: NodeAddress): Failure =>
  new Failure(exitCodes.notFound, {
    what: `${writeNodeAddress(address)} is not in the trash.`,
    why: 'The trash lists a deleted folder without its contents. Restoring the folder restores them too.',
    next: hintAtHome(address) ?? 'To list the trash: edu-repo trash list',
  });

function oneOf(matches: readonly RepositoryNode[], address: NodeAddress): RepositoryNode {
  const [first, ...others] = matches;
  if (first === undefined) throw notInTrash(address);
  if (others.length === 0) return first;
  const listed = matches.map((node) => `${node.ref.id} (${shownTime(node)})`).join(', ');
  throw usageFailure(
    `The trash has several nodes from ${writeNodeAddress(address)}.`,
    `They are ${listed}.`,
    `To restore one of them: edu-repo trash restore ${first.ref.id}`,
  );
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');

/** Whether `path` is the end of the path of `folder`. The server omits leading folders that the caller may not read. */
function isEndOf(path: string, folder: NodeAddress): boolean {
  if (folder.kind === 'id' || /^[/~]/.test(path)) return false;
  const names = namesOf(path);
  const same = folder.names.slice(-names.length).join('/') === names.join('/');
  return same && names.length > 0 && folder.start === '-companyhome-';
}

/** The ID of the node that was deleted from an address. Throws a failure if there is none, or if there are several. */
export async function findTrashed(client: Client, address: NodeAddress): Promise<string> {
  if (address.kind === 'id') return address.id;
  const name = address.names.at(-1);
  const folder = parentAddress(address);
  if (name === undefined || folder === undefined) throw notInTrash(address);
  // The parent folder may be in the trash too. The server still returns its path.
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
