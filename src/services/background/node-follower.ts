import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import { createFairQueue } from '../../base/scheduling/fair-queue.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Log } from '../../ports/log.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { FollowerPosition } from './follower-position.ts';
import { NodeScan, type ScanStep, scanStepSize } from './node-scan.ts';

/** Does background work for each written node, including nodes that were written while no follower was running. */
export interface NodeFollower {
  /** Runs until `stop` is called. Does nothing after it. */
  start(): void;
  /** The number of unread changes and queued tasks. 0 if all work is done, even if unread changes write no node. */
  waiting(): Promise<number>;
  /** Ends after the current task. The service that does the work must be stopped as well. */
  stop(): Promise<void>;
}

/** Whether the task changed the store. `later`: it did, and has to be tried again after all new tasks. */
type TaskOutcome = boolean | 'later';

/** The work of a follower. */
export interface FollowedWork<Task> {
  /** The key of the follower's position in the store. Setting the position to 0 makes it visit all nodes again. */
  readonly name: string;
  /** Runs once, before anything else. */
  prepare?(): Promise<void>;
  /** The tasks for a node. Equal tasks of several nodes are done once. */
  find(node: NodeRecord): readonly Task[];
  /** `retry` is true if the first attempt returned `later`. Then another `later` counts as done. */
  work(task: Task, how: { readonly retry: boolean }): Promise<TaskOutcome>;
  /** Log messages: `waits` if the follower has to wait before it continues, `leftOut` if it skips a node or a task. */
  readonly messages: { readonly waits: string; readonly leftOut: string };
}

/** The follower starts when nothing was written for this many milliseconds, and then checks for changes this often. */
const quietTime = 400;
/** With more unread changes than this, the follower starts immediately. */
const maxLag = 500;
/** The pause after a failed run, in milliseconds. */
const pauseAfterFailure = 60_000;
/** With this many tasks in the queue, the follower reads no more changes. */
const maxQueued = 20_000;

const ranks = { fresh: 0, retry: 1 } as const;

interface Queued<Task> {
  readonly task: Task;
  readonly owner: string;
  readonly retry: boolean;
  readonly step: ScanStep;
}

/** Whether all other tasks would fail as well. */
const concernsAll = (error: unknown): boolean =>
  error instanceof RepositoryError && (error.code === 'Unavailable' || error.code === 'StorageFailed');

class QueueingNodeFollower<Task> implements NodeFollower {
  readonly #store: Store;
  readonly #log: Log;
  readonly #followed: FollowedWork<Task>;
  readonly #position: FollowerPosition;
  readonly #scan: NodeScan;
  readonly #queue = createFairQueue<Queued<Task>>();
  /** The tasks in the queue, each once: a task may be queued for several owners. */
  readonly #undone = new Set<Task>();
  #running = 0;
  #prepared = false;
  #loading: Promise<void> | undefined;
  #seenCommit = -1;
  #lastRead = 0;
  /** The last commit that wrote a node. At the start of the process, the last commit, because it may have written one. */
  #lastNodeCommit: number;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;

  constructor({ store, log }: Pick<Seams, 'store' | 'log'>, followed: FollowedWork<Task>) {
    this.#store = store;
    this.#log = log;
    this.#followed = followed;
    this.#position = new FollowerPosition(store, followed.name);
    this.#scan = new NodeScan(store, (keys, step) => this.#visit(keys, step));
    this.#lastNodeCommit = store.lastCommit;
    store.onCommit((kind) => {
      if (kind === 'nodes') this.#lastNodeCommit = store.lastCommit;
    });
  }

  start(): void {
    if (!this.#stopped) this.#ticking = this.#tick();
  }

  async waiting(): Promise<number> {
    await this.#load();
    const { scanned, isWalking } = this.#scan;
    const isUnread = this.#lastNodeCommit > scanned || isWalking || (await this.#position.isReset());
    const unread = isUnread ? Math.max(1, this.#store.lastCommit - this.#scan.scanned) : 0;
    return unread + this.#queue.size + this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#ticking;
  }

  async #tick(): Promise<void> {
    let pause = quietTime;
    try {
      await this.#follow();
    } catch (error) {
      pause = pauseAfterFailure;
      if (!this.#stopped) this.#log.warn(this.#followed.messages.waits, { reason: messageOf(error) });
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.start(), pause);
    this.#timer.unref();
  }

  async #follow(): Promise<void> {
    if (!this.#prepared) await this.#followed.prepare?.();
    this.#prepared = true;
    const isQuiet = this.#store.lastCommit === this.#seenCommit;
    this.#seenCommit = this.#store.lastCommit;
    await this.#load();
    await this.#handleReset();
    const lag = this.#store.lastCommit - this.#scan.scanned;
    if (lag > 0 && (isQuiet || lag > maxLag)) await this.#readLog();
    await this.#workOnQueue();
    await this.#savePosition();
    // The follower's own commits do not end the quiet time.
    this.#seenCommit = this.#store.lastCommit;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadPosition().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #loadPosition(): Promise<void> {
    const saved = await this.#position.load();
    this.#scan.resumeFrom(saved);
    // The saved position can be ahead of the store, for instance after a backup was restored.
    if (saved === 0 || saved > this.#store.lastCommit) this.#scan.startWalk();
  }

  /** Visits all nodes again if the position was reset. */
  async #handleReset(): Promise<void> {
    const isReset = await this.#position.isReset();
    if (isReset) this.#scan.startWalk();
    if (isReset || this.#position.isUnsaved) await this.#position.clearReset();
  }

  async #readLog(): Promise<void> {
    this.#lastRead = performance.now();
    await this.#scan.readLog(() => this.#queue.size < maxQueued && !this.#stopped);
  }

  async #savePosition(): Promise<void> {
    const done = this.#scan.advance();
    if (!this.#stopped && done > 0) await this.#position.save(done);
  }

  /** Queues the tasks of these nodes. */
  async #visit(keys: Iterable<string>, step: ScanStep): Promise<void> {
    for (const key of keys) {
      const node = await this.#orSkip({ node: key }, () => this.#store.nodes.get(asNodeId(key) ?? key));
      if (node === undefined) continue;
      for (const task of this.#followed.find(node)) {
        step.left += 1;
        this.#enqueue({ task, owner: node.owner, retry: false, step });
      }
    }
    await yieldToEventLoop();
  }

  #enqueue(queued: Queued<Task>): void {
    this.#undone.add(queued.task);
    this.#queue.add(queued, { rank: queued.retry ? ranks.retry : ranks.fresh, owner: queued.owner });
  }

  #hasWork(): boolean {
    return !this.#stopped && (this.#scan.isWalking || this.#queue.size > 0);
  }

  async #workOnQueue(): Promise<void> {
    for (let count = 1; this.#hasWork(); count += 1) {
      if (this.#queue.size < maxQueued) await this.#scan.continueWalk();
      await this.#workOnNext();
      // Skipping tasks that are already done never yields to the event loop.
      if (count % scanStepSize === 0) await yieldToEventLoop();
      await this.#checkForChanges();
    }
  }

  async #checkForChanges(): Promise<void> {
    if (performance.now() - this.#lastRead < quietTime) return;
    await this.#handleReset();
    await this.#readLog();
    await this.#savePosition();
  }

  async #workOnNext(): Promise<void> {
    const queued = this.#queue.take();
    if (queued === undefined) return;
    this.#running = 1;
    try {
      await this.#workOn(queued);
    } catch (error) {
      this.#enqueue(queued);
      throw error;
    } finally {
      this.#running = 0;
    }
  }

  async #workOn({ task, owner, retry, step }: Queued<Task>): Promise<void> {
    const isUndone = this.#undone.has(task);
    const outcome = isUndone && (await this.#orSkip({ task }, () => this.#followed.work(task, { retry })));
    this.#undone.delete(task);
    if (outcome === 'later' && !retry) this.#enqueue({ task, owner, retry: true, step });
    else step.left -= 1;
    if (outcome === true || outcome === 'later') this.#position.noteOwnChange();
  }

  /** Logs and skips a damaged node or a failed task, so that it does not block the others. */
  async #orSkip<T>(what: Record<string, unknown>, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (concernsAll(error)) throw error;
      this.#log.warn(this.#followed.messages.leftOut, { ...what, reason: messageOf(error) });
      return undefined;
    }
  }
}

export const createNodeFollower = <Task>(
  seams: Pick<Seams, 'store' | 'log'>,
  followed: FollowedWork<Task>,
): NodeFollower => new QueueingNodeFollower(seams, followed);
