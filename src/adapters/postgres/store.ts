import { unlessDryRun } from '../../base/dry-run.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Collections, Store } from '../../ports/store.ts';
import { openChangeWrites } from '../records/change-collections.ts';
import { changesAfter } from '../records/change-log.ts';
import { ChangeWriter } from '../records/change-writer.ts';
import { logBounds } from '../records/keys.ts';
import { kinds } from '../records/kinds.ts';
import { damageOfMissing, findMissingChanges, restartChangeLog } from '../records/missing-changes.ts';
import {
  createStoreState,
  recordDamage,
  resumeAfterReopen,
  type StoreState,
  setCommitNumbers,
} from '../records/store-state.ts';
import { CommittedRecords } from './committed-records.ts';
import { openPools, type Pools, type PostgresAddress } from './connections.ts';
import { databaseFailure } from './errors.ts';
import { Ownership } from './ownership.ts';
import { RecordsTable } from './records-table.ts';
import type { Session } from './session.ts';

export interface PostgresStoreOptions {
  readonly address: PostgresAddress;
  /** The highest commit number that is known to have been acknowledged; undefined if it cannot be known. */
  readonly acknowledged: CommitNumber | undefined;
  /** The entries of the store if the database has none, in their stored form. May throw if there is nothing to begin with. */
  readonly whenEmpty: () => AsyncIterable<[string, Buffer]>;
  /** Accept that acknowledged changes are missing. */
  readonly acceptLoss?: boolean;
  readonly log: Log;
}

/** A store in PostgreSQL. One process at a time may have it open. */
export interface PostgresStore extends Store {
  /** Whether this start has filled the database. */
  readonly isNew: boolean;
  /** All records and the change log in their stored form, from a snapshot. */
  allEntries(): AsyncIterable<[string, Buffer]>;
}

interface Parts {
  readonly state: StoreState;
  readonly pools: Pools;
  readonly table: RecordsTable;
  readonly records: CommittedRecords;
  readonly ownership: Ownership;
  readonly writer: ChangeWriter<Session>;
}

const location = 'the PostgreSQL database';
const everything = { lt: Buffer.from([0xff]) };

/**
 * Opens the store in PostgreSQL. Rejects with `DatabaseInUse` if another process has it open, with `UnknownSchema` if a newer program made
 * its tables, and with the error of pg if the database cannot be reached.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { address, log } = options;
  const ownership = await Ownership.take(address, log);
  const pools = openPools(address);
  try {
    const table = new RecordsTable(pools, () => ownership.requireOwned());
    const records = new CommittedRecords(table);
    const state = createStoreState(location, log, records.cache);
    const isNew = await fillIfEmpty(options, table, ownership);
    if (!isNew) await settleMissing(options, table, ownership, state);
    setCommitNumbers(state, await table.logEnds());
    const writer = createWriter(state, records, ownership);
    ownership.onRegained((work) =>
      writer.pause(async () => {
        await resumeAfterReopen(state, await table.logEnds());
        work();
      }),
    );
    return storeOf({ state, pools, table, records, ownership, writer }, isNew);
  } catch (error) {
    await ownership.close();
    await pools.close();
    throw error;
  }
}

async function fillIfEmpty(
  { whenEmpty, log }: PostgresStoreOptions,
  table: RecordsTable,
  { session }: Ownership,
): Promise<boolean> {
  for await (const _ of table.keys(everything, 1)) return false;
  await session.fill(whenEmpty());
  const { newest } = await table.logEnds();
  if (newest > 0)
    log.info('The database was empty. It has the records of the data directory now.', { changes: newest });
  return true;
}

/** Looks for changes that were acknowledged and are missing: an older copy of the database was restored, or a standby lacked them. */
async function settleMissing(
  { acknowledged, acceptLoss, log }: PostgresStoreOptions,
  table: RecordsTable,
  { session }: Ownership,
  state: StoreState,
): Promise<void> {
  const missing = await findMissingChanges(table.keys(logBounds()), acknowledged ?? 0);
  if (missing.length === 0) return;
  if (acceptLoss !== true)
    return recordDamage(
      state,
      missing.map((range) => damageOfMissing(location, range)),
    );
  const { newest } = await table.logEnds();
  const write = (writes: Parameters<Session['write']>[0]): Promise<void> => session.write(writes);
  await restartChangeLog(table.keys(logBounds()), write, Math.max(newest, acknowledged ?? 0));
  log.warn('The store continues without the lost changes (--accept-loss).', { missing });
}

const createWriter = (state: StoreState, records: CommittedRecords, ownership: Ownership): ChangeWriter<Session> =>
  new ChangeWriter(state, {
    forChanges: () => ownership.session,
    openChange: (_, pending, afterCommit) => openChangeWrites(records, pending, afterCommit),
    write: (session, writes) => session.write(writes),
    distrust(error) {
      // A write whose answer was lost may have reached the disk.
      state.cache.clear();
      ownership.distrust(error);
    },
    refusal: databaseFailure,
  });

function storeOf(parts: Parts, isNew: boolean): PostgresStore {
  const { state, table, records, ownership, writer } = parts;
  return {
    // `kinds` contains every kind, so no collection is missing.
    ...(Object.fromEntries(kinds.map((kind) => [kind, records.collection(kind)])) as unknown as Collections),
    isNew,
    get lastCommit() {
      return state.lastCommit;
    },
    get problem() {
      return state.damageProblem ?? ownership.problem;
    },
    get damage() {
      return state.damage;
    },
    check: () => checkChangeLog(parts),
    async change(work) {
      if (state.closed) throw new RepositoryError('Unavailable', 'The server is stopping. Try again later.');
      return writer.change(unlessDryRun(work));
    },
    changesSince: (commit) => changesAfter(commit, state.lastTrimmed, table.entries(logBounds(commit))),
    trimChangeLog: (commit) => writer.trimChangeLog(commit),
    onCommit(listener) {
      state.listeners.push(listener);
    },
    allEntries: () => table.entries(everything),
    close: () => closeStore(parts),
  };
}

/** PostgreSQL checks its own files. Each record has a checksum that reads verify. */
async function checkChangeLog({ state, table }: Parts): Promise<void> {
  if (state.damage.length > 0) return;
  const missing = await findMissingChanges(table.keys(logBounds()), 0);
  recordDamage(
    state,
    missing.map((range) => damageOfMissing(location, range)),
  );
}

async function closeStore({ state, writer, ownership, pools }: Parts): Promise<void> {
  if (state.closed) return;
  state.closed = true;
  await writer.idle();
  await ownership.close();
  await pools.close();
}
