import { messageOf, RepositoryError } from '../base/errors.ts';
import { asNodeId, type CommitNumber } from '../base/ids.ts';
import { nextTurn } from '../base/next-turn.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { type ChangeLogRow, DamagedRecord, ForgottenChanges } from '../ports/store.ts';

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
  /** The key of how far it came, in the store. Who sets it to 0 there makes it look at all nodes again. */
  readonly name: string;
  /** Once, before anything else. */
  prepare?(): Promise<void>;
  /** What is to be done for a node. Equal pieces of several nodes are done once. */
  find(node: NodeRecord): readonly Piece[];
  /** Whether it changed the store. */
  work(piece: Piece): Promise<boolean>;
  /** What is said in the log where it cannot go on for now, and where one node or piece must be left out. */
  readonly messages: { readonly waits: string; readonly leftOut: string };
}

/** In milliseconds: the store must be quiet so long, for writing comes first. */
const quietTime = 400;
/** So many changes behind, it does not wait for quiet. */
const patience = 500;
/** Where something keeps it from going on, in milliseconds. */
const pauseAfterFailure = 60_000;
/** Nodes looked at in one go. */
const stepSize = 200;
/**
 * How far it came is written down when all nodes were looked at, when so many more changes were, and when it has changed something.
 */
const farEnough = 5_000;

const nodesIn = (row: ChangeLogRow): string[] => row.keys.flatMap(([kind, key]) => (kind === 'nodes' ? [key] : []));

const whereForgotten =
  (work: () => Promise<void>) =>
  (error: unknown): Promise<void> => {
    // A row that cannot be read any more is as good as forgotten.
    if (!(error instanceof ForgottenChanges || error instanceof DamagedRecord)) throw error;
    return work();
  };

/** It will be so with the next piece, too: nothing can be made or written now. */
const concernsAll = (error: unknown): boolean =>
  error instanceof RepositoryError && (error.code === 'Unavailable' || error.code === 'StorageFailed');

export function createNodeFollower<Piece>(
  seams: Pick<Seams, 'store' | 'log'>,
  followed: FollowedWork<Piece>,
): NodeFollower {
  const { store, log } = seams;
  let prepared = false;
  let position: CommitNumber | undefined;
  let written = 0;
  let changed = 0;
  let inHand = 0;
  let seenCommit = -1;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;

  const stored = async (): Promise<CommitNumber> => (await store.followers.get(followed.name))?.commit ?? 0;

  const current = async (): Promise<CommitNumber> => {
    if (position === undefined) {
      written = await stored();
      // A store that had gone further: after a restored backup, for instance.
      position = written > store.lastCommit ? 0 : written;
    }
    return position;
  };

  /** Somebody may have set it back. */
  const looked = async (): Promise<CommitNumber> => {
    const from = await current();
    if (from === 0 || (await stored()) >= written) return from;
    position = undefined;
    return current();
  };

  const save = async (commit: CommitNumber): Promise<void> => {
    // Written down once in any case: what is set to 0 must differ from what it was.
    if (changed === 0 && written > 0 && commit - written < farEnough) return;
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

  const piecesOf = async (keys: Iterable<string>): Promise<Set<Piece>> => {
    const pieces = new Set<Piece>();
    for (const key of keys) {
      const node = await orLeftOut({ node: key }, () => store.nodes.get(asNodeId(key) ?? key));
      if (node !== undefined) for (const piece of followed.find(node)) pieces.add(piece);
    }
    return pieces;
  };

  const workAll = async (keys: Iterable<string>): Promise<void> => {
    const pieces = await piecesOf(keys);
    inHand = pieces.size;
    for (const piece of pieces) {
      if (stopped) return;
      if ((await orLeftOut({ piece }, () => followed.work(piece))) === true) changed += 1;
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
    if (!prepared) await followed.prepare?.();
    prepared = true;
    const quiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    const lag = store.lastCommit - (await current());
    if (lag === 0 || !(quiet || lag > patience)) return;
    const from = await looked();
    if (from === 0) await walk();
    else await followLog(from).catch(whereForgotten(walk));
    if (!stopped) await save(await current());
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
      return Math.max(0, store.lastCommit - (await current())) + inHand;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
