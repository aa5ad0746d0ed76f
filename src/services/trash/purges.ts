import { outsideDryRun } from '../../base/dry-run.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import { deleteAnnotations } from '../records/annotation-records.ts';
import { unlessDamaged } from '../records/damaged-records.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { deleteReferencesTo, forgetReference } from '../records/reference-records.ts';
import { deleteShares } from '../records/share-records.ts';
import { deleteUsagesOf } from '../records/usage-records.ts';
import { deleteVersions } from '../records/version-records.ts';

/** Deletes the records of purged subtrees in the background. */
export interface Purges {
  /**
   * Keeps a marked subtree from being deleted until the returned function is called, because the mark may still be
   * removed. The protection ends with the process.
   */
  hold(top: NodeId): () => void;
  /** Deletes all marked subtrees that are not held. A subtree that cannot be deleted stays marked for the next call. */
  finish(): Promise<void>;
  /** Calls `finish` and logs a failure. */
  finishInBackground(): void;
  /** Ends after the current step. */
  stop(): Promise<void>;
}

/** The numbers of nodes and versions deleted in one change. Other changes have to wait for it. */
const nodesPerStep = 50;
const versionsPerStep = 500;

async function firstChild(change: Change, parent: NodeId): Promise<{ key: string; id: NodeId } | undefined> {
  for await (const [key, entry] of change.children.entries({ prefix: childrenPrefix(parent), limit: 1 })) {
    return { key, id: entry.id };
  }
  return undefined;
}

/** Deletes the records of a node whose versions are already deleted. */
async function deleteNode(change: Change, id: NodeId): Promise<void> {
  // A damaged record is deleted too. Its share and reference rows cannot be found without it. They remain, but readers
  // ignore rows whose node is gone.
  const node = await unlessDamaged(change.nodes.get(id));
  if (node !== undefined) {
    deleteShares(change, node);
    forgetReference(change, node);
  }
  await deleteAnnotations(change, id);
  await deleteUsagesOf(change, id);
  await deleteReferencesTo(change, id);
  if (await change.pins.has(id)) change.pins.delete(id);
  change.nodes.delete(id);
}

/** Deletes some nodes and versions, deepest first. Resolves to the path to the next node; empty if the top is deleted. */
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
    versionsLeft -= await deleteVersions(change, id, { limit: versionsLeft });
    // The node may have more versions. It is deleted after its last one.
    if (versionsLeft === 0) break;
    await deleteNode(change, id);
    path.pop();
    nodesLeft -= 1;
  }
  return path;
}

async function purgeStep(change: Change, top: NodeId, clock: Clock): Promise<void> {
  // A copy that was completed in the meantime has removed the mark of its top.
  if (!(await change.purges.has(top))) return;
  const path = await deleteSome(change, top);
  // Nodes on the path have no entry in their folder anymore. The next step finds them by their marks.
  for (const id of path) change.purges.put(id, { at: clock.now().toISOString() });
  if (path.length === 0) change.purges.delete(top);
}

async function nextMarked({ purges }: Pick<Collections, 'purges'>, after: string): Promise<NodeId | undefined> {
  for await (const key of purges.keys({ after, limit: 1 })) return asNodeId(key);
  return undefined;
}

type PurgeSeams = Pick<Seams, 'store' | 'clock' | 'log'>;

class MarkedPurges implements Purges {
  readonly #seams: PurgeSeams;
  readonly #held = new Set<NodeId>();
  #running: Promise<void> | undefined;
  #stopped = false;
  /** A run that is about to end would miss a mark that was just added, so it checks for another request. */
  #requested = false;

  constructor(seams: PurgeSeams) {
    this.#seams = seams;
  }

  hold(top: NodeId): () => void {
    this.#held.add(top);
    return () => this.#held.delete(top);
  }

  finish(): Promise<void> {
    this.#requested = true;
    this.#running ??= outsideDryRun(() => this.#run());
    return this.#running;
  }

  finishInBackground(): void {
    this.finish().catch((error: unknown) => this.#seams.log.error('A purge failed.', { reason: messageOf(error) }));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#requested && !this.#stopped) {
        this.#requested = false;
        await this.#purgeMarked();
      }
    } finally {
      // Nothing may be awaited between the last check of `#requested` and this, or a request could be lost.
      this.#running = undefined;
    }
  }

  async #purgeMarked(): Promise<void> {
    let after = '';
    const next = (): Promise<NodeId | undefined> => nextMarked(this.#seams.store, after);
    for (let top = await next(); top !== undefined && !this.#stopped; top = await next()) {
      if (this.#held.has(top) || !(await this.#step(top))) after = top;
    }
  }

  /**
   * Deletes the next records of a subtree. Resolves to false if they cannot be deleted: the subtree stays marked and
   * does not block the others.
   */
  async #step(top: NodeId): Promise<boolean> {
    const { store, clock, log } = this.#seams;
    try {
      await store.change((change) => purgeStep(change, top, clock));
      return true;
    } catch (error) {
      log.warn('A purge was interrupted. It continues with the next purge, or after a restart.', {
        node: top,
        reason: messageOf(error),
      });
      return false;
    }
  }
}

export const createPurges = (seams: PurgeSeams): Purges => new MarkedPurges(seams);
