import { Level } from 'level';
import type { CommitNumber } from '../../base/ids.ts';
import { type Bounds, commitOfLogKey, logBounds } from '../records/keys.ts';
import type { Write } from '../records/pending-writes.ts';
import type { LogEnds } from '../records/store-state.ts';

/** LevelDB with keys as text and values as bytes. */
export type Database = Level<string, Buffer>;

/**
 * In bytes. With LevelDB's default of 4 MB, compaction takes more time than the rest of a change. After a crash, LevelDB
 * reads at most this much from its log.
 */
const writeBufferSize = 16 * 1_048_576;

/** In bytes. With LevelDB's default of 4 KB, tables are an eighth larger, and an uncached read takes 2 µs less. */
const blockSize = 8 * 1024;

/**
 * Rejects if there is no database and `create` is false, if another process has it open, or if it is damaged. `writeBuffer` is in bytes;
 * LevelDB keeps up to two such buffers in memory.
 */
export async function openDatabase(
  directory: string,
  create: boolean,
  writeBuffer = writeBufferSize,
): Promise<Database> {
  const database: Database = new Level(directory, {
    keyEncoding: 'utf8',
    valueEncoding: 'buffer',
    createIfMissing: create,
    writeBufferSize: writeBuffer,
    blockSize,
  });
  await database.open();
  return database;
}

const isAscii = (key: string): boolean => Buffer.byteLength(key, 'utf8') === key.length;

/**
 * Undefined if there is no record. classic-level 3.0.0 cuts a long text key if a multi-byte character straddles the end
 * of its buffer, and then does not find the record. Keys as bytes and ASCII keys are not affected.
 */
export function readRecord(database: Database, key: string): Buffer | undefined {
  if (isAscii(key)) return database.getSync(key);
  return database.getSync<Buffer, Buffer>(Buffer.from(key, 'utf8'), { keyEncoding: 'buffer', valueEncoding: 'buffer' });
}

/** Atomic. The rows are on disk when the promise resolves. A chained batch takes a third of the time of an array batch. */
export async function writeSynced(database: Database, writes: readonly Write[]): Promise<void> {
  const batch = database.batch();
  try {
    for (const [key, value] of writes) {
      if (value === null) batch.del(key);
      else batch.put(key, value);
    }
  } catch (error) {
    await batch.close();
    throw error;
  }
  await batch.write({ sync: true });
}

/**
 * The number of entries that an iterator reads first. classic-level keeps 64 bytes for each until the iterator is
 * garbage-collected, and most iterators read few entries.
 */
const firstRead = 64;

/** The maximum number of entries per read. */
const maxRead = 1000;

/**
 * Maximum bytes per read. With LevelDB's default of 16 KB an iterator over records spends more time switching between
 * threads than reading. A read of this size still takes less than a millisecond of the main thread.
 */
const readAheadBytes = 65_536;

const ahead = { keyEncoding: 'buffer', highWaterMarkBytes: readAheadBytes } as const;

interface PageIterator<T> {
  nextv(size: number): Promise<T[]>;
  close(): Promise<void>;
}

async function* pagesOf<T>(iterator: PageIterator<T>): AsyncGenerator<readonly T[]> {
  try {
    for (let size = firstRead; ; size = Math.min(4 * size, maxRead)) {
      const page = await iterator.nextv(size);
      if (page.length === 0) return;
      yield page;
    }
  } finally {
    await iterator.close();
  }
}

/** Up to `limit` entries within bounds in the order of their keys, from a snapshot at the first read. */
export async function* readEntries(
  database: Database,
  bounds: Bounds,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<[string, Buffer]> {
  for await (const page of pagesOf(database.iterator<Buffer, Buffer>({ ...bounds, ...ahead, limit }))) {
    for (const [key, value] of page) yield [key.toString('utf8'), value];
  }
}

/** All entries, with the change log, from a snapshot at the first read. Keys begin with a kind, so they sort before 0xFF. */
export const readAllEntries = (database: Database): AsyncGenerator<[string, Buffer]> =>
  readEntries(database, { lt: Buffer.from([0xff]) });

/** Like `readEntries`, without the values. */
export async function* readKeys(
  database: Database,
  bounds: Bounds,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  for await (const page of pagesOf(database.keys<Buffer>({ ...bounds, ...ahead, limit }))) {
    for (const key of page) yield key.toString('utf8');
  }
}

/** The numbers of the oldest and the newest change in the change log; 0 if there is none. */
export async function readLogEnds(database: Database): Promise<LogEnds> {
  const endOf = async (reverse: boolean): Promise<CommitNumber> => {
    const [key] = await database.keys<Buffer>({ ...logBounds(), keyEncoding: 'buffer', reverse, limit: 1 }).all();
    return key === undefined ? 0 : commitOfLogKey(key.toString('utf8'));
  };
  return { oldest: await endOf(false), newest: await endOf(true) };
}
