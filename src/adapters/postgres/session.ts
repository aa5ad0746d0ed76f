import { crc32 } from 'node:zlib';
import pg from 'pg';
import type { Write } from '../records/pending-writes.ts';
import { connectionOf, type PostgresAddress } from './connections.ts';
import { DatabaseInUse, DatabaseTakenOver } from './errors.ts';
import { upgradeSchema } from './schema.ts';

/** Tells our locks from those of other programs: `edu` as bytes. */
const lockClass = 0x656475;

/** The size of one write while a new store is filled, in bytes. */
const fillBytes = 4 * 1_048_576;

/**
 * One statement is one transaction. It writes nothing if the session no longer owns the database. The rows of a range are locked in
 * no order, but no other process writes.
 */
const writeStatement = `with owner as (select 1 from store_owner where token = $1 for share),
  deleted as (delete from records where key = any($2::bytea[]) and exists (select 1 from owner)),
  written as (
    insert into records (key, value)
    select * from unnest($3::bytea[], $4::bytea[]) where exists (select 1 from owner)
    on conflict (key) do update set value = excluded.value
  )
  select count(*)::integer as owners from owner`;

/**
 * The connection that writes. It holds a lock of the database as long as it lives, so that one process writes at a time. PostgreSQL
 * frees the lock with the connection, and not before a running write has ended.
 */
export class Session {
  readonly #client: pg.Client;
  readonly #token: string;

  private constructor(client: pg.Client, token: string) {
    this.#client = client;
    this.#token = token;
  }

  /**
   * Takes the lock, brings the tables to the present version, and claims the database for `token`, or checks that it is still claimed
   * for it. Rejects with `DatabaseInUse` if another process has the lock, with `DatabaseTakenOver` if another one had it since, and with
   * the error of pg if the database cannot be reached. Calls `lost` when the connection ends.
   */
  static async open(
    address: PostgresAddress,
    token: string,
    how: 'first' | 'again',
    lost: (session: Session) => void,
  ): Promise<Session> {
    const client = new pg.Client(connectionOf(address));
    // The end of the connection follows each error.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await takeLock(client);
      await upgradeSchema(client);
      if (how === 'first') await claim(client, token);
      else await requireClaim(client, token);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    const session = new Session(client, token);
    client.on('end', () => lost(session));
    return session;
  }

  /** Writes atomically; of several writes to a key, the last one counts. The rows are on disk when the promise resolves. */
  async write(writes: Iterable<Write>): Promise<void> {
    const last = new Map(writes);
    const deleted = [...last].filter(([, value]) => value === null).map(([key]) => Buffer.from(key));
    const written = [...last].flatMap(([key, value]) => (value === null ? [] : [[Buffer.from(key), value] as const]));
    const { rows } = await this.#client.query<{ owners: number }>({
      name: 'write',
      text: writeStatement,
      values: [this.#token, deleted, written.map(([key]) => key), written.map(([, value]) => value)],
    });
    if (rows[0]?.owners !== 1) throw new DatabaseTakenOver();
  }

  /** Fills a new store, all or nothing. */
  async fill(entries: AsyncIterable<[string, Buffer]>): Promise<void> {
    await this.#client.query('begin');
    try {
      let writes: Write[] = [];
      let bytes = 0;
      for await (const entry of entries) {
        writes.push(entry);
        bytes += entry[0].length + entry[1].length;
        if (bytes < fillBytes) continue;
        await this.write(writes);
        [writes, bytes] = [[], 0];
      }
      await this.write(writes);
      await this.#client.query('commit');
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Ends the connection, and with it the lock. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

/** The lock is for the schema, so that several repositories can share a database. */
async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema');
  const schema = rows[0]?.schema ?? null;
  if (schema === null) throw new Error('The database has no schema that the user may use (search_path)');
  const locked = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::integer, $2::integer) as locked',
    [lockClass, crc32(schema) | 0],
  );
  if (locked.rows[0]?.locked !== true) throw new DatabaseInUse();
  // The server notices within half a minute that this process is gone without a word.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  // An answered change has to be on disk, whatever is the default of the server.
  await client.query(
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
  );
}

async function claim(client: pg.Client, token: string): Promise<void> {
  await client.query(
    'insert into store_owner (token) values ($1) on conflict (single) do update set token = excluded.token',
    [token],
  );
}

async function requireClaim(client: pg.Client, token: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from store_owner where token = $1', [token]);
  if (rowCount !== 1) throw new DatabaseTakenOver();
}
