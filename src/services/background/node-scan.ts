import type { CommitNumber } from '../../base/ids.ts';
import { type ChangeLogRow, DamagedRecord, type Store, TrimmedChanges } from '../../ports/store.ts';

/** The number of nodes read in one step. */
export const scanStepSize = 200;

/** Nodes that were read together. */
export interface ScanStep {
  /** The step ends at this commit. */
  readonly commit: CommitNumber;
  /** The number of unfinished tasks of these nodes, plus 1 while the step is being read. */
  left: number;
}

/** A walk over all nodes. */
interface Walk {
  /** The key of the last node that was read. */
  after: string;
  readonly step: ScanStep;
}

const nodesIn = (row: ChangeLogRow): string[] => row.keys.flatMap(([kind, key]) => (kind === 'nodes' ? [key] : []));

/** An unreadable row of the change log counts as trimmed. */
const isUnreadable = (error: unknown): boolean => error instanceof TrimmedChanges || error instanceof DamagedRecord;

/** Reads the keys of the nodes to visit: those in the change log, or all nodes if the log was trimmed too far. */
export class NodeScan {
  readonly #store: Store;
  readonly #visit: (keys: Iterable<string>, step: ScanStep) => Promise<void>;
  /** All tasks up to this commit are done. */
  #done: CommitNumber = 0;
  /** The change log was read up to this commit. */
  #scanned: CommitNumber = 0;
  /** Oldest first. */
  #steps: ScanStep[] = [];
  #walk: Walk | undefined;

  /** `visit` counts the tasks of the nodes in `step.left`. */
  constructor(store: Store, visit: (keys: Iterable<string>, step: ScanStep) => Promise<void>) {
    this.#store = store;
    this.#visit = visit;
  }

  get scanned(): CommitNumber {
    return this.#scanned;
  }

  get isWalking(): boolean {
    return this.#walk !== undefined;
  }

  resumeFrom(commit: CommitNumber): void {
    this.#scanned = commit;
    this.#done = commit;
  }

  /** Starts a walk over all nodes. Changes from now on are read from the change log, even before the walk ends. */
  startWalk(): void {
    const step = { commit: this.#store.lastCommit, left: 1 };
    this.#walk = { after: '', step };
    this.#steps = [step];
    this.#scanned = step.commit;
    this.#done = 0;
  }

  /** Reads the next nodes of the walk, if there is one. */
  async continueWalk(): Promise<void> {
    const walk = this.#walk;
    if (walk === undefined) return;
    const keys: string[] = [];
    for await (const key of this.#store.nodes.keys({ after: walk.after, limit: scanStepSize })) keys.push(key);
    await this.#visit(keys, walk.step);
    walk.after = keys.at(-1) ?? walk.after;
    if (keys.length === scanStepSize) return;
    walk.step.left -= 1;
    // A reset may have started another walk in the meantime.
    if (this.#walk === walk) this.#walk = undefined;
  }

  /** Reads the change log to its end, or until `mayContinue` returns false. Starts a walk if rows are missing. */
  async readLog(mayContinue: () => boolean): Promise<void> {
    try {
      while (this.#scanned < this.#store.lastCommit && mayContinue() && (await this.#readRows()));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.startWalk();
    }
  }

  /** Drops the finished steps. Returns the commit up to which everything is done. */
  advance(): CommitNumber {
    while (this.#steps[0]?.left === 0) this.#done = this.#steps.shift()?.commit ?? this.#done;
    return this.#done;
  }

  /** Resolves to false if there was nothing to read. */
  async #readRows(): Promise<boolean> {
    let commit = this.#scanned;
    const keys = new Set<string>();
    for await (const row of this.#store.changesSince(this.#scanned)) {
      for (const key of nodesIn(row)) keys.add(key);
      commit = row.commit;
      if (keys.size >= scanStepSize) break;
    }
    const step: ScanStep = { commit, left: 1 };
    await this.#visit(keys, step);
    const isFurther = commit > this.#scanned;
    this.#scanned = commit;
    step.left -= 1;
    this.#steps.push(step);
    return isFurther;
  }
}
