import { randomUUID } from 'node:crypto';
import { alternativeName } from '../../base/alternative-name.ts';
import { AnswerError } from '../../client/answer-error.ts';
import { streamedEntry } from '../../client/batch-file.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
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
import { takesBatches } from './takes-batches.ts';
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
async function changeMetadata(id: string, { cells }: MetadataRow, { client, tally }: TransferSettings): Promise<void> {
  const { node } = await client.getNode({ repository, node: id });
  const changes = changesOf(node, cells, false);
  if (Object.keys(changes).length === 0) return;
  await changeProperties(client, id, changes, undefined);
  tally.metadataChanged += 1;
}

/** What the attempts to upload a file have in common. */
interface Attempts {
  /** The ID of the entry: of several with the same ID, only the first creates a node. */
  readonly entry: string;
  /** The empty node that one of them created on a server that cannot create a node with its content. */
  emptyNode?: string;
}

type Content = UploadedFile & { readonly mimeType: string; readonly size: number };

/** Creates a node with its content, so that it never appears without. */
async function createFilled(
  row: FileRow & { readonly parent: string },
  { mimeType, size, bytes }: Content,
  { client, versionComment }: TransferSettings,
  { entry: id, renameIfExists }: { readonly entry: string; readonly renameIfExists: boolean },
): Promise<void> {
  const { parent } = row;
  const entry = { id, parent, properties: newProperties(row), renameIfExists, versionComment };
  const body = streamedEntry(entry, { bytes, size, mimetype: mimeType });
  const [result] = (await client.createNodes({ body })).results;
  if (result === undefined || result.status === 200) return;
  const { status, error } = result;
  throw new AnswerError('createNode', { status, headers: {}, body: { kind: 'json', value: error } });
}

/** Creates a node, and uploads its content then: the only way of servers other than edu-repo. */
async function createThenFill(
  row: FileRow & { readonly parent: string },
  content: Content,
  { client, versionComment }: TransferSettings,
  attempts: Attempts,
  renameIfExists: boolean,
): Promise<void> {
  const body = newProperties(row);
  const created = await client.createNode({ repository, node: row.parent, type: 'ccm:io', renameIfExists, body });
  const node = created.node.ref.id;
  attempts.emptyNode = node;
  await client.uploadContent({ repository, node, versionComment, mimetype: content.mimeType, body: content });
}

async function apply(
  plan: Plan,
  row: FileRow,
  content: Content,
  settings: TransferSettings,
  attempts: Attempts,
): Promise<void> {
  const { client, versionComment } = settings;
  if (plan.outcome === 'unchanged' || plan.outcome === 'differing') return;
  if ('node' in plan) {
    const { node } = plan;
    await client.uploadContent({ repository, node, versionComment, mimetype: content.mimeType, body: content });
    return;
  }
  // `parent` is undefined only in a dry run.
  const target = { ...row, parent: row.parent ?? '' };
  const renameIfExists = plan.outcome === 'renamed';
  if (await takesBatches(client)) await createFilled(target, content, settings, { ...attempts, renameIfExists });
  else await createThenFill(target, content, settings, attempts, renameIfExists);
}

/** Checks what can be checked without the content. In a folder that does not exist yet, that is only the name. */
async function check(plan: Plan, row: FileRow, { client }: TransferSettings): Promise<void> {
  if (plan.outcome === 'unchanged' || plan.outcome === 'differing') return;
  if ('node' in plan) {
    // Uploads do not support dry runs. Setting an empty text needs the same right on the same kind of node.
    await client.setTextContent({ repository, node: plan.node, mimetype: 'text/plain', body: '' });
    return;
  }
  requireNodeName(row.name);
  const { parent: node } = row;
  const renameIfExists = plan.outcome === 'renamed';
  if (node !== undefined)
    await client.createNode({ repository, node, type: 'ccm:io', renameIfExists, body: newProperties(row) });
}

async function uploadOnce(row: FileRow, settings: TransferSettings, attempts: Attempts): Promise<FileOutcome> {
  // The file is opened before the node is created, so that an unreadable file leaves no empty node.
  const file = await openLocalFile(row.path);
  try {
    const plan = await planFor(row, file, settings);
    if (settings.dryRun) await check(plan, row, settings);
    else {
      const mimeType = await mimeTypeOfFile(row.name);
      const content = { name: row.name, mimeType, size: file.size, bytes: file.bytes() };
      await apply(plan, row, content, settings, attempts);
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
  const attempts: Attempts = { entry: randomUUID() };
  try {
    return await retried(settings.signal, async (attempt) => {
      const isFirst = attempt === 1 || parent === undefined;
      const existing = isFirst ? row.existing : await factsOfChild(settings.client, parent, name);
      return uploadOnce({ ...row, existing }, settings, attempts);
    });
  } catch (error) {
    // What the user should know is why the upload failed.
    if (error instanceof AnswerError) await deleteEmpty(attempts, settings).catch(() => undefined);
    throw error;
  }
}

/** After an interruption, the node stays: the next run completes it. */
async function deleteEmpty({ emptyNode: node }: Attempts, { client }: TransferSettings): Promise<void> {
  if (node === undefined) return;
  const entry = await client.getNode({ repository, node });
  if (!factsOf(entry.node).filled) await client.deleteNode({ repository, node, recycle: false });
}
