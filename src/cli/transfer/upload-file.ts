import { alternativeName } from '../../base/alternative-name.ts';
import { AnswerError } from '../../client/answer-error.ts';
import { type LocalFile, openLocalFile, sha256Of } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { changeProperties, changesOf } from '../metadata/change-metadata.ts';
import type { MetadataRow } from '../metadata/metadata-table.ts';
import { childNamed, factsOfChild } from '../node-arguments/find-node.ts';
import { factsOf, type NodeFacts, repository } from '../node-arguments/node.ts';
import { requireNodeName } from '../node-arguments/require-node-name.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { retried } from './retried.ts';
import { countFile, type FileOutcome } from './tally.ts';
import type { TransferSettings } from './transfer-settings.ts';

/** A local file and its target in the repository. */
export interface FileRow {
  readonly path: string;
  /** The ID of the folder; undefined in a dry run if the folder does not exist. */
  readonly parent: string | undefined;
  readonly name: string;
  /** The node in the folder that already has the name. */
  readonly existing: NodeFacts | undefined;
  /** What a table says about the file. */
  readonly metadata?: MetadataRow | undefined;
}

type Plan =
  | { readonly outcome: 'created' | 'renamed' }
  | { readonly outcome: 'finished' | 'replaced'; readonly node: string }
  | { readonly outcome: 'unchanged'; readonly node: string }
  | { readonly outcome: 'differing' };

async function remoteHash({ hash, id }: NodeFacts, { client }: TransferSettings): Promise<string> {
  // Servers other than edu-repo do not return a hash, so the content is downloaded to compute it.
  return hash ?? sha256Of((await client.downloadContent({ nodeId: id })).bytes);
}

async function sameContent(file: LocalFile, node: NodeFacts, settings: TransferSettings): Promise<boolean> {
  if (node.folder || !node.filled || node.size !== file.size) return false;
  return (await remoteHash(node, settings)) === (await file.hash());
}

const nameTaken = (name: string, by: string, next: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${name} already exists.`,
    why: `409: ${by} has this name.`,
    next,
  });

/** The node of an earlier run that uploaded the same content under a changed name; undefined if there is none. */
async function renamedCopy(row: FileRow, file: LocalFile, settings: TransferSettings): Promise<NodeFacts | undefined> {
  if (row.parent === undefined) return undefined;
  for (let count = 1; ; count += 1) {
    const sibling = await childNamed(settings.client, row.parent, alternativeName(row.name, count));
    if (sibling === undefined) return undefined;
    if (await sameContent(file, factsOf(sibling), settings)) return factsOf(sibling);
  }
}

async function planFor(row: FileRow, file: LocalFile, settings: TransferSettings): Promise<Plan> {
  const { existing } = row;
  if (existing === undefined) return { outcome: 'created' };
  if (!existing.folder && !existing.filled) return { outcome: 'finished', node: existing.id };
  if (await sameContent(file, existing, settings)) return { outcome: 'unchanged', node: existing.id };
  if (settings.ifExists === 'rename') {
    const copy = await renamedCopy(row, file, settings);
    return copy === undefined ? { outcome: 'renamed' } : { outcome: 'unchanged', node: copy.id };
  }
  if (existing.folder)
    throw nameTaken(row.name, 'a folder', 'Use --if-exists rename, or rename the file or the folder');
  if (settings.ifExists === 'fail') {
    throw nameTaken(
      row.name,
      'a file with different content',
      'Use another value of --if-exists, such as skip or rename',
    );
  }
  if (settings.ifExists === 'skip') return { outcome: 'differing' };
  return { outcome: 'replaced', node: existing.id };
}

/** The properties of a new node: its name, and those in the table. */
export const newProperties = ({ name, metadata }: FileRow): Record<string, string[]> => ({
  ...Object.fromEntries(
    metadata?.cells.flatMap(({ property, values }) => (values.length > 0 ? [[property, [...values]]] : [])) ?? [],
  ),
  'cm:name': [name],
});

/** Changes the properties of an existing file that differ from the table. Counts the file if there are any. */
async function changeMetadata(
  id: string,
  { cells }: MetadataRow,
  { client, dryRun, tally }: TransferSettings,
): Promise<void> {
  const { node } = await client.getNode({ repository, node: id });
  const changes = changesOf(node, cells, false);
  if (Object.keys(changes).length === 0) return;
  if (!dryRun) await changeProperties(client, id, changes, undefined);
  tally.metadataChanged += 1;
}

/** The empty node that the attempts to upload a file have created so far. */
interface CreatedNode {
  id?: string;
}

async function nodeFor(
  plan: Plan,
  row: FileRow,
  { client }: TransferSettings,
  created: CreatedNode,
): Promise<string | undefined> {
  if (plan.outcome === 'unchanged' || plan.outcome === 'differing') return undefined;
  if (plan.outcome === 'finished' || plan.outcome === 'replaced') return plan.node;
  const { node } = await client.createNode({
    repository,
    // `parent` is undefined only in a dry run, which creates no nodes.
    node: row.parent ?? '',
    type: 'ccm:io',
    renameIfExists: plan.outcome === 'renamed',
    body: newProperties(row),
  });
  created.id = node.ref.id;
  return node.ref.id;
}

async function uploadOnce(row: FileRow, settings: TransferSettings, created: CreatedNode): Promise<FileOutcome> {
  const { client, versionComment } = settings;
  // The file is opened before the node is created, so that an unreadable file leaves no empty node.
  const file = await openLocalFile(row.path);
  try {
    if (settings.dryRun && row.existing === undefined) requireNodeName(row.name);
    const plan = await planFor(row, file, settings);
    const node = settings.dryRun ? undefined : await nodeFor(plan, row, settings, created);
    if (node !== undefined) {
      const mimeType = await mimeTypeOfFile(row.name);
      const body = { name: row.name, mimeType, size: file.size, bytes: file.bytes() };
      await client.uploadContent({ repository, node, versionComment, mimetype: mimeType, body });
    }
    if (row.metadata !== undefined && 'node' in plan) {
      await changeMetadata(plan.node, row.metadata, settings);
    }
    countFile(settings.tally, plan.outcome, file.size);
    return plan.outcome;
  } finally {
    await file.close();
  }
}

/**
 * Uploads a file and counts it. After a temporary failure, checks again what exists before the next attempt, so that
 * nothing is created twice. If the server refuses the content, deletes the node that was created for it.
 */
export async function uploadFile(row: FileRow, settings: TransferSettings): Promise<FileOutcome> {
  const { parent, name } = row;
  const created: CreatedNode = {};
  try {
    return await retried(settings.signal, async (attempt) => {
      const isFirst = attempt === 1 || parent === undefined;
      const existing = isFirst ? row.existing : await factsOfChild(settings.client, parent, name);
      return uploadOnce({ ...row, existing }, settings, created);
    });
  } catch (error) {
    // What the user should know is why the upload failed.
    if (error instanceof AnswerError) await deleteEmpty(created, settings).catch(() => undefined);
    throw error;
  }
}

/** After an interruption, the node stays: the next run completes it. */
async function deleteEmpty({ id }: CreatedNode, { client }: TransferSettings): Promise<void> {
  if (id === undefined) return;
  const { node } = await client.getNode({ repository, node: id });
  if (!factsOf(node).filled) await client.deleteNode({ repository, node: id, recycle: false });
}
