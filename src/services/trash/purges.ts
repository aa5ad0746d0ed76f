import { messageOf } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Change, DamagedRecord } from '../../ports/store.ts';
import { deleteAnnotations } from '../records/annotation-records.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { deleteReferencesTo, forgetReference } from '../records/reference-records.ts';
import { deleteShares } from '../records/share-records.ts';
import { versionsPrefix } from '../records/version-records.ts';

/** Removes the records of subtrees that nobody finds any more, behind the answers. */
export interface Purges {
  /**
   * Keeps a subtree that waits to be removed from being removed yet, until the function that is returned is called: it
   * may turn out to be wanted. After the end of the process nothing is kept.
   */
  hold(top: NodeId): () => void;
  /** Goes on with all that waits. Resolves when nothing does; what fails stays in the list for the next time. */
  finish(): Promise<void>;
  /** Ends after the present step. */
  stop(): Promise<void>;
}

/** Nodes, and versions of them, removed in one change, so that other callers get their turn in between. */
const stepSize = 50;
const versionsInStep = 500;

async function firstChild(change: Change, parent: NodeId): Promise<{ key: string; id: NodeId } | undefined> {
  for await (const [key, entry] of change.children.entries({ prefix: childrenPrefix(parent), limit: 1 })) {
    return { key, id: entry.id };
  }
  return undefined;
}

/** A damaged record can go too: it tells nothing, and what it would have told leads nowhere then. */
async function readable(change: Change, id: NodeId): Promise<NodeRecord | undefined> {
  try {
    return await change.nodes.get(id);
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}

/** Removes up to `most` versions of a node. Resolves to how many it removed. */
async function removeVersions(change: Change, id: NodeId, most: number): Promise<number> {
  let removed = 0;
  for await (const key of change.versions.keys({ prefix: versionsPrefix(id), limit: most })) {
    change.versions.delete(key);
    removed += 1;
  }
  return removed;
}

/** Removes a node without versions. */
async function removeRecords(change: Change, id: NodeId): Promise<void> {
  const node = await readable(change, id);
  if (node !== undefined) {
    deleteShares(change, node);
    forgetReference(change, node);
  }
  await deleteAnnotations(change, id);
  await deleteReferencesTo(change, id);
  if (await change.pins.has(id)) change.pins.delete(id);
  change.nodes.delete(id);
}

/** Removes some nodes, deepest first, and of one with many versions only some of those. Returns the way down to where it stopped; empty: the top is gone too. */
async function removeSome(change: Change, top: NodeId): Promise<NodeId[]> {
  const path: NodeId[] = [top];
  let [left, leftVersions] = [stepSize, versionsInStep];
  for (let at = path.at(-1); at !== undefined && left > 0; at = path.at(-1)) {
    const child = await firstChild(change, at);
    if (child !== undefined) {
      change.children.delete(child.key);
      path.push(child.id);
      continue;
    }
    leftVersions -= await removeVersions(change, at, leftVersions);
    // There may be more of them: the node goes when they are gone.
    if (leftVersions === 0) break;
    await removeRecords(change, at);
    path.pop();
    left -= 1;
  }
  return path;
}

export function createPurges(seams: Pick<Seams, 'store' | 'clock' | 'log'>): Purges {
  const { store, clock, log } = seams;
  const held = new Set<NodeId>();
  let running: Promise<void> | undefined;
  let stopped = false;
  // Also set while a run is at its end, and would not see what came last.
  let requested = false;

  const step = (top: NodeId): Promise<void> =>
    store.change(async (change) => {
      // What was to be removed may be wanted since, as the top of a copy is when that is whole.
      if (!(await change.purges.has(top))) return;
      const path = await removeSome(change, top);
      // What lies on the way lost its entry above, and must be found again by a later step.
      for (const id of path) change.purges.put(id, { at: clock.now().toISOString() });
      if (path.length === 0) change.purges.delete(top);
    });

  /** What cannot be removed stays in the list, and does not keep the others from going. */
  const stepOrWarn = async (top: NodeId): Promise<'done' | 'failed'> => {
    try {
      await step(top);
      return 'done';
    } catch (error) {
      log.warn('Removing for good was interrupted; it is taken up again later.', {
        node: top,
        reason: messageOf(error),
      });
      return 'failed';
    }
  };

  const next = async (after: string): Promise<NodeId | undefined> => {
    for await (const key of store.purges.keys({ after, limit: 1 })) return asNodeId(key);
    return undefined;
  };

  const run = async (): Promise<void> => {
    while (requested && !stopped) {
      requested = false;
      let after = '';
      for (let top = await next(after); top !== undefined && !stopped; top = await next(after)) {
        if (held.has(top) || (await stepOrWarn(top)) === 'failed') after = top;
      }
    }
  };

  return {
    hold(top) {
      held.add(top);
      return () => held.delete(top);
    },
    finish() {
      requested = true;
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
