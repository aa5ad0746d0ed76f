import { childrenOf } from '../node-arguments/children.ts';
import { childNamed } from '../node-arguments/find-node.ts';
import { factsOf, isFolder, type NodeFacts, type RepositoryNode, repository } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { forEachConcurrently } from './concurrently.ts';
import { localEntries } from './local-entries.ts';
import { retried } from './retried.ts';
import { countFailure, countSkipped } from './tally.ts';
import { endsTransfer, stopIfInterrupted, type TransferSettings } from './transfer-settings.ts';
import { type FileRow, uploadFile } from './upload-file.ts';

/** A folder of the repository that a local one goes into. */
export interface TargetFolder {
  /** Undefined in a dry run, where it has not been made. */
  readonly id: string | undefined;
  /** Just made: nothing lies in it. */
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
    what: 'The name is no valid UTF-8.',
    why: 'A repository keeps names as Unicode text.',
    next: 'Give the file another name',
  });

async function* filesOfFolder(
  folder: string,
  target: TargetFolder,
  settings: TransferSettings,
): AsyncGenerator<FileRow> {
  const children = await childrenByName(target, settings);
  for await (const entry of localEntries(folder)) {
    if (entry.kind === 'special') countSkipped(settings.tally, entry.path);
    else if (entry.kind === 'unnameable') countFailure(settings.tally, entry.path, unnameable());
    else if (entry.kind === 'file') {
      yield { path: entry.path, parent: target.id, name: entry.name, existing: children.get(entry.name) };
    }
  }
}

const fileInTheWay = (name: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${name} is a file in the repository and a folder here.`,
    why: '409: the name is taken.',
    next: 'Rename one of them',
  });

async function makeFolder(parent: string, name: string, { client }: TransferSettings): Promise<TargetFolder> {
  const { node } = await client.createNode({ repository, node: parent, type: 'ccm:map', body: { 'cm:name': [name] } });
  return { id: node.ref.id, isNew: true };
}

function presentFolder(node: RepositoryNode, { tally }: TransferSettings): TargetFolder {
  if (!isFolder(node)) throw fileInTheWay(node.name);
  tally.folders.present += 1;
  return { id: node.ref.id, isNew: false };
}

/** The folder of this exact name in another one, made where it is missing. Counts it. */
export function ensureFolder(target: TargetFolder, name: string, settings: TransferSettings): Promise<TargetFolder> {
  return retried(settings.signal, async (attempt) => {
    const mayBeThere = attempt > 1 || !target.isNew;
    const present =
      target.id !== undefined && mayBeThere ? await childNamed(settings.client, target.id, name) : undefined;
    if (present !== undefined) return presentFolder(present, settings);
    const isPlanOnly = target.id === undefined || settings.dryRun;
    const folder = isPlanOnly ? { id: undefined, isNew: true } : await makeFolder(target.id, name, settings);
    settings.tally.folders.made += 1;
    return folder;
  });
}

/** The rows of a folder and all below it: its files first, then one folder after the other, each made before its rows. */
async function* rowsOf(folder: string, target: TargetFolder, settings: TransferSettings): AsyncGenerator<FileRow> {
  yield* filesOfFolder(folder, target, settings);
  // Read a second time, so that neither the names here nor those in the repository are held while deeper folders are read.
  for await (const entry of localEntries(folder)) {
    if (entry.kind !== 'folder') continue;
    stopIfInterrupted(settings.signal);
    try {
      if (entry.path === settings.avoid) countSkipped(settings.tally, entry.path);
      else yield* rowsOf(entry.path, await ensureFolder(target, entry.name, settings), settings);
    } catch (error) {
      if (endsTransfer(error)) throw error;
      countFailure(settings.tally, entry.path, error);
    }
  }
}

/** Brings the contents of a local folder into one of the repository. Rejects only where going on makes no sense. */
export async function uploadTree(folder: string, target: TargetFolder, settings: TransferSettings): Promise<void> {
  await forEachConcurrently(rowsOf(folder, target, settings), settings.concurrency, async (row) => {
    try {
      await uploadFile(row, settings);
    } catch (error) {
      if (endsTransfer(error)) throw error;
      countFailure(settings.tally, row.path, error);
    }
  });
}
