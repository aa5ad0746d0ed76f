import { messageOf } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { createIndexFollower, type Pace } from './index-follower.ts';

/** Keeps the search index level with the store. */
export interface IndexingService {
  /** The index with everything in it that was committed before the call. */
  current(): Promise<SearchIndex>;
  /** Takes in behind the answers what is committed from now on, and saves the index now and then. */
  start(): void;
  /** Stops, and saves what the index knows, where it was opened at all. */
  stop(): Promise<void>;
  readonly state: 'ready' | 'building';
}

/** How long the store must be quiet before the index follows by itself, in milliseconds. */
const quietTime = 150;
/** So many looks in a row without anything new, and the index is saved. */
const quietLooks = 20;
/** After a failure the index waits longer before it tries again. */
const pauseAfterFailure = 10_000;
/** So many changes behind, the index follows without waiting for quiet, until it is half as far behind. */
const maximalLag = 20_000;
/** So many changes after it was saved, the index is saved again though there is no quiet. */
const mostUnsaved = 20_000;
/**
 * So many of the newest changes are kept in the change log, whoever has followed them: for those who look what happened
 * while they were at work.
 */
const keptChanges = 20_000;

export function createIndexingService(
  seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'openIndex' | 'metadataSets' | 'log'>,
): IndexingService {
  const { store, log } = seams;
  const follower = createIndexFollower(seams);
  let opened: Promise<SearchIndex> | undefined;
  let following: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let seenCommit = 0;
  let looksWithoutNews = 0;
  let savedAt: CommitNumber = 0;
  /** Of the last try to save it, whether or not that went well. */
  let triedAt: CommitNumber = 0;
  /** How many wait for the index to be level. */
  let waiting = 0;
  let stopped = false;

  const openOnce = async (): Promise<SearchIndex> => {
    const index = await seams.openIndex();
    // What it knows when it is opened comes from the disk.
    savedAt = index.position;
    triedAt = savedAt;
    return index;
  };

  const open = (): Promise<SearchIndex> => {
    opened ??= openOnce().catch((error: unknown) => {
      // What kept it from being opened may pass.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  /** One run at a time; whoever comes while one is running waits for it. */
  const follow = (index: SearchIndex): Promise<void> => {
    following ??= follower
      .follow(index, () => paceOf(index))
      .finally(() => {
        following = undefined;
      });
    return following;
  };

  const isFarBehind = (index: SearchIndex, lag: number): boolean => store.lastCommit - index.position > lag;

  /** Writing comes first, but for whoever waits for what they find. */
  const paceOf = (index: SearchIndex): Pace => {
    if (waiting > 0 || store.lastCommit === seenCommit) return 'at once';
    return isFarBehind(index, maximalLag / 2) ? 'beside' : 'later';
  };

  /** What every follower has passed, and the saved index, is of no use any more. */
  const forgetFollowed = async (): Promise<void> => {
    let followed = Math.min(savedAt, store.lastCommit - keptChanges);
    for await (const [, { commit }] of store.followers.entries()) followed = Math.min(followed, commit);
    if (followed > 0) await store.forgetChanges(followed);
  };

  /** The index is a cache: where it cannot be saved, the next start makes up for it. */
  const save = async (index: SearchIndex): Promise<void> => {
    if (follower.building || index.position === savedAt) return;
    triedAt = index.position;
    try {
      await index.save();
      savedAt = triedAt;
    } catch (error) {
      log.warn('The search index was not saved.', { reason: messageOf(error) });
    }
  };

  const saveNowAndThen = async (index: SearchIndex): Promise<void> => {
    const isDue = looksWithoutNews >= quietLooks || index.position - savedAt >= mostUnsaved;
    // Where it failed, it is not tried again for the same.
    if (!isDue || index.position === triedAt) return;
    await save(index);
    await forgetFollowed();
  };

  /** What kept it from being opened was told to whoever asked for it. */
  const stopOpened = async (): Promise<void> => {
    const index = await opened?.catch(() => undefined);
    if (index === undefined) return;
    index.stop();
    await save(index);
  };

  /** The index follows when the store is quiet for a moment, or when it falls far behind. */
  const followQuietly = async (): Promise<void> => {
    const index = await open();
    if (stopped) return;
    const isQuiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    looksWithoutNews = isQuiet ? looksWithoutNews + 1 : 0;
    if (store.lastCommit !== index.position && (isQuiet || isFarBehind(index, maximalLag))) await follow(index);
    if (!stopped) await saveNowAndThen(index);
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

  return {
    async current() {
      const wanted = store.lastCommit;
      const index = await open();
      const isLevel = (): boolean =>
        index.position >= Math.min(wanted, store.lastCommit) && index.position <= store.lastCommit;
      waiting += 1;
      try {
        while (!isLevel() && !stopped) await follow(index);
      } finally {
        waiting -= 1;
      }
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
      await stopOpened();
    },
  };
}
