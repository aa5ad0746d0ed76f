import { messageOf } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { Store } from '../../ports/store.ts';
import { CommitWatch } from './commit-watch.ts';
import { createIndexFollower, type IndexFollower, type Pace } from './index-follower.ts';

/** Keeps the search index up to date with the store. */
export interface IndexingService {
  /** The index, with everything that was committed before the call. */
  current(): Promise<SearchIndex>;
  /** From now on, indexes new commits in the background and saves the index regularly. */
  start(): void;
  /** Stops, and saves the index if it was opened. */
  stop(): Promise<void>;
  readonly state: 'ready' | 'building';
}

/** The interval between checks for new commits, in milliseconds. */
const tickTime = 150;
/** The index is saved after this many checks in a row without new commits. */
const quietPeriodsToSave = 20;
/** The pause after a failed update of the index, in milliseconds. */
const pauseAfterFailure = 10_000;
/** With more unindexed commits than this, indexing starts without a quiet period and continues until half are left. */
const maxLag = 20_000;
/** The index is saved after this many commits, even without quiet periods. */
const maxUnsaved = 20_000;
/** This many of the newest commits stay in the change log, for services that check what changed while they worked. */
const retainedChanges = 20_000;

type IndexingSeams = Pick<
  Seams,
  'store' | 'content' | 'textCache' | 'plainText' | 'openIndex' | 'metadataSets' | 'log'
>;

/** Opens the index at its first use, and saves it. */
class IndexFile {
  readonly #store: Store;
  readonly #log: Log;
  readonly #openIndex: Seams['openIndex'];
  #opened: Promise<SearchIndex> | undefined;
  #savedAt: CommitNumber = 0;
  /** The position of the last attempt to save, successful or not. */
  #triedAt: CommitNumber = 0;

  constructor({ store, log, openIndex }: Pick<Seams, 'store' | 'log' | 'openIndex'>) {
    this.#store = store;
    this.#log = log;
    this.#openIndex = openIndex;
  }

  open(): Promise<SearchIndex> {
    this.#opened ??= this.#openOnce().catch((error: unknown) => {
      // The reason may be temporary, so the next call tries again.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** The open index; undefined if it was never opened. The caller of `open` gets its error. */
  async ifOpened(): Promise<SearchIndex | undefined> {
    return this.#opened?.catch(() => undefined);
  }

  /** Logs a failure instead of rejecting: after a restart, the missing commits are indexed again. */
  async save(index: SearchIndex): Promise<void> {
    if (index.position === this.#savedAt) return;
    this.#triedAt = index.position;
    try {
      await index.save();
      this.#savedAt = this.#triedAt;
    } catch (error) {
      this.#log.warn('The search index was not saved.', { reason: messageOf(error) });
    }
  }

  isSaveDue(index: SearchIndex, quietPeriods: number): boolean {
    const isDue = quietPeriods >= quietPeriodsToSave || index.position - this.#savedAt >= maxUnsaved;
    // A failed save is not repeated for the same position.
    return isDue && index.position !== this.#triedAt;
  }

  /** Trims the change log up to what the saved index and all followers have processed, except for the newest changes. */
  async trimChangeLog(): Promise<void> {
    let followed = Math.min(this.#savedAt, this.#store.lastCommit - retainedChanges);
    for await (const [, { commit }] of this.#store.followers.entries()) followed = Math.min(followed, commit);
    if (followed > 0) await this.#store.trimChangeLog(followed);
  }

  async #openOnce(): Promise<SearchIndex> {
    const index = await this.#openIndex();
    this.#savedAt = index.position;
    this.#triedAt = index.position;
    return index;
  }
}

class BackgroundIndexing implements IndexingService {
  readonly #store: Store;
  readonly #log: Log;
  readonly #file: IndexFile;
  readonly #follower: IndexFollower;
  readonly #commits: CommitWatch;
  #following: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  /** The last commit before the last check. */
  #checkedCommit = 0;
  #quietPeriods = 0;
  /** The number of requests that wait for the index to be up to date. */
  #waiting = 0;
  #stopped = false;

  constructor(seams: IndexingSeams) {
    this.#store = seams.store;
    this.#log = seams.log;
    this.#file = new IndexFile(seams);
    this.#follower = createIndexFollower(seams);
    this.#commits = new CommitWatch(seams.store);
  }

  get state(): 'ready' | 'building' {
    return this.#follower.building ? 'building' : 'ready';
  }

  async current(): Promise<SearchIndex> {
    const target = this.#store.lastCommit;
    const index = await this.#file.open();
    const isCurrent = (): boolean =>
      index.position >= Math.min(target, this.#store.lastCommit) && index.position <= this.#store.lastCommit;
    this.#waiting += 1;
    try {
      while (!isCurrent() && !this.#stopped) await this.#follow(index);
    } finally {
      this.#waiting -= 1;
    }
    return index;
  }

  start(): void {
    this.#ticking = this.#tick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#follower.stop();
    await this.#ticking;
    await this.#following?.catch((error: unknown) =>
      this.#log.warn('Indexing failed while the server was stopping.', { reason: messageOf(error) }),
    );
    const index = await this.#file.ifOpened();
    if (index === undefined) return;
    index.stop();
    await this.#save(index);
  }

  async #tick(): Promise<void> {
    let pause = tickTime;
    try {
      await this.#followIfDue();
    } catch (error) {
      pause = pauseAfterFailure;
      this.#log.error('New commits could not be indexed. The next attempt follows in 10 seconds.', {
        reason: messageOf(error),
      });
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.start(), pause);
    this.#timer.unref();
  }

  /** Updates the index after a quiet period, or if it has fallen far behind. */
  async #followIfDue(): Promise<void> {
    const index = await this.#file.open();
    if (this.#stopped) return;
    const isQuiet = this.#commits.isQuiet();
    const isUnchanged = this.#commits.seen === this.#checkedCommit;
    this.#checkedCommit = this.#commits.seen;
    this.#quietPeriods = isQuiet && isUnchanged ? this.#quietPeriods + 1 : 0;
    const isBehind = this.#store.lastCommit !== index.position;
    if (isBehind && (isQuiet || this.#lagExceeds(index, maxLag))) await this.#follow(index);
    if (this.#stopped || !this.#file.isSaveDue(index, this.#quietPeriods)) return;
    await this.#save(index);
    await this.#file.trimChangeLog();
  }

  /** One run at a time. A call during a run waits for that run. */
  #follow(index: SearchIndex): Promise<void> {
    this.#following ??= this.#follower
      .follow(index, () => this.#paceOf(index))
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  /** Writes have priority, except over searches that wait for the index. */
  #paceOf(index: SearchIndex): Pace {
    if (this.#waiting > 0 || this.#commits.isQuiet()) return 'full';
    return this.#lagExceeds(index, maxLag / 2) ? 'half' : 'stop';
  }

  #lagExceeds(index: SearchIndex, lag: number): boolean {
    return this.#store.lastCommit - index.position > lag;
  }

  async #save(index: SearchIndex): Promise<void> {
    if (!this.#follower.building) await this.#file.save(index);
  }
}

export const createIndexingService = (seams: IndexingSeams): IndexingService => new BackgroundIndexing(seams);
