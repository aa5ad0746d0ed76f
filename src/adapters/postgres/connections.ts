import pg from 'pg';

/** Which database to use, and as whom. */
export interface PostgresAddress {
  /** `postgres://user@host:port/database`, with parameters as libpq knows them. Without a password. */
  readonly url: string;
  readonly password?: string | undefined;
}

/** In milliseconds. */
const connectTimeout = 5_000;
/** In milliseconds. Reads and writes of records take a few; a database that does not answer for so long hangs. */
const queryTimeout = 30_000;

/** Connections for single statements. */
const poolSize = 10;
/** Connections for long ranges. Each is in use until its reader has finished, and a reader may open another range meanwhile. */
const snapshotPoolSize = 50;

/** The configuration of a connection. pg prefers the password of the address to any other. */
export function connectionOf({ url, password }: PostgresAddress): pg.ClientConfig {
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return {
    connectionString: url.replace(/^(postgres(?:ql)?:\/\/[^@:/]+)@/, (_, user) => `${user}${secret}@`),
    application_name: 'edu-repo',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
  };
}

/** The connections that read. */
export interface Pools {
  readonly single: pg.Pool;
  readonly snapshots: pg.Pool;
  close(): Promise<void>;
}

export function openPools(address: PostgresAddress): Pools {
  const open = (max: number): pg.Pool => {
    const pool = new pg.Pool({ ...connectionOf(address), max, idleTimeoutMillis: 30_000 });
    // An idle connection that breaks is replaced by the next call.
    pool.on('error', () => undefined);
    return pool;
  };
  const single = open(poolSize);
  const snapshots = open(snapshotPoolSize);
  return {
    single,
    snapshots,
    async close() {
      await Promise.all([single.end(), snapshots.end()]);
    },
  };
}

/** The version of the server, such as `15.8`. Rejects with the error of pg if the database cannot be reached. */
export async function postgresVersion(address: PostgresAddress): Promise<string> {
  const client = new pg.Client(connectionOf(address));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    return (rows[0]?.version ?? '').replace(/ .*/, '');
  } finally {
    await client.end();
  }
}
