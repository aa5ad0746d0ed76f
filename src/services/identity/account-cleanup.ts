import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { withoutEntries } from '../../domain/access/acl.ts';
import type { AccountCleanupRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Change, DamagedRecord } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey, putNode, putUnlisted } from '../records/node-changes.ts';
import { deleteShares } from '../records/share-records.ts';
import { deleteTrash, findTrash, putTrash, readTrash } from '../records/trash-records.ts';

/**
 * Removes the traces of people and groups that are gone from all nodes, behind the answers: what a person owned gets its
 * new owner, and no access control list names them any more. A later authority of the same name inherits nothing, as
 * none is made before this is done.
 */
export interface AccountCleanup {
  /** Goes on with all that waits. Never fails: what cannot be done stays in the list for the next time. */
  finish(): Promise<void>;
  /** Resolves when nothing is left of an earlier authority of this name. Rejects with `Unavailable` where that fails. */
  whenFinished(name: string): Promise<void>;
  /** The same inside a change, which cannot wait. */
  requireFinished(change: Change, name: string): Promise<void>;
  /** Ends after the present step. */
  stop(): Promise<void>;
}

type Leaving = ReadonlyMap<string, AccountCleanupRecord>;

/** Nodes looked at in one go. */
const pageSize = 1_000;
/** Nodes changed in one change, so that other callers get their turn in between. */
const stepSize = 100;

const notOver = (name: string): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    `What an earlier ${name} left is still being handed over. Try again in a minute, or take another name.`,
  );

/** Who owns it now: whoever was to get it may have left as well. */
function ownerAfter(owner: string, leaving: Leaving): string {
  const seen = new Set<string>();
  let at = owner;
  for (
    let heir = leaving.get(at)?.owner ?? null;
    heir !== null && !seen.has(at);
    heir = leaving.get(at)?.owner ?? null
  ) {
    seen.add(at);
    at = heir;
  }
  return at;
}

/** The node without a trace of them; the very same where it has none. */
function withoutTraces(node: NodeRecord, leaving: Leaving): NodeRecord {
  const owner = ownerAfter(node.owner, leaving);
  const acl = withoutEntries(node.acl, ({ authority }) => leaving.has(authority));
  return owner === node.owner && acl === node.acl ? node : { ...node, owner, acl };
}

/** What lies in the trash changes hands there too, and with it that whoever deleted something may have it back. */
async function passOnTrash(change: Change, before: NodeRecord, node: NodeRecord, leaving: Leaving): Promise<void> {
  const trashed = await findTrash(change.trash, before);
  if (trashed === undefined) return;
  deleteTrash(change, trashed);
  putTrash(change, node, { area: trashed.area, deleter: ownerAfter(trashed.deleter, leaving) });
}

/** Writes a node that may be on its way out of the store: its folder is told only where it still lists it. */
async function putListed(change: Change, node: NodeRecord): Promise<void> {
  const entry = node.parent === null ? undefined : await change.children.get(childKey(node.parent, node.name));
  if (entry?.id === node.id) putNode(change, node);
  else putUnlisted(change, node);
}

export function createAccountCleanup(seams: Pick<Seams, 'store' | 'log'>, rights: RightsService): AccountCleanup {
  const { store, log } = seams;
  let running: Promise<void> | undefined;
  let stopped = false;
  // Also set while a run is at its end, and would not see what came last.
  let requested = false;

  const rewrite = (ids: readonly string[], leaving: Leaving): Promise<void> =>
    store.change(async (change) => {
      for (const before of await change.nodes.getMany(ids)) {
        if (before === undefined) continue;
        const node = withoutTraces(before, leaving);
        if (node === before) continue;
        deleteShares(change, before);
        await passOnTrash(change, before, node, leaving);
        await putListed(change, node);
        if (node.acl !== before.acl) change.afterCommit(() => rights.changed(node));
      }
    });

  const rewriteAll = async (ids: readonly string[], leaving: Leaving): Promise<void> => {
    for (let from = 0; from < ids.length && !stopped; from += stepSize) {
      await rewrite(ids.slice(from, from + stepSize), leaving);
    }
  };

  /** The nodes of one page that have traces, and where the next page starts; null behind the last one. */
  const readPage = async (after: string, leaving: Leaving): Promise<{ traced: NodeId[]; next: string | null }> => {
    const traced: NodeId[] = [];
    let [last, count] = [after, 0];
    try {
      for await (const [id, node] of store.nodes.entries({ after, limit: pageSize })) {
        if (withoutTraces(node, leaving) !== node) traced.push(node.id);
        [last, count] = [id, count + 1];
      }
    } catch (error) {
      // Nobody is given a damaged node, so nobody can inherit it.
      if (!(error instanceof DamagedRecord)) throw error;
      return { traced, next: error.key };
    }
    return { traced, next: count < pageSize ? null : last };
  };

  const removeTraces = async (leaving: Leaving): Promise<void> => {
    const begun = store.lastCommit;
    const rewritten = new Set<string>();
    for (let after: string | null = ''; after !== null && !stopped; ) {
      const page: { traced: NodeId[]; next: string | null } = await readPage(after, leaving);
      await rewriteAll(page.traced, leaving);
      for (const id of page.traced) rewritten.add(id);
      after = page.next;
    }
    // What was under way when they left may have landed behind the place where the reading was.
    const landed = new Set<string>();
    for await (const { keys } of store.changesSince(begun)) {
      for (const [kind, key] of keys) if (kind === 'nodes' && !rewritten.has(key)) landed.add(key);
    }
    await rewriteAll([...landed], leaving);
  };

  /** What they deleted of others. */
  const passOnDeeds = async (leaving: Leaving): Promise<void> => {
    for (const name of leaving.keys()) {
      const left: NodeId[] = [];
      for await (const { id } of readTrash(store.trash, name)) left.push(id);
      for (let from = 0; from < left.length && !stopped; from += stepSize) {
        await store.change(async (change) => {
          for (const node of await change.nodes.getMany(left.slice(from, from + stepSize))) {
            if (node !== undefined) await passOnTrash(change, node, node, leaving);
          }
        });
      }
    }
  };

  const removeAllTraces = async (): Promise<void> => {
    const leaving = new Map<string, AccountCleanupRecord>();
    for await (const [name, record] of store.departures.entries()) leaving.set(name, record);
    if (leaving.size === 0) return;
    await removeTraces(leaving);
    await passOnDeeds(leaving);
    if (stopped) return;
    await store.change(async (change) => {
      for (const name of leaving.keys()) change.departures.delete(name);
    });
  };

  const run = async (): Promise<void> => {
    try {
      while (requested && !stopped) {
        requested = false;
        await removeAllTraces();
      }
    } catch (error) {
      log.warn('Handing over what somebody left was interrupted; it is taken up again later.', {
        reason: messageOf(error),
      });
    } finally {
      // At once behind the last look at `requested`: who asks from now on starts a new run.
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
      if (await store.departures.has(name)) throw notOver(name);
    },
    async requireFinished(change, name) {
      if (await change.departures.has(name)) throw notOver(name);
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
