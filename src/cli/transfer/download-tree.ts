import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { forEachConcurrently } from '../../base/scheduling/concurrently.ts';
import { createWalk, type Walk } from '../node-arguments/children.ts';
import { hasContent, isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { endsCommand, stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { downloadFile } from './download-file.ts';
import { countFailure, countSkipped } from './tally.ts';
import type { TransferSettings } from './transfer-settings.ts';

/** A node to download and its local path. */
interface NodeRow {
  readonly node: RepositoryNode;
  readonly path: string;
}

const isWindows = process.platform === 'win32';
const forbidden = isWindows ? ['/', '\\', ':', '\0'] : ['/', '\0'];

/** Returns a name that is safe for a local file. Throws a failure for others: `..` would lead out of the folder. */
export function localName(name: string): string {
  const isOrdinary = name !== '' && name !== '.' && name !== '..';
  if (isOrdinary && !forbidden.some((part) => name.includes(part))) return name;
  throw new Failure(exitCodes.error, {
    what: `"${name}" cannot be the name of a local file.`,
    why: `A file name must not be empty, . or .., and must not contain ${isWindows ? '/ \\ : or NUL' : '/ or NUL'}.`,
    next: 'Rename the node: edu-repo node update ADDRESS --property cm:name=NAME',
  });
}

async function ensureLocalFolder(path: string, { tally, dryRun }: TransferSettings): Promise<void> {
  const facts = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (facts?.isDirectory() === true) {
    tally.folders.present += 1;
    return;
  }
  if (facts === undefined && dryRun) {
    tally.folders.made += 1;
    return;
  }
  // Rejects if something other than a folder has the name.
  await mkdir(path);
  tally.folders.made += 1;
}

async function* rowsOf(walk: Walk, folder: string, path: string, settings: TransferSettings): AsyncGenerator<NodeRow> {
  stopIfInterrupted(settings.signal);
  await ensureLocalFolder(path, settings);
  for await (const node of walk(folder)) {
    try {
      const below = join(path, localName(node.name));
      if (settings.excluded?.(below, isFolder(node) ? 'folder' : 'file') === true) settings.tally.excluded += 1;
      else if (isFolder(node)) yield* rowsOf(walk, node.ref.id, below, settings);
      else if (hasContent(node)) yield { node, path: below };
      else countSkipped(settings.tally, below);
    } catch (error) {
      if (endsCommand(error)) throw error;
      countFailure(settings.tally, join(path, node.name), error);
    }
  }
}

/** Downloads the contents of a folder to a local folder. Creates the local folder if it is missing. */
export async function downloadTree(folder: RepositoryNode, path: string, settings: TransferSettings): Promise<void> {
  const rows = rowsOf(createWalk(settings.client), folder.ref.id, path, settings);
  await forEachConcurrently(rows, settings.concurrency, async (row) => {
    try {
      await downloadFile(row.node, row.path, settings);
    } catch (error) {
      if (endsCommand(error)) throw error;
      countFailure(settings.tally, row.path, error);
    }
  });
}
