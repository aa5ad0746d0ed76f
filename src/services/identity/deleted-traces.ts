import type { CommitNumber, NodeId } from '../../base/ids.ts';
import { withoutEntries } from '../../domain/access/acl.ts';
import type { AccountCleanupRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { type Change, DamagedRecord, type Store, TrimmedChanges } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey, putNode, putUnlisted } from '../records/node-changes.ts';
import { deleteShares } from '../records/share-records.ts';
import { deleteTrash, findTrash, putTrash, readTrash } from '../records/trash-records.ts';
import { forgetUsagePerson } from '../records/usage-records.ts';

/** Pending cleanups by the name of the deleted authority. */
type Deleted = ReadonlyMap<string, AccountCleanupRecord>;

interface CleanupRun {
  readonly store: Store;
  readonly rights: RightsService;
  readonly deleted: Deleted;
  readonly isStopped: () => boolean;
}

/** The number of nodes read per page. */
const pageSize = 1_000;
/** The number of nodes or usages written per change. Other changes can run in between. */
const stepSize = 100;

/** Follows the chain of new owners, because the new owner of a deleted person's nodes may have been deleted as well. */
function ownerAfter(owner: string, deleted: Deleted): string {
  const seen = new Set<string>();
  let at = owner;
  for (let nextOwner = deleted.get(at)?.owner; nextOwner != null && !seen.has(at); nextOwner = deleted.get(at)?.owner) {
    seen.add(at);
    at = nextOwner;
  }
  return at;
}

/** Returns the node without the deleted authorities, or the same object if it has none. */
function withoutTraces(node: NodeRecord, deleted: Deleted): NodeRecord {
  const owner = ownerAfter(node.owner, deleted);
  const acl = withoutEntries(node.acl, ({ authority }) => deleted.has(authority));
  return owner === node.owner && acl === node.acl ? node : { ...node, owner, acl };
}

/** Reassigns a node in the trash. Its new owner and the new owner of its deleter's nodes may restore it. */
async function reassignTrash(change: Change, before: NodeRecord, node: NodeRecord, deleted: Deleted): Promise<void> {
  const trashed = await findTrash(change.trash, before);
  if (trashed === undefined) return;
  deleteTrash(change, trashed);
  putTrash(change, node, { area: trashed.area, deleter: ownerAfter(trashed.deleter, deleted) });
}

/** Writes a node. Updates the entry in its folder only if there is one: a purge may have removed it already. */
async function putListed(change: Change, node: NodeRecord): Promise<void> {
  const entry = node.parent === null ? undefined : await change.children.get(childKey(node.parent, node.name));
  if (entry?.id === node.id) putNode(change, node);
  else putUnlisted(change, node);
}

async function rewriteNode({ rights, deleted }: CleanupRun, change: Change, before: NodeRecord): Promise<void> {
  const node = withoutTraces(before, deleted);
  if (node === before) return;
  deleteShares(change, before);
  await reassignTrash(change, before, node, deleted);
  await putListed(change, node);
  if (node.acl !== before.acl) change.afterCommit(() => rights.changed(node));
}

/** Changes the nodes in steps until the run is stopped. */
async function changeNodes(
  { store, isStopped }: CleanupRun,
  ids: readonly string[],
  write: (change: Change, node: NodeRecord) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length && !isStopped(); from += stepSize) {
    await store.change(async (change) => {
      for (const node of await change.nodes.getMany(ids.slice(from, from + stepSize))) {
        if (node !== undefined) await write(change, node);
      }
    });
  }
}

const rewriteNodes = (run: CleanupRun, ids: readonly string[]): Promise<void> =>
  changeNodes(run, ids, (change, node) => rewriteNode(run, change, node));

interface TracedPage {
  /** The nodes on the page that refer to deleted authorities. */
  readonly ids: readonly NodeId[];
  /** The key after which the next page starts. Null for the last page. */
  readonly next: string | null;
}

async function readTracedPage({ store, deleted }: CleanupRun, after: string): Promise<TracedPage> {
  const ids: NodeId[] = [];
  let [last, count] = [after, 0];
  try {
    for await (const [id, node] of store.nodes.entries({ after, limit: pageSize })) {
      if (withoutTraces(node, deleted) !== node) ids.push(node.id);
      [last, count] = [id, count + 1];
    }
  } catch (error) {
    // A damaged node can be skipped: no caller can read it, not even a new authority of the same name.
    if (!(error instanceof DamagedRecord)) throw error;
    return { ids, next: error.key };
  }
  return { ids, next: count < pageSize ? null : last };
}

/** The nodes that were written after a commit; undefined if the change log was trimmed beyond it. */
async function nodesWrittenSince(store: Store, commit: CommitNumber): Promise<ReadonlySet<string> | undefined> {
  const written = new Set<string>();
  try {
    for await (const { keys } of store.changesSince(commit)) {
      for (const [kind, key] of keys) if (kind === 'nodes') written.add(key);
    }
  } catch (error) {
    if (error instanceof TrimmedChanges) return undefined;
    throw error;
  }
  return written;
}

/** Resolves to false if the change log was trimmed beyond the start of the run, so that it must be repeated. */
async function rewriteNodesOnce(run: CleanupRun): Promise<boolean> {
  const { store, isStopped } = run;
  const firstCommit = store.lastCommit;
  const rewritten = new Set<string>();
  for (let after: string | null = ''; after !== null && !isStopped(); ) {
    const page: TracedPage = await readTracedPage(run, after);
    await rewriteNodes(run, page.ids);
    for (const id of page.ids) rewritten.add(id);
    after = page.next;
  }
  // Requests that were running during the deletion may have written nodes on pages that were already read.
  const written = await nodesWrittenSince(store, firstCommit);
  if (written === undefined) return false;
  await rewriteNodes(
    run,
    [...written].filter((id) => !rewritten.has(id)),
  );
  return true;
}

/** Further runs would hardly be faster. The next cleanup tries again. */
const maxRuns = 3;

async function rewriteAllNodes(run: CleanupRun): Promise<void> {
  for (let count = 1; !run.isStopped() && !(await rewriteNodesOnce(run)); count += 1) {
    if (count === maxRuns) throw new Error('The change log was trimmed during each of several attempts.');
  }
}

/** Reassigns other people's nodes that the deleted people moved to the trash. */
async function reassignAllTrash(run: CleanupRun): Promise<void> {
  const { store, deleted } = run;
  for (const name of deleted.keys()) {
    const ids: NodeId[] = [];
    for await (const { id } of readTrash(store.trash, name)) ids.push(id);
    await changeNodes(run, ids, (change, node) => reassignTrash(change, node, node, deleted));
  }
}

/** Removes the deleted people from the usages that apps recorded for them. */
async function forgetInUsages({ store, deleted, isStopped }: CleanupRun): Promise<void> {
  for (const { person } of deleted.values()) {
    let done = person === undefined;
    while (person !== undefined && !done && !isStopped()) {
      done = await store.change((change) => forgetUsagePerson(change, person, stepSize));
    }
  }
}

/** Removes the authorities that are recorded as deleted, and then their records. Continues in a later call if it is stopped. */
export async function removeTraces({ store, rights, isStopped }: Omit<CleanupRun, 'deleted'>): Promise<void> {
  const deleted = new Map<string, AccountCleanupRecord>();
  for await (const [name, record] of store.departures.entries()) deleted.set(name, record);
  if (deleted.size === 0) return;
  const run = { store, rights, deleted, isStopped };
  await rewriteAllNodes(run);
  await reassignAllTrash(run);
  await forgetInUsages(run);
  if (isStopped()) return;
  await store.change(async (change) => {
    for (const name of deleted.keys()) change.departures.delete(name);
  });
}
