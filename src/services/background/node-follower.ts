import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId, type CommitNumber } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import { createFairQueue } from '../../base/scheduling/fair-queue.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type ChangeLogRow, DamagedRecord, ForgottenChanges } from '../../ports/store.ts';

/** Does something for each node that was written, behind the answers, and for all that were while nobody did. */
export interface NodeFollower {
  /** Goes on until it is stopped. */
  start(): void;
  /** How many changes, and pieces of work found in them, are still to be looked at; 0: all is done. Changes that write no node do not count. */
  waiting(): Promise<number>;
  /** Ends after the present piece; to be called when what does the work is stopped. */
  stop(): Promise<void>;
}

/** What came of a piece: whether it changed the store, or that it is to be tried behind all that is fresh. */
export type BatchOutcome = boolean | 'later';

/** What a follower does. */
export interface FollowedWork<Piece> {
  /** The key of how far it came, in the store. Who sets it to 0 there makes it look at all nodes again. */
  readonly name: string;
  /** Once, before anything else. */
  prepare?(): Promise<void>;
  /** What is to be done for a node. Equal pieces of several nodes are done once. */
  find(node: NodeRecord): readonly Piece[];
  /** With `retry` when it was put off before: then `later` counts as done. */
  work(piece: Piece, how: { readonly retry: boolean }): Promise<BatchOutcome>;
  /** What is said in the log where it cannot go on for now, and where one node or piece must be left out. */
  readonly messages: { readonly waits: string; readonly leftOut: string };
}

/** In milliseconds: the store must be quiet so long, for writing comes first. While there is work, it is looked at so often. */
const quietTime = 400;
/** So many changes behind, it does not wait for quiet. */
const patience = 500;
/** Where something keeps it from going on, in milliseconds. */
const pauseAfterFailure = 60_000;
/** Nodes looked at in one go. */
const stepSize = 200;
/** With so many pieces in the queue, changes are left unread. */
const maxQueued = 20_000;
/**
 * How far it came is written down when all nodes were looked at, when so many more changes were, and when it has changed something.
 */
const farEnough = 5_000;

/** Changes since then are all that there are, or have been forgotten: then all nodes are looked at. */
const firstCommit = 1;

const ranks = { fresh: 0, retry: 1 } as const;

/** Some changes that were looked at, and how many pieces of them are still to be done. */
interface Step {
  readonly commit: CommitNumber;
  left: number;
}

interface Queued<Piece> {
  readonly piece: Piece;
  readonly owner: string;
  readonly retry: boolean;
  readonly step: Step;
}

const nodesIn = (row: ChangeLogRow): string[] => row.keys.flatMap(([kind, key]) => (kind === 'nodes' ? [key] : []));

/** A row that cannot be read any more is as good as forgotten. */
const isForgotten = (error: unknown): boolean => error instanceof ForgottenChanges || error instanceof DamagedRecord;

/** It will be so with the next piece, too: nothing can be made or written now. */
const concernsAll = (error: unknown): boolean =>
  error instanceof RepositoryError && (error.code === 'Unavailable' || error.code === 'StorageFailed');

export function createNodeFollower<Piece>(
  seams: Pick<Seams, 'store' | 'log'>,
  followed: FollowedWork<Piece>,
): NodeFollower {
  const { store, log } = seams;
  const queue = createFairQueue<Queued<Piece>>();
  /** Of the pieces in the queue: one that was done in another line is not done again. */
  const undone = new Set<Piece>();
  let prepared = false;
  /** All that was found up to here is done. */
  let position = 0;
  /** The change log was read up to here. */
  let scanned = 0;
  /** Oldest first. */
  let steps: Step[] = [];
  /** All nodes are being looked at: those up to this key were. */
  let walk: { after: string; readonly step: Step } | undefined;
  let written = 0;
  let changed = 0;
  let inHand = 0;
  let seenCommit = -1;
  let lastLook = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let loading: Promise<void> | undefined;
  // The last change that wrote a node. Before this process started, any change may have.
  let lastNodeCommit = store.lastCommit;
  store.onCommit((kind) => {
    if (kind === 'nodes') lastNodeCommit = store.lastCommit;
  });

  const stored = async (): Promise<CommitNumber> => (await store.followers.get(followed.name))?.commit ?? 0;

  const startWalk = (): void => {
    // The log goes on from here: what changes meanwhile does not wait for the end of the walk.
    const step = { commit: store.lastCommit, left: 1 };
    walk = { after: '', step };
    steps = [step];
    scanned = step.commit;
    position = 0;
  };

  const load = async (): Promise<void> => {
    written = await stored();
    scanned = written;
    position = written;
    // A store that had gone further: after a restored backup, for instance.
    if (written === 0 || written > store.lastCommit) startWalk();
  };

  const loaded = (): Promise<void> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  const isSetBack = async (): Promise<boolean> => (await stored()) < written;

  /** Looks at all nodes again where somebody has asked for it. */
  const heedSetBack = async (): Promise<void> => {
    if (await isSetBack()) {
      written = 0;
      startWalk();
    }
    if (written > 0) return;
    // From here on, who sets it to 0 changes it, also in the middle of a walk.
    await store.change(async (change) => change.followers.put(followed.name, { commit: firstCommit }));
    written = firstCommit;
  };

  const save = async (commit: CommitNumber): Promise<void> => {
    // Written down once in any case: what is set to 0 must differ from what it was.
    if (commit === written || (changed === 0 && written > 0 && commit - written < farEnough)) return;
    const before = written;
    await store.change(async (change) => {
      // Set back meanwhile, it stays so.
      if (((await change.followers.get(followed.name))?.commit ?? 0) < before) return;
      change.followers.put(followed.name, { commit });
    });
    written = commit;
    changed = 0;
  };

  /** One that is damaged must not keep all others from being done. */
  const orLeftOut = async <T>(what: Record<string, unknown>, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (concernsAll(error)) throw error;
      log.warn(followed.messages.leftOut, { ...what, reason: messageOf(error) });
      return undefined;
    }
  };

  const enqueue = (queued: Queued<Piece>): void => {
    undone.add(queued.piece);
    queue.add(queued, { rank: queued.retry ? ranks.retry : ranks.fresh, owner: queued.owner });
  };

  const lookAt = async (keys: Iterable<string>, step: Step): Promise<void> => {
    for (const key of keys) {
      const node = await orLeftOut({ node: key }, () => store.nodes.get(asNodeId(key) ?? key));
      if (node === undefined) continue;
      for (const piece of followed.find(node)) {
        step.left += 1;
        enqueue({ piece, owner: node.owner, retry: false, step });
      }
    }
    await yieldToEventLoop();
  };

  const goOnWalking = async (walking: NonNullable<typeof walk>): Promise<void> => {
    const keys: string[] = [];
    for await (const key of store.nodes.keys({ after: walking.after, limit: stepSize })) keys.push(key);
    await lookAt(keys, walking.step);
    walking.after = keys.at(-1) ?? walking.after;
    if (keys.length === stepSize) return;
    walking.step.left -= 1;
    if (walk === walking) walk = undefined;
  };

  /** Whether there was something to read. */
  const readLog = async (): Promise<boolean> => {
    const step = { commit: scanned, left: 1 };
    const keys = new Set<string>();
    for await (const row of store.changesSince(scanned)) {
      for (const key of nodesIn(row)) keys.add(key);
      step.commit = row.commit;
      if (keys.size >= stepSize) break;
    }
    await lookAt(keys, step);
    const isFurther = step.commit > scanned;
    scanned = step.commit;
    step.left -= 1;
    steps.push(step);
    return isFurther;
  };

  const readWholeLog = async (): Promise<void> => {
    lastLook = performance.now();
    try {
      while (scanned < store.lastCommit && queue.size < maxQueued && !stopped && (await readLog()));
    } catch (error) {
      if (!isForgotten(error)) throw error;
      startWalk();
    }
  };

  const workOn = async ({ piece, owner, retry, step }: Queued<Piece>): Promise<void> => {
    const outcome = undone.has(piece) && (await orLeftOut({ piece }, () => followed.work(piece, { retry })));
    undone.delete(piece);
    if (outcome === 'later' && !retry) enqueue({ piece, owner, retry: true, step });
    else step.left -= 1;
    if (outcome === true || outcome === 'later') changed += 1;
  };

  const takeOne = async (): Promise<void> => {
    const queued = queue.take();
    if (queued === undefined) return;
    inHand = 1;
    try {
      await workOn(queued);
    } catch (error) {
      enqueue(queued);
      throw error;
    } finally {
      inHand = 0;
    }
  };

  const advance = async (): Promise<void> => {
    while (steps[0]?.left === 0) position = steps.shift()?.commit ?? position;
    if (!stopped && position > 0) await save(position);
  };

  const lookForChanges = async (): Promise<void> => {
    if (performance.now() - lastLook < quietTime) return;
    await heedSetBack();
    await readWholeLog();
    await advance();
  };

  const hasWork = (): boolean => !stopped && (walk !== undefined || queue.size > 0);

  const goOn = async (): Promise<void> => {
    for (let count = 1; hasWork(); count += 1) {
      if (walk !== undefined && queue.size < maxQueued) await goOnWalking(walk);
      await takeOne();
      // What is known already takes no time: others have their turn in between.
      if (count % stepSize === 0) await yieldToEventLoop();
      await lookForChanges();
    }
  };

  const follow = async (): Promise<void> => {
    if (!prepared) await followed.prepare?.();
    prepared = true;
    const quiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    await loaded();
    await heedSetBack();
    const lag = store.lastCommit - scanned;
    if (lag > 0 && (quiet || lag > patience)) await readWholeLog();
    await goOn();
    await advance();
    // What it wrote itself is no reason to wait.
    seenCommit = store.lastCommit;
  };

  const tick = async (): Promise<void> => {
    let pause = quietTime;
    try {
      await follow();
    } catch (error) {
      pause = pauseAfterFailure;
      if (!stopped) log.warn(followed.messages.waits, { reason: messageOf(error) });
    } finally {
      inHand = 0;
    }
    if (stopped) return;
    timer = setTimeout(start, pause);
    timer.unref();
  };

  const start = (): void => {
    ticking = tick();
  };

  return {
    start,
    async waiting() {
      await loaded();
      const unread = lastNodeCommit > scanned || walk !== undefined || (await isSetBack());
      return (unread ? Math.max(1, store.lastCommit - scanned) : 0) + queue.size + inHand;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
