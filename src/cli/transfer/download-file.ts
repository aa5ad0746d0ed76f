import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { alternativeName } from '../../base/alternative-name.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { replaceAtomically } from '../files/atomic-write.ts';
import { openLocalFile, sha256Of } from '../files/local-file.ts';
import { childrenOf } from '../node-arguments/children.ts';
import { contentHashOf, expectedOf, hasChildObjects, type RepositoryNode, sizeOf } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { checkedContent } from './checked-content.ts';
import { retried } from './retried.ts';
import { countFile, countSkipped, type FileOutcome } from './tally.ts';
import type { TransferSettings } from './transfer-settings.ts';

type LocalState = 'missing' | 'same' | 'other' | 'folder' | 'special';

// Servers other than edu-repo do not return a hash, so the content is downloaded to compute it.
const hashOf = async (node: RepositoryNode, { client }: TransferSettings): Promise<string> =>
  contentHashOf(node) ?? sha256Of((await client.downloadContent({ nodeId: node.ref.id })).bytes);

async function localState(path: string, node: RepositoryNode, settings: TransferSettings): Promise<LocalState> {
  try {
    const facts = await lstat(path);
    if (facts.isDirectory()) return 'folder';
    if (!facts.isFile()) return 'special';
    if (facts.size !== (sizeOf(node) ?? facts.size)) return 'other';
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'missing';
    throw error;
  }
  const file = await openLocalFile(path);
  try {
    return (await file.hash()) === (await hashOf(node, settings)) ? 'same' : 'other';
  } finally {
    await file.close();
  }
}

const notReplaceable = 'Use --if-exists rename, or choose another target';

const nameTaken = (path: string, by: string, next: string): Failure =>
  new Failure(exitCodes.conflict, { what: `${path} already exists.`, why: `The existing entry is ${by}.`, next });

interface Plan {
  readonly outcome: FileOutcome;
  readonly path: string;
}

async function renamedPlan(path: string, node: RepositoryNode, settings: TransferSettings): Promise<Plan> {
  for (let count = 1; ; count += 1) {
    const candidate = join(dirname(path), alternativeName(basename(path), count));
    const state = await localState(candidate, node, settings);
    if (state === 'missing') return { outcome: 'renamed', path: candidate };
    if (state === 'same') return { outcome: 'unchanged', path: candidate };
  }
}

async function planFor(path: string, node: RepositoryNode, settings: TransferSettings): Promise<Plan> {
  const { ifExists } = settings;
  const state = await localState(path, node, settings);
  if (state === 'missing') return { outcome: 'created', path };
  if (state === 'same') return { outcome: 'unchanged', path };
  if (ifExists === 'rename') return renamedPlan(path, node, settings);
  if (state === 'folder') throw nameTaken(path, 'a folder', notReplaceable);
  if (state === 'special') {
    throw nameTaken(path, 'a link, a pipe or a device, which edu-repo never replaces', notReplaceable);
  }
  if (ifExists === 'fail') {
    throw nameTaken(path, 'a file with different content', 'Use --if-exists skip, rename or replace');
  }
  return { outcome: ifExists === 'skip' ? 'differing' : 'replaced', path };
}

async function fetchTo(path: string, node: RepositoryNode, { client }: TransferSettings): Promise<void> {
  const { bytes } = await client.downloadContent({ nodeId: node.ref.id });
  await replaceAtomically(checkedContent(bytes, node.name, expectedOf(node)), path);
}

/** A local file cannot have child objects, so they are named. Each can be copied alone. */
async function countChildObjects(node: RepositoryNode, path: string, { client, tally }: TransferSettings) {
  if (!hasChildObjects(node)) return;
  for await (const { name } of childrenOf(client, node.ref.id)) countSkipped(tally, join(path, name));
}

/** Downloads the content of a node to a local path, atomically, and counts it. Its child objects are skipped. */
export async function downloadFile(
  node: RepositoryNode,
  path: string,
  settings: TransferSettings,
): Promise<FileOutcome> {
  const plan = await planFor(path, node, settings);
  const writes = plan.outcome !== 'unchanged' && plan.outcome !== 'differing';
  if (writes && !settings.dryRun) {
    await retried(settings.signal, () => fetchTo(plan.path, node, settings));
  }
  countFile(settings.tally, plan.outcome, sizeOf(node) ?? 0);
  await countChildObjects(node, path, settings);
  if (plan.outcome === 'differing') settings.onDiffering?.({ node, path });
  return plan.outcome;
}
