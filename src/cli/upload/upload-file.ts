import { randomUUID } from 'node:crypto';
import { alternativeName } from '../../base/alternative-name.ts';
import { AnswerError } from '../../client/answer-error.ts';
import { batchFile, createOne, streamedEntry } from '../../client/batch-file.ts';
import { type LocalFile, sha256Of } from '../files/local-file.ts';
import type { MetadataCell } from '../metadata/cell.ts';
import { changeProperties, changesOf } from '../metadata/change-metadata.ts';
import { childNamed } from '../node-arguments/find-node.ts';
import { factsOf, hasContentUrl, type NodeFacts, repository } from '../node-arguments/node.ts';
import { requireNodeName } from '../node-arguments/require-node-name.ts';
import { contentSizeOf, versionsOf } from '../node-arguments/versions.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { retried } from '../transfer/retried.ts';
import type { FileOutcome } from '../transfer/tally.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import { checkUpload } from './check-upload.ts';
import type { FileRow, RowResult } from './file-row.ts';
import { type OpenedContent, openedContent } from './row-content.ts';
import { rowDone } from './row-results.ts';
import { takesBatches } from './takes-batches.ts';

type Plan =
  | { readonly outcome: 'created' | 'renamed' }
  | { readonly outcome: 'finished' | 'replaced'; readonly node: string }
  | { readonly outcome: 'unchanged'; readonly node: string }
  | { readonly outcome: 'differing' };

async function remoteHash({ hash, id }: NodeFacts, { client }: TransferSettings): Promise<string> {
  // Servers other than edu-repo do not return a hash, so the content is downloaded to compute it.
  return hash ?? sha256Of((await client.downloadContent({ nodeId: id })).bytes);
}

async function sameContent(file: LocalFile | undefined, node: NodeFacts, settings: TransferSettings): Promise<boolean> {
  if (file === undefined) return !node.folder;
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
async function renamedCopy(
  row: FileRow,
  file: LocalFile | undefined,
  settings: TransferSettings,
): Promise<NodeFacts | undefined> {
  if (row.parent === undefined) return undefined;
  for (let count = 1; ; count += 1) {
    const sibling = await childNamed(settings.client, row.parent, alternativeName(row.name, count));
    if (sibling === undefined) return undefined;
    if (await sameContent(file, factsOf(sibling), settings)) return factsOf(sibling);
  }
}

const differs = (row: FileRow): Failure =>
  nameTaken(row.name, 'a file with different content', 'Use another value of --if-exists, such as skip or rename');

/** The plan for a node that has the key. Its name does not matter. */
async function planForKnown(
  row: FileRow,
  existing: NodeFacts,
  file: LocalFile | undefined,
  settings: TransferSettings,
): Promise<Plan> {
  const { ifExists } = settings;
  const same = await sameContent(file, existing, settings);
  if (same && row.identity?.unchanged === true) return { outcome: 'unchanged', node: existing.id };
  if (ifExists === 'skip' || ifExists === 'rename') return { outcome: 'differing' };
  if (ifExists === 'fail') throw differs(row);
  return { outcome: same ? 'unchanged' : 'replaced', node: existing.id };
}

async function planFor(row: FileRow, file: LocalFile | undefined, settings: TransferSettings): Promise<Plan> {
  const { existing } = row;
  if (existing === undefined) return { outcome: 'created' };
  if (file !== undefined && !existing.folder && !existing.filled) return { outcome: 'finished', node: existing.id };
  if (row.identity?.known === true) return planForKnown(row, existing, file, settings);
  if (row.identity === undefined && (await sameContent(file, existing, settings)))
    return { outcome: 'unchanged', node: existing.id };
  if (settings.ifExists === 'rename') {
    const copy = await renamedCopy(row, file, settings);
    return copy === undefined ? { outcome: 'renamed' } : { outcome: 'unchanged', node: copy.id };
  }
  if (existing.folder)
    throw nameTaken(row.name, 'a folder', 'Use --if-exists rename, or rename the file or the folder');
  if (settings.ifExists === 'fail') throw differs(row);
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

/** Changes the properties of a node that differ from the cells. Resolves to their names. */
export async function changeMetadata(
  id: string,
  cells: readonly MetadataCell[],
  client: TransferSettings['client'],
  versionComment: string | undefined,
): Promise<readonly string[]> {
  const { node } = await client.getNode({ repository, node: id });
  const changes = changesOf(node, cells, false);
  const properties = Object.keys(changes);
  if (properties.length > 0) await changeProperties(client, id, changes, versionComment);
  return properties;
}

/** What the attempts to upload a file have in common. */
interface Attempts {
  /** The ID of the entry: of several with the same ID, only the first creates a node. */
  readonly entry: string;
  /** The empty node that one of them created on a server that cannot create a node with its content. */
  emptyNode?: string;
}

/** Creates a node with its content, so that it never appears without. Resolves to its ID. */
async function createFilled(
  row: FileRow & { readonly parent: string },
  content: OpenedContent | undefined,
  { client, versionComment }: TransferSettings,
  { entry: id, renameIfExists }: { readonly entry: string; readonly renameIfExists: boolean },
): Promise<string | undefined> {
  const { parent } = row;
  const entry = { id, parent, properties: newProperties(row), renameIfExists, versionComment };
  const body =
    content === undefined
      ? batchFile([entry])
      : streamedEntry(entry, { bytes: content.bytes, size: content.size, mimetype: content.mimeType });
  return createOne(client, body);
}

/** Creates a node, and uploads its content then: the only way of servers other than edu-repo. Resolves to its ID. */
async function createThenFill(
  row: FileRow & { readonly parent: string },
  content: OpenedContent | undefined,
  { client, versionComment }: TransferSettings,
  attempts: Attempts,
  renameIfExists: boolean,
): Promise<string> {
  const body = newProperties(row);
  const created = await client.createNode({ repository, node: row.parent, type: 'ccm:io', renameIfExists, body });
  const node = created.node.ref.id;
  if (content === undefined) return node;
  attempts.emptyNode = node;
  await client.uploadContent({ repository, node, versionComment, mimetype: content.mimeType, body: content });
  return node;
}

/** Resolves to the ID of the node. */
async function apply(
  plan: Plan,
  row: FileRow,
  content: OpenedContent | undefined,
  settings: TransferSettings,
  attempts: Attempts,
): Promise<string | undefined> {
  const { client, versionComment } = settings;
  if (plan.outcome === 'differing') return undefined;
  if ('node' in plan) {
    const { node, outcome } = plan;
    if (outcome !== 'unchanged' && content !== undefined)
      await client.uploadContent({ repository, node, versionComment, mimetype: content.mimeType, body: content });
    return node;
  }
  // `parent` is undefined only in a dry run.
  const target = { ...row, parent: row.parent ?? '' };
  const renameIfExists = plan.outcome === 'renamed';
  if (await takesBatches(client)) return createFilled(target, content, settings, { ...attempts, renameIfExists });
  return createThenFill(target, content, settings, attempts, renameIfExists);
}

/** Checks what can be checked without the content. In a folder that does not exist yet, that is only the name. */
async function check(plan: Plan, row: FileRow, { client }: TransferSettings): Promise<void> {
  if (plan.outcome === 'unchanged' || plan.outcome === 'differing') return;
  if ('node' in plan) {
    await checkUpload(client, plan.node);
    return;
  }
  requireNodeName(row.name);
  const { parent: node } = row;
  const renameIfExists = plan.outcome === 'renamed';
  if (node !== undefined)
    await client.createNode({ repository, node, type: 'ccm:io', renameIfExists, body: newProperties(row) });
}

/** Changes what the plan left: the metadata of a node that was there. Resolves to whether people see another one. */
async function applyMetadata(
  plan: Plan,
  { metadata, identity }: FileRow,
  settings: TransferSettings,
): Promise<boolean> {
  if (metadata === undefined || !('node' in plan)) return false;
  if (plan.outcome === 'unchanged' && identity?.unchanged === true) return false;
  const { client, ifExists, versionComment } = settings;
  const inVersion = identity !== undefined && ifExists === 'replace' && plan.outcome === 'unchanged';
  const changed = await changeMetadata(plan.node, metadata.cells, client, inVersion ? versionComment : undefined);
  return changed.some((property) => identity?.properties.includes(property) !== true);
}

/** The earlier contents that a node lacks: those after its own, if its versions have the sizes of the first ones, else none. */
async function lackingVersions(
  plan: Plan,
  { earlier = [] }: FileRow,
  { client }: TransferSettings,
): Promise<NonNullable<FileRow['earlier']>> {
  if (!('node' in plan) || plan.outcome === 'unchanged' || earlier.length === 0) return 'node' in plan ? [] : earlier;
  let count = 0;
  for await (const version of versionsOf(client, plan.node)) {
    if (!hasContentUrl(version)) continue;
    if (contentSizeOf(version) !== earlier[count]?.content.size) return [];
    count += 1;
  }
  return earlier.slice(count);
}

/** Uploads the earlier contents that a node lacks, and creates it with the first. Resolves to what is left to do. */
async function uploadEarlier(plan: Plan, row: FileRow, settings: TransferSettings, attempts: Attempts): Promise<Plan> {
  let left = plan;
  if (plan.outcome === 'differing') return left;
  for (const { content, comment } of await lackingVersions(plan, row, settings)) {
    const file = await content.open();
    try {
      const opened = await openedContent(content, file);
      const node = await apply(left, row, opened, { ...settings, versionComment: comment }, attempts);
      if (node !== undefined) left = { outcome: 'replaced', node };
    } finally {
      await file.close();
    }
  }
  return left;
}

async function uploadOnce(row: FileRow, settings: TransferSettings, attempts: Attempts): Promise<RowResult> {
  // The file is opened before the node is created, so that an unreadable file leaves no empty node.
  const file = await row.content?.open();
  try {
    const plan = await planFor(row, file, settings);
    const { outcome } = plan;
    let node = 'node' in plan ? plan.node : undefined;
    if (settings.dryRun) await check(plan, row, settings);
    else {
      const { content } = row;
      const opened = content && file && (await openedContent(content, file));
      const left = await uploadEarlier(plan, row, settings, attempts);
      node = await apply(left, row, opened, settings, attempts);
    }
    const metadataChanged = await applyMetadata(plan, row, settings);
    return { outcome, size: file?.size ?? 0, node, metadataChanged };
  } finally {
    await file?.close();
  }
}

/** The row with what has its name now, such as the node that an earlier attempt created. */
async function asItIsNow(row: FileRow, parent: string, { client }: TransferSettings): Promise<FileRow> {
  const { identity } = row;
  const child = await childNamed(client, parent, row.name);
  const existing = child === undefined ? undefined : factsOf(child);
  const isOwn = child !== undefined && identity?.isOf(child) === true;
  return { ...row, existing, identity: identity && { ...identity, known: isOwn, unchanged: isOwn } };
}

/**
 * Uploads a file and counts it. After a temporary failure, checks again what exists before the next attempt, so that
 * nothing is created twice. If the server refuses the content, deletes the node that was created for it.
 */
export async function uploadFile(row: FileRow, settings: TransferSettings): Promise<FileOutcome> {
  const attempts: Attempts = { entry: randomUUID() };
  try {
    const result = await retried(settings.signal, async (attempt) => {
      const isFirst = attempt === 1 || row.parent === undefined || row.identity?.known === true;
      return uploadOnce(isFirst ? row : await asItIsNow(row, row.parent, settings), settings, attempts);
    });
    await rowDone(row, result, settings);
    return result.outcome;
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
