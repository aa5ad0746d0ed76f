import { messageOf } from '../base/errors.ts';
import type { Seams } from '../ports/seams.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { createIndexFollower } from './index-follower.ts';

/** Keeps the search index level with the store. */
export interface IndexingService {
  /** The index with everything in it that was committed before the call. */
  current(): Promise<SearchIndex>;
  /** Takes in behind the answers what is committed from now on. */
  start(): void;
  /** Stops, and saves what the index knows, where it was opened at all. */
  stop(): Promise<void>;
  readonly state: 'ready' | 'building';
}

/** How long the store must be quiet before the index follows by itself, in milliseconds. */
const quietTime = 150;
/** After a failure the index waits longer before it tries again. */
const pauseAfterFailure = 10_000;
/** So many changes behind, the index follows without waiting for quiet. */
const maximalLag = 20_000;

export function createIndexingService(seams: Pick<Seams, 'store' | 'content' | 'openIndex' | 'log'>): IndexingService {
  const { store, log } = seams;
  const follower = createIndexFollower(seams);
  let opened: Promise<SearchIndex> | undefined;
  let following: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let seenCommit = 0;
  let stopped = false;

  const open = (): Promise<SearchIndex> => {
    opened ??= seams.openIndex().catch((error: unknown) => {
      // What kept it from being opened may pass.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  /** One run at a time; whoever comes while one is running waits for it. */
  const follow = (index: SearchIndex, idly: boolean): Promise<void> => {
    following ??= follower.follow(index, { idly }).finally(() => {
      following = undefined;
    });
    return following;
  };

  /** Writing comes first: the index follows when the store is quiet for a moment, or when it falls far behind. */
  const followQuietly = async (): Promise<void> => {
    const index = await open();
    if (stopped) return;
    const quiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    const lag = store.lastCommit - index.position;
    if (lag !== 0 && (quiet || lag > maximalLag)) await follow(index, lag <= maximalLag);
  };

  const tick = async (): Promise<void> => {
    let pause = quietTime;
    try {
      await followQuietly();
    } catch (error) {
      pause = pauseAfterFailure;
      log.error('The search index could not follow.', { reason: messageOf(error) });
    }
    if (stopped) return;
    timer = setTimeout(start, pause);
    timer.unref();
  };

  const start = (): void => {
    ticking = tick();
  };

  /** The index is a cache: where it cannot be saved, the next start makes up for it. */
  const save = async (): Promise<void> => {
    if (opened === undefined || follower.building) return;
    try {
      await (await opened).save();
    } catch (error) {
      log.warn('The search index was not saved.', { reason: messageOf(error) });
    }
  };

  return {
    async current() {
      const wanted = store.lastCommit;
      const index = await open();
      const isLevel = (): boolean =>
        index.position >= Math.min(wanted, store.lastCommit) && index.position <= store.lastCommit;
      while (!isLevel() && !stopped) await follow(index, false);
      return index;
    },
    start,
    get state() {
      return follower.building ? 'building' : 'ready';
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      follower.stop();
      await ticking;
      await following?.catch((error: unknown) =>
        log.warn('The search index stopped early.', { reason: messageOf(error) }),
      );
      await save();
    },
  };
}
