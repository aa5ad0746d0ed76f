import { badRequest, messageOf, notFound, RepositoryError } from '../base/errors.ts';
import { asNodeId, type NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import type { Landmarks, NodeRecord } from '../domain/records.ts';
import { includes, rightsOf } from '../domain/rights.ts';
import type { Seams } from '../ports/seams.ts';
import type { Change } from '../ports/store.ts';
import { childKey, childrenPrefix, versionsPrefix } from './node-changes.ts';
import type { RightsService } from './rights.ts';

/** Takes nodes away: into the archive, or for good. */
export interface RemovalService {
  /**
   * One small change, however much lies below: the top node leaves its folder, and nobody finds it or what is below
   * it any more. With `archive: false` the records are removed behind the answer.
   */
  remove(caller: Caller, id: NodeId, how: { readonly archive: boolean }): Promise<void>;
  /** Goes on with what a removal for good, or a stop in the middle of one, has left. Resolves when all is removed. */
  finishPurges(): Promise<void>;
  /** Ends removing after the present step; what is left is taken up at the next start. */
  stop(): Promise<void>;
}

/** Records removed in one change, so that other callers get their turn in between. */
const purgeStep = 200;

export function createRemovalService(
  seams: Pick<Seams, 'store' | 'clock' | 'log'>,
  rights: RightsService,
  landmarks: Landmarks,
): RemovalService {
  const { store, clock, log } = seams;
  let purging: Promise<void> | undefined;
  let stopped = false;

  /** Whoever may delete the node, or clear out its folder. */
  const requireDelete = async (caller: Caller, node: NodeRecord): Promise<void> => {
    const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
    const mayClearOut = parent !== undefined && includes(await rights.of(caller, parent), rightsOf('DeleteChildren'));
    if (!mayClearOut || !(await rights.mayRead(caller, node))) await rights.require(caller, node, 'DeleteNode');
  };

  const detach = async (change: Change, id: NodeId): Promise<NodeRecord> => {
    const node = await change.nodes.get(id);
    if (node === undefined || node.archived !== null) throw notFound('Node', id);
    if (node.parent !== null) change.children.delete(childKey(node.parent, node.name));
    change.afterCommit(rights.forget);
    return node;
  };

  const removeRecord = async (change: Change, id: NodeId): Promise<void> => {
    for await (const key of change.versions.keys({ prefix: versionsPrefix(id) })) change.versions.delete(key);
    change.nodes.delete(id);
  };

  /** A node whose children are all gone, or undefined where the whole subtree is; goes down as deep as it must. */
  const removeSome = async (top: NodeId): Promise<'more' | 'done'> =>
    store.change(async (change) => {
      let left = purgeStep;
      const path: NodeId[] = [top];
      for (let at = path.at(-1); at !== undefined && left > 0; at = path.at(-1)) {
        const first = await firstChild(change, at);
        if (first === undefined) {
          await removeRecord(change, at);
          path.pop();
          left -= 1;
        } else {
          change.children.delete(first.key);
          path.push(first.id);
        }
      }
      // What is on the way down lost its entry above, and must be found again by the next step.
      for (const id of path.slice(1)) change.purges.put(id, { at: clock.now().toISOString() });
      if (path.length === 0) change.purges.delete(top);
      return path.length === 0 ? 'done' : 'more';
    });

  const firstChild = async (change: Change, parent: NodeId) => {
    for await (const [key, entry] of change.children.entries({ prefix: childrenPrefix(parent), limit: 1 })) {
      return { key, id: entry.id };
    }
    return undefined;
  };

  const purgeAll = async (): Promise<void> => {
    while (!stopped) {
      let next: NodeId | undefined;
      for await (const key of store.purges.keys({ limit: 1 })) next = asNodeId(key);
      if (next === undefined) return;
      while (!stopped && (await removeSome(next)) === 'more');
    }
  };

  const finishPurges = (): Promise<void> => {
    purging ??= purgeAll()
      .catch((error: unknown) => {
        // It stays in the list and is taken up again by the next removal or start.
        if (!(error instanceof RepositoryError)) throw error;
        log.warn('Removing for good was interrupted.', { reason: messageOf(error) });
      })
      .finally(() => {
        purging = undefined;
      });
    return purging;
  };

  return {
    finishPurges,
    async stop() {
      stopped = true;
      await purging?.catch(() => undefined);
    },
    async remove(caller, id, { archive }) {
      const seen = await store.nodes.get(id);
      if (seen === undefined) throw notFound('Node', id);
      if (id === landmarks.companyHome || id === landmarks.userHomes) {
        throw badRequest('This folder belongs to the repository itself and cannot be deleted.');
      }
      await requireDelete(caller, seen);
      const at = clock.now().toISOString();
      await store.change(async (change) => {
        const node = await detach(change, id);
        change.nodes.put(id, { ...node, archived: { at, by: caller.userName } });
        if (!archive) change.purges.put(id, { at });
      });
      if (!archive) {
        finishPurges().catch((error: unknown) => log.error('Removing for good failed.', { reason: messageOf(error) }));
      }
    },
  };
}
