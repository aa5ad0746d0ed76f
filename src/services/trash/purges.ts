import { messageOf } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Change, type Collections, DamagedRecord } from '../../ports/store.ts';
import { deleteAnnotations } from '../records/annotation-records.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { deleteReferencesTo, forgetReference } from '../records/reference-records.ts';
import { deleteShares } from '../records/share-records.ts';
import { versionsPrefix } from '../records/version-records.ts';

/** Deletes the records of purged subtrees in the background. */
export interface Purges {
  /**
   * Protects a subtree that is marked for purging until the returned function is called, since the mark may still be
   * removed. The protection ends with the process.
   */
  hold(top: NodeId): () => void;
  /** Deletes all marked subtrees. Resolves when none is left. A subtree that fails stays marked for the next call. */
  finish(): Promise<void>;
  /** Ends after the current step. */
  stop(): Promise<void>;
}

/** Nodes and versions deleted in one change. They bound how long other callers wait. */
const nodesPerStep = 50;
const versionsPerStep = 500;

async function firstChild(change: Change, parent: NodeId): Promise<{ key: string; id: NodeId } | undefined> {
  for await (const [key, entry] of change.children.entries({ prefix: childrenPrefix(parent), limit: 1 })) {
    return { key, id: entry.id };
  }
  return undefined;
}

/** A damaged record is deleted too. Rows that only its content could name then lead to no node. */
async function readable(change: Change, id: NodeId): Promise<NodeRecord | undefined> {
  try {
    return await change.nodes.get(id);
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}

/** Resolves to the number of deleted versions. */
async function deleteVersions(change: Change, id: NodeId, limit: number): Promise<number> {
  let deleted = 0;
  for await (const key of change.versions.keys({ prefix: versionsPrefix(id), limit })) {
    change.versions.delete(key);
    deleted += 1;
  }
  return deleted;
}

/** Deletes the records of a node without versions. */
async function deleteNode(change: Change, id: NodeId): Promise<void> {
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

/** Deletes some nodes and versions, deepest first. Resolves to the path to where it stopped; empty if the top is deleted. */
async function deleteSome(change: Change, top: NodeId): Promise<NodeId[]> {
  const path: NodeId[] = [top];
  let [nodesLeft, versionsLeft] = [nodesPerStep, versionsPerStep];
  for (let id = path.at(-1); id !== undefined && nodesLeft > 0; id = path.at(-1)) {
    const child = await firstChild(change, id);
    if (child !== undefined) {
      change.children.delete(child.key);
      path.push(child.id);
      continue;
    }
    versionsLeft -= await deleteVersions(change, id, versionsLeft);
    // The node may have more versions. It is deleted after its last one.
    if (versionsLeft === 0) break;
    await deleteNode(change, id);
    path.pop();
    nodesLeft -= 1;
  }
  return path;
}

async function purgeStep(change: Change, top: NodeId, clock: Clock): Promise<void> {
  // The mark may have been removed in the meantime, as for the top of a completed copy.
  if (!(await change.purges.has(top))) return;
  const path = await deleteSome(change, top);
  // Nodes on the path have lost the entry in their folder, so the next step must find them by a mark of their own.
  for (const id of path) change.purges.put(id, { at: clock.now().toISOString() });
  if (path.length === 0) change.purges.delete(top);
}

async function nextMarked({ purges }: Pick<Collections, 'purges'>, after: string): Promise<NodeId | undefined> {
  for await (const key of purges.keys({ after, limit: 1 })) return asNodeId(key);
  return undefined;
}

export function createPurges({ store, clock, log }: Pick<Seams, 'store' | 'clock' | 'log'>): Purges {
  const held = new Set<NodeId>();
  let running: Promise<void> | undefined;
  let stopped = false;
  // A run that is about to end would miss a mark that was just added, so it checks for another request.
  let requested = false;

  /** A subtree that cannot be deleted stays marked and does not block the others. */
  const stepOrWarn = async (top: NodeId): Promise<'done' | 'failed'> => {
    try {
      await store.change((change) => purgeStep(change, top, clock));
      return 'done';
    } catch (error) {
      log.warn('A purge was interrupted. It continues later.', { node: top, reason: messageOf(error) });
      return 'failed';
    }
  };

  const run = async (): Promise<void> => {
    while (requested && !stopped) {
      requested = false;
      let after = '';
      for (
        let top = await nextMarked(store, after);
        top !== undefined && !stopped;
        top = await nextMarked(store, after)
      ) {
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
