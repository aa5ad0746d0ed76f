import type pg from 'pg';
import { type Bounds, commitOfLogKey, logBounds } from '../records/keys.ts';
import type { LogEnds } from '../records/store-state.ts';
import type { Pools } from './connections.ts';
import { databaseFailure } from './errors.ts';

/** Most ranges are short, so the first read asks for few rows. */
const firstPage = 64;
/** The maximum number of rows per read. */
const lastPage = 500;

type Row = readonly [key: Buffer, value: Buffer];
type Columns = 'key, value' | 'key';

/** Rows within bounds, in the order of their keys. */
async function readPage(
  client: pg.Pool | pg.PoolClient,
  columns: Columns,
  { gt, gte, lt }: Bounds,
  limit: number,
): Promise<Row[]> {
  const sign = gt === undefined ? '>=' : '>';
  const { rows } = await client.query<Row[]>({
    name: `page ${columns} ${sign}`,
    text: `select ${columns} from records where key ${sign} $1 and key < $2 order by key limit $3`,
    values: [gt ?? gte ?? Buffer.alloc(0), lt, limit],
    rowMode: 'array',
  } as pg.QueryArrayConfig);
  return rows as unknown as Row[];
}

/** The pages of a range, each read when the one before has been used. */
async function* pagesOf(client: pg.Pool | pg.PoolClient, columns: Columns, bounds: Bounds): AsyncGenerator<Row[]> {
  let rest = bounds;
  for (let size = firstPage; ; size = Math.min(4 * size, lastPage)) {
    const rows = await readPage(client, columns, rest, size);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) return;
    rest = { gt: last[0], lt: bounds.lt };
  }
}

const inSnapshot = 'begin isolation level repeatable read, read only';

/** The table of records: keys and values as bytes, the change log among them. Calls reject with `databaseFailure`. */
export class RecordsTable {
  readonly #pools: Pools;
  readonly #requireOwned: () => void;

  /** `requireOwned` throws if another process may have changed the records, so that nothing may be read. */
  constructor(pools: Pools, requireOwned: () => void) {
    this.#pools = pools;
    this.#requireOwned = requireOwned;
  }

  /** The values of these keys, without those that are missing. One round trip. */
  async readMany(keys: readonly string[]): Promise<Map<string, Buffer>> {
    const rows = await this.#reading(async ({ single }) => {
      const found = await single.query({
        name: 'records',
        text: 'select key, value from records where key = any($1::bytea[])',
        values: [keys.map((key) => Buffer.from(key))],
        rowMode: 'array',
      });
      return found.rows as unknown as Row[];
    });
    return new Map(rows.map(([key, value]) => [key.toString('utf8'), value]));
  }

  /** Up to `limit` entries within bounds, all as they were at one time. */
  async *entries(bounds: Bounds, limit = Number.POSITIVE_INFINITY): AsyncGenerator<[string, Buffer]> {
    for await (const [key, value] of this.#rows('key, value', bounds, limit)) yield [key.toString('utf8'), value];
  }

  /** Like `entries`, without the values. */
  async *keys(bounds: Bounds, limit = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
    for await (const [key] of this.#rows('key', bounds, limit)) yield key.toString('utf8');
  }

  /** Like `entries`, but what is committed meanwhile may be among them. Only for the reads of a change. */
  async *entriesNow(bounds: Bounds): AsyncGenerator<[string, Buffer]> {
    const pages = pagesOf(this.#pools.single, 'key, value', bounds);
    for (;;) {
      const page = await this.#reading(() => pages.next());
      if (page.done === true) return;
      for (const [key, value] of page.value) yield [key.toString('utf8'), value];
    }
  }

  /** The numbers of the oldest and the newest change in the change log. */
  async logEnds(): Promise<LogEnds> {
    const { gte = Buffer.alloc(0), lt } = logBounds();
    const end = (direction: string) =>
      `(select key from records where key >= $1 and key < $2 order by key ${direction} limit 1)`;
    const { rows } = await this.#reading(({ single }) =>
      single.query<{ oldest: Buffer | null; newest: Buffer | null }>(
        `select ${end('asc')} as oldest, ${end('desc')} as newest`,
        [gte, lt],
      ),
    );
    const commitOf = (key: Buffer | null | undefined) => (key ? commitOfLogKey(key.toString('utf8')) : 0);
    return { oldest: commitOf(rows[0]?.oldest), newest: commitOf(rows[0]?.newest) };
  }

  async *#rows(columns: Columns, bounds: Bounds, limit: number): AsyncGenerator<Row> {
    if (limit <= 0) return;
    const count = limit <= lastPage ? limit : firstPage;
    const first = await this.#reading(({ single }) => readPage(single, columns, bounds, count));
    // A single statement reads a snapshot.
    if (first.length < count || count === limit) yield* first;
    else yield* this.#snapshot(columns, bounds, limit);
  }

  async *#snapshot(columns: Columns, bounds: Bounds, limit: number): AsyncGenerator<Row> {
    const client = await this.#reading(({ snapshots }) => snapshots.connect());
    // Without a listener, a connection that breaks between two reads would end the process.
    client.on('error', ignore);
    let left = limit;
    let failed = true;
    try {
      await this.#reading(() => client.query(inSnapshot));
      const pages = pagesOf(client, columns, bounds);
      for (;;) {
        const page = await this.#reading(() => pages.next());
        if (page.done === true) break;
        yield* page.value.slice(0, left);
        left -= page.value.length;
        if (left <= 0) break;
      }
      await this.#reading(() => client.query('commit'));
      failed = false;
    } finally {
      client.off('error', ignore);
      // A reader that stops early leaves a transaction, which ends with the connection.
      client.release(failed);
    }
  }

  async #reading<T>(read: (pools: Pools) => Promise<T>): Promise<T> {
    this.#requireOwned();
    try {
      return await read(this.#pools);
    } catch (error) {
      throw databaseFailure('The records cannot be read', error);
    }
  }
}

const ignore = (): void => undefined;
