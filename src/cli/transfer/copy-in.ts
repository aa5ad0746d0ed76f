import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { type NodeAddress, parentAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { factsOfChild, findNode, lookUp, noSuchNode } from '../node-arguments/find-node.ts';
import { factsOf, isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { endsCommand } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import type { FileRow } from '../upload/file-row.ts';
import { localContent } from '../upload/row-content.ts';
import { uploadFile } from '../upload/upload-file.ts';
import { ensureFolder, type TargetFolder, uploadTree } from '../upload/upload-tree.ts';
import { dataDirectoryInside } from './data-directory-inside.ts';
import { countFailure } from './tally.ts';
import { asTarget } from './target-folder.ts';
import type { TransferSettings } from './transfer-settings.ts';

interface CopyInOptions {
  readonly recursive: boolean;
  readonly dataDirectory: string | undefined;
  /** Called if a file gets a name without an extension, although it has one: the target was probably meant to be a folder. */
  onLostExtension?(name: string): void;
}

/** The target of one source: a folder and a name in it. */
interface CopyTarget {
  readonly folder: TargetFolder;
  readonly name: string;
}

const needsFolder = (target: NodeAddress): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${writeNodeAddress(target)} is not a folder.`,
    why: 'Several sources can be copied only to a folder.',
    next: `To show the node: edu-repo node get ${shellWord(writeNodeAddress(target))}`,
  });

async function newTarget(target: NodeAddress, settings: TransferSettings): Promise<CopyTarget> {
  const parent = parentAddress(target);
  const name = target.kind === 'path' ? target.names.at(-1) : undefined;
  if (parent === undefined || name === undefined) throw noSuchNode(target);
  return { folder: asTarget(await findNode(settings.client, parent), parent), name };
}

async function fileRow(
  source: string,
  target: NodeAddress,
  { onLostExtension }: CopyInOptions,
  settings: TransferSettings,
): Promise<FileRow> {
  const present = await lookUp(settings.client, target);
  if (present !== undefined && !isFolder(present)) {
    const { name } = present;
    const content = localContent(source, name);
    return { path: source, parent: present.parent?.id, name, existing: factsOf(present), content };
  }
  if (present === undefined && target.kind === 'path' && target.folderOnly) throw noSuchNode(target);
  const name = basename(resolve(source));
  const destination =
    present === undefined ? await newTarget(target, settings) : { folder: asTarget(present, target), name };
  if (extname(destination.name) === '' && extname(name) !== '') onLostExtension?.(destination.name);
  const { id } = destination.folder;
  const existing = id === undefined ? undefined : await factsOfChild(settings.client, id, destination.name);
  const content = localContent(source, destination.name);
  return { path: source, parent: id, name: destination.name, existing, content };
}

/** False for a path such as `dir/.`: like `cp`, the command copies the contents of `dir` directly to the target. */
const hasOwnName = (source: string): boolean => !['.', '..', ''].includes(basename(source));

async function folderTarget(
  source: string,
  target: NodeAddress,
  present: RepositoryNode | undefined,
  settings: TransferSettings,
): Promise<TargetFolder> {
  if (present !== undefined) {
    const into = asTarget(present, target);
    if (!hasOwnName(source) || settings.jobTarget.isOwn) return into;
    settings.tally.folderInTarget = basename(source);
    return ensureFolder(into, basename(source), settings);
  }
  const { folder, name } = await newTarget(target, settings);
  settings.tally.targetCreated = hasOwnName(source);
  await settings.jobTarget.noteCreated();
  return ensureFolder(folder, name, settings);
}

const quotedHome = (source: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${source} is not a local file.`,
    why: 'The shell replaces ~ with your home directory only outside quotes.',
    next: `For your home folder in the repository, write repo:${source}; for a local file, move ~/ out of the quotes`,
  });

async function statOf(source: string): Promise<Stats> {
  try {
    return await stat(source);
  } catch (error) {
    throw source.startsWith('~/') && systemErrorCode(error) === 'ENOENT' ? quotedHome(source) : error;
  }
}

async function copyOneIn(
  source: string,
  target: NodeAddress,
  options: CopyInOptions,
  settings: TransferSettings,
): Promise<void> {
  if (!(await statOf(source)).isDirectory()) {
    await uploadFile(await fileRow(source, target, options, settings), settings);
    return;
  }
  if (!options.recursive) {
    throw usageFailure(`${source} is a folder.`, 'The command copies folders only with -r.', 'Add -r to the command');
  }
  const avoid = await dataDirectoryInside(source, options.dataDirectory);
  const present = await lookUp(settings.client, target);
  await uploadTree(source, await folderTarget(source, target, present, settings), { ...settings, avoid });
}

/** Copies local files and folders to a node. With one source, rejects with its failure; with several, counts failures. */
export async function copyIn(
  sources: readonly string[],
  target: NodeAddress,
  options: CopyInOptions,
  settings: TransferSettings,
): Promise<void> {
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return copyOneIn(only, target, options, settings);
  if (!isFolder(await findNode(settings.client, target))) throw needsFolder(target);
  for (const source of sources) {
    try {
      await copyOneIn(source, target, options, settings);
    } catch (error) {
      if (endsCommand(error)) throw error;
      countFailure(settings.tally, source, error);
    }
  }
  settings.tally.folderInTarget = undefined;
  settings.tally.targetCreated = false;
}
