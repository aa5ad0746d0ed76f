import type { CommitNumber } from '../../base/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { CommitListener, StoreDamage } from '../../ports/store.ts';
import { type PreparedChange, runTasks } from './group-commit.ts';
import { isLogKey, splitStoredKey } from './keys.ts';
import { damageOfMissing } from './missing-changes.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';

/** The maximum size of the record cache, in bytes. Small, because records take about three times that in memory. */
const recordCacheBytes = 8_000_000;

/** A failed write: a new object for each, so that two failures for the same reason can be told apart. */
export interface WriteFailure {
  readonly reason: unknown;
}

/** The state of an open store in memory. */
export interface StoreState {
  /** Where the records are, for messages. */
  readonly location: string;
  readonly log: Log;
  readonly cache: RecordCache;
  readonly listeners: CommitListener[];
  /** The last change that is synced to disk. */
  lastCommit: CommitNumber;
  /** The last change that has a number. Later than `lastCommit` while changes wait for the disk. */
  lastPrepared: CommitNumber;
  /** The last change whose row in the change log may have been deleted. */
  lastTrimmed: CommitNumber;
  /** The last write that failed. If another one fails while a change runs, that change is refused. */
  lastFailure: WriteFailure | undefined;
  /** Changes refused after a failed write. They may still have reached the disk. */
  refused: PreparedChange[];
  damage: readonly StoreDamage[];
  /** Why the store is read-only, if it is. After a loss, a new change must not get the number of a lost one. */
  damageProblem: string | undefined;
  closed: boolean;
}

export const createStoreState = (
  location: string,
  log: Log,
  cache: RecordCache = createRecordCache(recordCacheBytes),
): StoreState => ({
  location,
  log,
  cache,
  listeners: [],
  lastCommit: 0,
  lastPrepared: 0,
  lastTrimmed: 0,
  lastFailure: undefined,
  refused: [],
  damage: [],
  damageProblem: undefined,
  closed: false,
});

/** Calls the commit listeners with these keys, without keys of the change log. */
export function notifyListeners({ listeners }: StoreState, keys: Iterable<string>): void {
  if (listeners.length === 0) return;
  for (const stored of keys) {
    if (isLogKey(stored)) continue;
    const [kind, key] = splitStoredKey(stored);
    for (const listener of listeners) listener(kind, key);
  }
}

/** Logs damage and makes the store read-only if there is any. */
export function recordDamage(state: StoreState, found: readonly StoreDamage[]): void {
  const [first] = found;
  if (first === undefined) return;
  state.damage = [...state.damage, ...found];
  for (const { location, message } of found)
    state.log.error('The metadata store is damaged.', { place: location, problem: message });
  const count = state.damage.length;
  const more = count === 1 ? '' : ` Run edu-repo status to list all ${count} problems.`;
  state.damageProblem = `The metadata store is damaged and therefore read-only: ${first.location}: ${first.message}.${more} Restore a backup of the whole data directory, or continue without the lost data: edu-repo serve --accept-loss.`;
}

/** The numbers of the oldest and the newest change in the change log; 0 if there is none. */
export interface LogEnds {
  readonly oldest: CommitNumber;
  readonly newest: CommitNumber;
}

/** Takes the commit numbers from the change log of a newly opened database. */
export function setCommitNumbers(state: StoreState, { oldest, newest }: LogEnds): void {
  state.cache.clear();
  state.lastCommit = newest;
  state.lastPrepared = newest;
  state.lastTrimmed = Math.max(oldest - 1, 0);
}

/** Checks whether a database that was opened again after a failed write holds all acknowledged changes. */
export async function resumeAfterReopen(state: StoreState, ends: LogEnds): Promise<void> {
  const acknowledged = state.lastCommit;
  setCommitNumbers(state, ends);
  if (state.lastCommit < acknowledged) {
    recordDamage(state, [damageOfMissing(state.location, [state.lastCommit + 1, acknowledged])]);
  }
  // A failed write may still have reached the disk, so the listeners are called with its keys.
  const keys = state.refused.flatMap(({ writes }) => writes.map(([key]) => key));
  notifyListeners(state, keys);
  for (const change of state.refused) if (change.commit <= state.lastCommit) await runTasks(change, state.log);
  state.refused = [];
}
