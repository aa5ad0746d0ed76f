import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { childNamed, factsOfChild } from '../node-arguments/find-node.ts';
import { factsOf, type NodeFacts, repository } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type LocalFile, openLocalFile, sha256Of } from './local-file.ts';
import { retried } from './retried.ts';
import { countFile, type FileOutcome } from './tally.ts';
import type { TransferSettings } from './transfer-settings.ts';

/** A local file and the place in the repository that it is meant for. */
export interface FileRow {
  readonly path: string;
  /** The id of the folder; undefined in a dry run, where the folder has not been made. */
  readonly parent: string | undefined;
  readonly name: string;
  /** What has the name already. */
  readonly existing: NodeFacts | undefined;
}

type Plan =
  | { readonly outcome: 'created' | 'renamed' }
  | { readonly outcome: 'finished' | 'replaced'; readonly node: string }
  | { readonly outcome: 'unchanged' | 'differing' };

async function remoteHash({ hash, id }: NodeFacts, { client }: TransferSettings): Promise<string> {
  // Other servers do not tell the hash: then the bytes themselves are compared.
  return hash ?? sha256Of((await client.downloadContent({ nodeId: id })).bytes);
}

async function sameContent(file: LocalFile, node: NodeFacts, settings: TransferSettings): Promise<boolean> {
  if (node.folder || !node.filled || node.size !== file.size) return false;
  return (await remoteHash(node, settings)) === (await file.hash());
}

const nameTaken = (name: string, by: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${name} is there already.`,
    why: `409: ${by} has the name.`,
    next: 'Choose by --if-exists: skip, rename, or a new version',
  });

/** The name that a server gives to the n-th file of the same name: ` - n` before the extension. */
export function renamed(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} - ${count}` : `${name.slice(0, dot)} - ${count}${name.slice(dot)}`;
}

/** Whether an earlier run has put the same content beside it under another name. */
async function hasRenamedCopy(row: FileRow, file: LocalFile, settings: TransferSettings): Promise<boolean> {
  if (row.parent === undefined) return false;
  for (let count = 1; ; count += 1) {
    const sibling = await childNamed(settings.client, row.parent, renamed(row.name, count));
    if (sibling === undefined) return false;
    if (await sameContent(file, factsOf(sibling), settings)) return true;
  }
}

async function planFor(row: FileRow, file: LocalFile, settings: TransferSettings): Promise<Plan> {
  const { existing } = row;
  if (existing === undefined) return { outcome: 'created' };
  if (!existing.folder && !existing.filled) return { outcome: 'finished', node: existing.id };
  if (await sameContent(file, existing, settings)) return { outcome: 'unchanged' };
  if (settings.ifExists === 'rename') {
    return { outcome: (await hasRenamedCopy(row, file, settings)) ? 'unchanged' : 'renamed' };
  }
  if (existing.folder) throw nameTaken(row.name, 'a folder');
  if (settings.ifExists === 'fail') throw nameTaken(row.name, 'a file with other content');
  if (settings.ifExists === 'skip') return { outcome: 'differing' };
  return { outcome: 'replaced', node: existing.id };
}

async function nodeFor(plan: Plan, row: FileRow, { client }: TransferSettings): Promise<string | undefined> {
  if (plan.outcome === 'unchanged' || plan.outcome === 'differing') return undefined;
  if (plan.outcome === 'finished' || plan.outcome === 'replaced') return plan.node;
  const { node } = await client.createNode({
    repository,
    // Only a dry run has rows without a folder, and it makes nothing.
    node: row.parent ?? '',
    type: 'ccm:io',
    renameIfExists: plan.outcome === 'renamed',
    body: { 'cm:name': [row.name] },
  });
  return node.ref.id;
}

async function uploadOnce(row: FileRow, settings: TransferSettings): Promise<FileOutcome> {
  const { client, versionComment } = settings;
  // Opened before anything is made, so that a file that cannot be read leaves no empty node behind.
  const file = await openLocalFile(row.path);
  try {
    const plan = await planFor(row, file, settings);
    const node = settings.dryRun ? undefined : await nodeFor(plan, row, settings);
    if (node !== undefined) {
      const mimeType = await mimeTypeOfFile(row.name);
      const body = { name: row.name, mimeType, size: file.size, bytes: file.bytes() };
      await client.uploadContent({ repository, node, versionComment, mimetype: mimeType, body });
    }
    countFile(settings.tally, plan.outcome, file.size);
    return plan.outcome;
  } finally {
    await file.close();
  }
}

/**
 * Brings one file to its place and counts it. After a failure that may pass, what is there is looked at afresh and the
 * decision made again, so nothing is made twice.
 */
export function uploadFile(row: FileRow, settings: TransferSettings): Promise<FileOutcome> {
  const { parent, name } = row;
  return retried(settings.signal, async (attempt) => {
    const isFirst = attempt === 1 || parent === undefined;
    const existing = isFirst ? row.existing : await factsOfChild(settings.client, parent, name);
    return uploadOnce({ ...row, existing }, settings);
  });
}
