import { childrenOf } from '../node-arguments/children.ts';
import { createFolder } from '../node-arguments/create-folder.ts';
import { childNamed } from '../node-arguments/find-node.ts';
import { factsOf, isFolder, type NodeFacts, type RepositoryNode } from '../node-arguments/node.ts';
import { requireNodeName } from '../node-arguments/require-node-name.ts';
import { endsCommand, stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { retried } from '../transfer/retried.ts';
import { countFailure, countSkipped } from '../transfer/tally.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import type { FileRow } from './file-row.ts';
import { type LocalEntry, localEntries } from './list-local-folder.ts';
import { localContent } from './row-content.ts';
import { uploadRows } from './upload-groups.ts';

/** A folder in the repository to upload to. */
export interface TargetFolder {
  /** The ID of the folder; undefined in a dry run if it does not exist. */
  readonly id: string | undefined;
  /** Whether the folder was just created and is empty. */
  readonly isNew: boolean;
}

async function childrenByName(target: TargetFolder, { client }: TransferSettings): Promise<Map<string, NodeFacts>> {
  const children = new Map<string, NodeFacts>();
  if (target.id === undefined || target.isNew) return children;
  for await (const child of childrenOf(client, target.id)) children.set(child.name, factsOf(child));
  return children;
}

const unnameable = (): Failure =>
  new Failure(exitCodes.error, {
    what: 'The name is not valid UTF-8.',
    why: 'A repository stores names as Unicode text.',
    next: 'Rename the file or folder',
  });

/** Whether the user excluded an entry. Counts it then. */
function isExcluded({ path, kind }: LocalEntry, { excluded, tally }: TransferSettings): boolean {
  if (excluded?.(path, kind) !== true) return false;
  tally.excluded += 1;
  return true;
}

async function* filesOfFolder(
  folder: string,
  target: TargetFolder,
  settings: TransferSettings,
): AsyncGenerator<FileRow> {
  const children = await childrenByName(target, settings);
  for await (const entry of localEntries(folder)) {
    if (entry.kind === 'folder' || isExcluded(entry, settings)) continue;
    if (entry.kind === 'special') countSkipped(settings.tally, entry.path);
    else if (entry.kind === 'unnameable') countFailure(settings.tally, entry.path, unnameable());
    else if (settings.metadata?.isTable(entry.path) !== true) {
      const existing = children.get(entry.name);
      const metadata = settings.metadata?.rowFor(entry.path);
      const content = localContent(entry.path, entry.name);
      yield { path: entry.path, parent: target.id, name: entry.name, existing, content, metadata };
    }
  }
}

const fileInTheWay = (name: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${name} is a local folder, but a file in the repository.`,
    why: '409: a folder cannot have the name of an existing file.',
    next: 'Rename one of them',
  });

/** A dry run checks a folder only if its parent exists. */
async function newFolder(
  parent: string | undefined,
  name: string,
  { client }: TransferSettings,
): Promise<TargetFolder> {
  requireNodeName(name);
  const created = parent === undefined ? undefined : await createFolder(client, parent, name);
  return { id: created?.ref.id, isNew: true };
}

function presentFolder(node: RepositoryNode, { tally }: TransferSettings): TargetFolder {
  if (!isFolder(node)) throw fileInTheWay(node.name);
  tally.folders.present += 1;
  return { id: node.ref.id, isNew: false };
}

/** The child folder with exactly this name, created if missing. Counts it. */
export function ensureFolder(target: TargetFolder, name: string, settings: TransferSettings): Promise<TargetFolder> {
  return retried(settings.signal, async (attempt) => {
    const mayExist = attempt > 1 || !target.isNew;
    const present =
      target.id !== undefined && mayExist ? await childNamed(settings.client, target.id, name) : undefined;
    if (present !== undefined) return presentFolder(present, settings);
    const folder = await newFolder(target.id, name, settings);
    settings.tally.folders.made += 1;
    return folder;
  });
}

/** The files of a folder, then those of each subfolder. A subfolder is created before its files are yielded. */
async function* rowsOf(folder: string, target: TargetFolder, settings: TransferSettings): AsyncGenerator<FileRow> {
  yield* filesOfFolder(folder, target, settings);
  // Reads the folder again, instead of keeping its names in memory while subfolders are uploaded.
  for await (const entry of localEntries(folder)) {
    if (entry.kind !== 'folder' || isExcluded(entry, settings)) continue;
    stopIfInterrupted(settings.signal);
    try {
      if (entry.path === settings.avoid) countSkipped(settings.tally, entry.path);
      else yield* rowsOf(entry.path, await ensureFolder(target, entry.name, settings), settings);
    } catch (error) {
      if (endsCommand(error)) throw error;
      countFailure(settings.tally, entry.path, error);
    }
  }
}

/** Uploads the contents of a local folder. Counts failures, and rejects only with errors that end the transfer. */
export async function uploadTree(folder: string, target: TargetFolder, settings: TransferSettings): Promise<void> {
  await uploadRows(rowsOf(folder, target, settings), settings);
}
