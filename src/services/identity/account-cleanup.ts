import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { withoutEntries } from '../../domain/access/acl.ts';
import type { AccountCleanupRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Change, DamagedRecord, type Store } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey, putNode, putUnlisted } from '../records/node-changes.ts';
import { deleteShares } from '../records/share-records.ts';
import { deleteTrash, findTrash, putTrash, readTrash } from '../records/trash-records.ts';

/**
 * Removes deleted people and groups from all nodes, in the background: a person's nodes get their new owner, and ACL
 * entries of the deleted authority are removed. A new authority of the same name inherits nothing, because it cannot be
 * created before the cleanup has finished.
 */
export interface AccountCleanup {
  /** Cleans up after all deleted authorities. Never rejects: what fails is tried again on the next call. */
  finish(): Promise<void>;
  /** Resolves when the cleanup after an authority of this name has finished. Rejects with `Unavailable` if it fails. */
  whenFinished(name: string): Promise<void>;
  /** Rejects with `Unavailable` if the cleanup has not finished. For use inside a change, which cannot wait. */
  requireFinished(change: Change, name: string): Promise<void>;
  /** Stops after the current step. */
  stop(): Promise<void>;
}

/** The deleted authorities by name. */
type Deleted = ReadonlyMap<string, AccountCleanupRecord>;

interface CleanupRun {
  readonly store: Store;
  readonly rights: RightsService;
  readonly deleted: Deleted;
  readonly isStopped: () => boolean;
}

/** Nodes read per page. */
const pageSize = 1_000;
/** Nodes written per change, so that other changes run in between. */
const stepSize = 100;

const notFinished = (name: string): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    `The repository is still cleaning up after a deleted account named ${name}. Try again in a minute, or choose another name.`,
  );

/** The present owner. The new owner of a deleted person's nodes may have been deleted, too. */
function ownerAfter(owner: string, deleted: Deleted): string {
  const seen = new Set<string>();
  let at = owner;
  for (
    let heir = deleted.get(at)?.owner ?? null;
    heir !== null && !seen.has(at);
    heir = deleted.get(at)?.owner ?? null
  ) {
    seen.add(at);
    at = heir;
  }
  return at;
}

/** The node without the deleted authorities. Returns the same object if nothing changes. */
function withoutTraces(node: NodeRecord, deleted: Deleted): NodeRecord {
  const owner = ownerAfter(node.owner, deleted);
  const acl = withoutEntries(node.acl, ({ authority }) => deleted.has(authority));
  return owner === node.owner && acl === node.acl ? node : { ...node, owner, acl };
}

/** Reassigns a node in the trash: its new owner, and the one who inherits from its deleter, may restore it. */
async function reassignTrash(change: Change, before: NodeRecord, node: NodeRecord, deleted: Deleted): Promise<void> {
  const trashed = await findTrash(change.trash, before);
  if (trashed === undefined) return;
  deleteTrash(change, trashed);
  putTrash(change, node, { area: trashed.area, deleter: ownerAfter(trashed.deleter, deleted) });
}

/** Writes a node that may be about to be purged. Updates the entry in its folder only if there still is one. */
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
  /** The nodes of the page that refer to deleted authorities. */
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
    // The store returns a damaged node to no caller, so a new authority of the same name cannot use it.
    if (!(error instanceof DamagedRecord)) throw error;
    return { ids, next: error.key };
  }
  return { ids, next: count < pageSize ? null : last };
}

async function rewriteAllNodes(run: CleanupRun): Promise<void> {
  const { store, isStopped } = run;
  const firstCommit = store.lastCommit;
  const rewritten = new Set<string>();
  for (let after: string | null = ''; after !== null && !isStopped(); ) {
    const page: TracedPage = await readTracedPage(run, after);
    await rewriteNodes(run, page.ids);
    for (const id of page.ids) rewritten.add(id);
    after = page.next;
  }
  // Requests that were running at the time of the deletion may have written nodes on pages that were read before.
  const written = new Set<string>();
  for await (const { keys } of store.changesSince(firstCommit)) {
    for (const [kind, key] of keys) if (kind === 'nodes' && !rewritten.has(key)) written.add(key);
  }
  await rewriteNodes(run, [...written]);
}

/** Reassigns other people's nodes that the deleted people had moved to the trash. */
async function reassignAllTrash(run: CleanupRun): Promise<void> {
  const { store, deleted } = run;
  for (const name of deleted.keys()) {
    const ids: NodeId[] = [];
    for await (const { id } of readTrash(store.trash, name)) ids.push(id);
    await changeNodes(run, ids, (change, node) => reassignTrash(change, node, node, deleted));
  }
}

async function cleanUp({ store, rights, isStopped }: Omit<CleanupRun, 'deleted'>): Promise<void> {
  const deleted = new Map<string, AccountCleanupRecord>();
  for await (const [name, record] of store.departures.entries()) deleted.set(name, record);
  if (deleted.size === 0) return;
  const run = { store, rights, deleted, isStopped };
  await rewriteAllNodes(run);
  await reassignAllTrash(run);
  if (isStopped()) return;
  await store.change(async (change) => {
    for (const name of deleted.keys()) change.departures.delete(name);
  });
}

export function createAccountCleanup(seams: Pick<Seams, 'store' | 'log'>, rights: RightsService): AccountCleanup {
  const { store, log } = seams;
  let running: Promise<void> | undefined;
  let stopped = false;
  // A run that is about to end does not see the latest deletions, so it starts over if this is set.
  let requested = false;

  const run = async (): Promise<void> => {
    try {
      while (requested && !stopped) {
        requested = false;
        await cleanUp({ store, rights, isStopped: () => stopped });
      }
    } catch (error) {
      log.warn('The cleanup after deleted accounts was interrupted. It will be continued later.', {
        reason: messageOf(error),
      });
    } finally {
      // Nothing may be awaited between the last check of `requested` and this, or a request could be lost.
      running = undefined;
    }
  };

  const finish = (): Promise<void> => {
    requested = true;
    running ??= run();
    return running;
  };

  return {
    finish,
    async whenFinished(name) {
      if (!(await store.departures.has(name))) return;
      await finish();
      if (await store.departures.has(name)) throw notFinished(name);
    },
    async requireFinished(change, name) {
      if (await change.departures.has(name)) throw notFinished(name);
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
