import { messageOf } from '../base/errors.ts';
import type { CommitNumber } from '../base/ids.ts';
import { nextTurn } from '../base/next-turn.ts';
import type { Seams } from '../ports/seams.ts';
import type { ChangeLogRow } from '../ports/store.ts';

/** Does something for each node that was written, behind the answers, and for all that were while nobody did. */
export interface NodeFollower {
  /** Goes on until it is stopped. */
  start(): void;
  /** How many changes, and pieces of work found in them, are still to be looked at; 0: all is done. */
  waiting(): Promise<number>;
  /** Ends after the present piece; to be called when what does the work is stopped. */
  stop(): Promise<void>;
}

/** What a follower does. */
export interface FollowedWork<Piece> {
  /** The key of how far it came, in the store. */
  readonly name: string;
  /** What is to be done for these nodes, each piece once. */
  find(keys: Iterable<string>): Promise<Iterable<Piece>>;
  /** Whether it changed the store. Rejects only with what keeps all other pieces from being done, too. */
  work(piece: Piece): Promise<boolean>;
  /** What is said in the log where it cannot go on for now. */
  readonly waits: string;
}

/** In milliseconds: the store must be quiet so long, for writing comes first. */
const quietTime = 400;
/** So many changes behind, it does not wait for quiet. */
const patience = 500;
/** Where something keeps it from going on, in milliseconds. */
const pauseAfterFailure = 60_000;
/** Nodes looked at in one go. */
const stepSize = 200;
/** How far it came is written down when so many more changes were looked at, and when it has changed something. */
const farEnough = 5_000;

const nodesIn = (row: ChangeLogRow): string[] => row.keys.flatMap(([kind, key]) => (kind === 'nodes' ? [key] : []));

export function createNodeFollower<Piece>(
  seams: Pick<Seams, 'store' | 'log'>,
  followed: FollowedWork<Piece>,
): NodeFollower {
  const { store, log } = seams;
  let position: CommitNumber | undefined;
  let written = 0;
  let changed = 0;
  let inHand = 0;
  let seenCommit = -1;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;

  const load = async (): Promise<CommitNumber> => {
    const commit = (await store.followers.get(followed.name))?.commit ?? 0;
    written = commit;
    // A store that had gone further: after a restored backup, for instance.
    return commit > store.lastCommit ? 0 : commit;
  };

  const current = async (): Promise<CommitNumber> => {
    position ??= await load();
    return position;
  };

  const save = async (commit: CommitNumber): Promise<void> => {
    if (changed === 0 && commit - written < farEnough) return;
    await store.change(async (change) => change.followers.put(followed.name, { commit }));
    written = commit;
    changed = 0;
  };

  const workAll = async (keys: Iterable<string>): Promise<void> => {
    const pieces = [...(await followed.find(keys))];
    inHand = pieces.length;
    for (const piece of pieces) {
      if (stopped) return;
      if (await followed.work(piece)) changed += 1;
      inHand -= 1;
    }
    await nextTurn();
  };

  /** Looks at all nodes as they are. */
  const walk = async (): Promise<void> => {
    const target = store.lastCommit;
    let keys: string[] = [];
    for await (const key of store.nodes.keys()) {
      keys.push(key);
      if (keys.length < stepSize) continue;
      await workAll(keys);
      if (stopped) return;
      keys = [];
    }
    await workAll(keys);
    if (!stopped) position = target;
  };

  const followLog = async (from: CommitNumber): Promise<void> => {
    let keys = new Set<string>();
    let commit = from;
    for await (const row of store.changesSince(from)) {
      for (const key of nodesIn(row)) keys.add(key);
      commit = row.commit;
      if (keys.size < stepSize) continue;
      await workAll(keys);
      if (stopped) return;
      position = commit;
      keys = new Set();
    }
    await workAll(keys);
    if (!stopped) position = commit;
  };

  const follow = async (): Promise<void> => {
    const from = await current();
    const quiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    const lag = store.lastCommit - from;
    if (lag === 0 || !(quiet || lag > patience)) return;
    if (from === 0) await walk();
    else await followLog(from);
    if (!stopped) await save(await current());
  };

  const tick = async (): Promise<void> => {
    let pause = quietTime;
    try {
      await follow();
    } catch (error) {
      pause = pauseAfterFailure;
      if (!stopped) log.warn(followed.waits, { reason: messageOf(error) });
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
      return Math.max(0, store.lastCommit - (await current())) + inHand;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
