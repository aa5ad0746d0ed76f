import { Level } from 'level';
import type { CommitNumber } from '../../base/ids.ts';
import { type Bounds, commitOfLogKey, logBounds } from './keys.ts';

/** LevelDB with keys as text and values as bytes. */
export type Database = Level<string, Buffer>;

/** Deleting (null) or writing one key. */
export type Write = readonly [key: string, value: Buffer | null];

/**
 * With LevelDB's own 4 MB, merging files takes more time than all the rest of a change. At most so much is read again
 * from the log after a crash.
 */
const writeBufferSize = 16 * 1_048_576;

/**
 * In bytes, for blocks of files as they are unpacked: LevelDB's own 8 MB hold hardly more of what is read at random than these, and
 * what is read often is kept as records or answers.
 */
const cacheSize = 2 * 1_048_576;

/**
 * In bytes: what is packed together. With LevelDB's own 4 KB a file of nodes is an eighth larger, and a node is read 2 µs sooner
 * from where it was not read lately.
 */
const blockSize = 8 * 1024;

/**
 * LevelDB maps its files into memory, and as many as it has open count as memory of the server: these are the fewest that it can do with
 * (64, and ten that are no tables), and half as large as its own. A file that has to be opened first costs a read 20 µs.
 */
const openFiles = { most: 74, largest: 1_048_576 } as const;

/** Rejects where nothing is there and `create` is false, where another process has it open, or where it is damaged. */
export async function openDatabase(directory: string, create: boolean): Promise<Database> {
  const database: Database = new Level(directory, {
    keyEncoding: 'utf8',
    valueEncoding: 'buffer',
    createIfMissing: create,
    writeBufferSize,
    cacheSize,
    blockSize,
    maxOpenFiles: openFiles.most,
    maxFileSize: openFiles.largest,
  });
  await database.open();
  return database;
}

const isAscii = (key: string): boolean => Buffer.byteLength(key, 'utf8') === key.length;

/**
 * One record, or undefined. classic-level 3.0.0 cuts a long text key where a wide letter straddles the end of its
 * buffer, and then misses a record that is there; keys as bytes are right, and ASCII ones are right either way.
 */
export function readRecord(database: Database, key: string): Buffer | undefined {
  if (isAscii(key)) return database.getSync(key);
  return database.getSync<Buffer, Buffer>(Buffer.from(key, 'utf8'), { keyEncoding: 'buffer', valueEncoding: 'buffer' });
}

/** All or nothing, and on disk when it resolves. A chained batch takes a third of the time of one made from a list. */
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

/** Entries read in one go, at most. */
const readAhead = 1000;

/**
 * In bytes: so much is read in one go, though there be more entries. With LevelDB's own 16 KB an iterator of records spends
 * more time on going to and fro than on reading; a piece of this size still takes less than a millisecond of this thread.
 */
const readAheadBytes = 65_536;

const ahead = { keyEncoding: 'buffer', highWaterMarkBytes: readAheadBytes } as const;

/** Entries between bounds in the order of their keys, as they are at the moment of the call. */
export async function* readEntries(database: Database, bounds: Bounds): AsyncGenerator<[string, Buffer]> {
  const iterator = database.iterator<Buffer, Buffer>({ ...bounds, ...ahead });
  try {
    for (let page = await iterator.nextv(readAhead); page.length > 0; page = await iterator.nextv(readAhead)) {
      for (const [key, value] of page) yield [key.toString('utf8'), value];
    }
  } finally {
    await iterator.close();
  }
}

/** The same without the values. */
export async function* readKeys(database: Database, bounds: Bounds): AsyncGenerator<string> {
  const iterator = database.keys<Buffer>({ ...bounds, ...ahead });
  try {
    for (let page = await iterator.nextv(readAhead); page.length > 0; page = await iterator.nextv(readAhead)) {
      for (const key of page) yield key.toString('utf8');
    }
  } finally {
    await iterator.close();
  }
}

/** The numbers of the oldest and the newest change in the change log; 0 where there is none. */
export async function readLogEnds(database: Database): Promise<{ oldest: CommitNumber; newest: CommitNumber }> {
  const endOf = async (reverse: boolean): Promise<CommitNumber> => {
    const [key] = await database.keys<Buffer>({ ...logBounds(), keyEncoding: 'buffer', reverse, limit: 1 }).all();
    return key === undefined ? 0 : commitOfLogKey(key.toString('utf8'));
  };
  return { oldest: await endOf(false), newest: await endOf(true) };
}
