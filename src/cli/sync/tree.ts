import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { cleanedName } from '../../base/node-name.ts';
import type { Client } from '../../client/client.ts';
import { type NodeAddress, writeLocatedAddress } from '../node-arguments/address.ts';
import { createWalk, type Walk } from '../node-arguments/children.ts';
import { lookUp } from '../node-arguments/find-node.ts';
import { isFolder, repository } from '../node-arguments/node.ts';
import { localEntries } from '../upload/list-local-folder.ts';

/** A file or folder below the top of a tree. */
export interface TreeEntry {
  /** The names from the top down to it. */
  readonly names: readonly string[];
  /** `special`: a link or device of this machine, which is never transferred. */
  readonly kind: 'file' | 'folder' | 'special';
  /** As a message shows it. */
  readonly shown: string;
  /** Deletes it with everything below it: a node goes to the trash. */
  remove(): Promise<unknown>;
}

/** One side of a sync: lists what is in it, folders before what they contain. A missing top contains nothing. */
export type SyncTree = () => AsyncIterable<TreeEntry>;

/** Equal for entries that a sync takes for the same: a folder may store names in another Unicode form. */
export const keyOf = ({ names }: TreeEntry): string =>
  names.map((name) => (cleanedName(name) || '_').normalize('NFC')).join('/');

async function* localBelow(folder: string, above: readonly string[]): AsyncGenerator<TreeEntry> {
  for await (const entry of localEntries(folder)) {
    if (entry.kind === 'unnameable') continue;
    const { path } = entry;
    const { kind } = entry;
    const names = [...above, basename(path)];
    yield { names, kind, shown: path, remove: () => rm(path, { recursive: true, force: true }) };
    if (kind === 'folder') yield* localBelow(path, names);
  }
}

/** A local folder. */
export const localTree = (folder: string): SyncTree =>
  async function* () {
    try {
      yield* localBelow(folder, []);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  };

async function* nodesBelow(
  client: Client,
  walk: Walk,
  folder: string,
  top: string,
  above: readonly string[],
): AsyncGenerator<TreeEntry> {
  for await (const node of walk(folder)) {
    const names = [...above, node.name];
    const kind = isFolder(node) ? 'folder' : 'file';
    const remove = () => client.deleteNode({ repository, node: node.ref.id, recycle: true });
    yield { names, kind, shown: `${top}/${names.join('/')}`, remove };
    if (kind === 'folder') yield* nodesBelow(client, walk, node.ref.id, top, names);
  }
}

/** A folder of a repository. */
export const nodeTree = (client: Client, address: NodeAddress): SyncTree =>
  async function* () {
    const top = await lookUp(client, address);
    if (top === undefined) return;
    const shown = writeLocatedAddress(address).replace(/\/$/, '');
    yield* nodesBelow(client, createWalk(client), top.ref.id, shown, []);
  };
