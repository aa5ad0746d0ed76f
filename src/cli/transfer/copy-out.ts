import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { hasContent, isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { endsCommand } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { downloadFile } from './download-file.ts';
import { downloadTree, localName } from './download-tree.ts';
import { countFailure } from './tally.ts';
import type { TransferSettings } from './transfer-settings.ts';

type TargetState = 'missing' | 'folder' | 'file';

async function stateOf(path: string): Promise<TargetState> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'missing';
    throw error;
  }
}

const needsFolder = (target: string, state: TargetState, why: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: state === 'missing' ? `The folder ${target} does not exist.` : `${target} is not a folder.`,
    why,
    next: state === 'missing' ? `To create it: mkdir ${shellWord(target)}` : 'Choose another target',
  });

const isWithoutContent = (address: NodeAddress): Failure =>
  new Failure(exitCodes.notFound, {
    what: `${writeNodeAddress(address)} has no content.`,
    why: 'Nothing has been uploaded to this node.',
    next: `To show the node: edu-repo node get ${shellWord(writeNodeAddress(address))}`,
  });

async function copyFolder(
  node: RepositoryNode,
  target: string,
  state: TargetState,
  settings: TransferSettings,
): Promise<void> {
  if (state === 'file') throw needsFolder(target, state, 'A folder can be copied only to a folder.');
  if (state === 'missing') {
    settings.tally.targetCreated = true;
    await settings.jobTarget.noteCreated();
  }
  if (state === 'missing' || settings.jobTarget.isOwn) return downloadTree(node, target, settings);
  const name = localName(node.name);
  settings.tally.folderInTarget = name;
  await downloadTree(node, join(target, name), settings);
}

async function copyOneOut(
  address: NodeAddress,
  target: string,
  recursive: boolean,
  settings: TransferSettings,
): Promise<void> {
  const node = await findNode(settings.client, address);
  const state = await stateOf(target);
  if (isFolder(node)) {
    if (recursive) return copyFolder(node, target, state, settings);
    const what = `${writeNodeAddress(address)} is a folder.`;
    throw usageFailure(what, 'The command copies folders only with -r.', 'Add -r to the command');
  }
  if (!hasContent(node)) throw isWithoutContent(address);
  if (state === 'missing' && target.endsWith('/')) {
    throw needsFolder(target, state, 'The target ends with /, so it must be a folder.');
  }
  await downloadFile(node, state === 'folder' ? join(target, localName(node.name)) : target, settings);
}

/** Copies nodes to a local path. With one source, rejects with its failure; with several, counts failures. */
export async function copyOut(
  sources: readonly NodeAddress[],
  target: string,
  recursive: boolean,
  settings: TransferSettings,
): Promise<void> {
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return copyOneOut(only, target, recursive, settings);
  const state = await stateOf(target);
  if (state !== 'folder') throw needsFolder(target, state, 'Several sources can be copied only to a folder.');
  for (const address of sources) {
    try {
      await copyOneOut(address, target, recursive, settings);
    } catch (error) {
      if (endsCommand(error)) throw error;
      countFailure(settings.tally, writeNodeAddress(address), error);
    }
  }
  settings.tally.folderInTarget = undefined;
}
