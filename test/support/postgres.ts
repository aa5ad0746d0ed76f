import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

const debianFolders = '/usr/lib/postgresql';

/** The folder with the programs of PostgreSQL; undefined if the machine has none. */
export function postgresPrograms(): string | undefined {
  const debian = existsSync(debianFolders)
    ? readdirSync(debianFolders).map((version) => join(debianFolders, version, 'bin'))
    : [];
  const folders = [...debian.toSorted().toReversed(), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** What to install where it is missing, for `skipWithout`. */
export const missingPostgres = 'PostgreSQL (apt-get install postgresql-15)';

/** A PostgreSQL server of its own, in a new folder. It listens on a Unix socket only, and syncs as by default. */
export interface PostgresServer {
  /** The address of the database `postgres`. */
  readonly url: string;
  /** Makes a schema and gives the address that uses it. */
  newSchema(): Promise<string>;
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  /** `SIGINT` ends running transactions, `SIGQUIT` and `SIGKILL` leave the rest to the recovery of the next start. */
  stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Resolves when the server answers. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
function accountFor(): { readonly name: string; readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (option: string) =>
        Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { name, uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // There is no such account.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither an account postgres nor nobody.');
}

/** The command that runs a program as the account. The server ends with this process. */
function commandOf(program: string, values: readonly string[]): readonly [string, string[]] {
  const account = accountFor();
  const identity =
    account === undefined
      ? []
      : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--inh-caps=-all'];
  return ['setpriv', [...identity, '--pdeathsig=QUIT', program, ...values]];
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pg-'));
  const account = accountFor();
  if (account !== undefined) {
    await chown(folder, account.uid, account.gid);
    // The account has to pass through the folder of the run.
    const { mode } = await stat(tmpdir());
    if ((mode & 0o001) === 0) await chmod(tmpdir(), mode | 0o011);
  }
  return folder;
}

const settings = (folder: string): string =>
  `\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\nmax_connections = 300\nlog_min_messages = fatal\n`;

async function queryAt(url: string, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

/** Makes a schema on the server with this address, and gives the address that uses it. */
export async function schemaUrl(server: string): Promise<string> {
  const schema = `school_${randomUUID().replaceAll('-', '')}`;
  await queryAt(server, `create schema ${schema}`);
  return `${server}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** Starts a new server with the programs in a folder. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = await makeFolder();
  const data = join(folder, 'data');
  const [command, values] = commandOf(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  execFileSync(command, values, { stdio: 'ignore', cwd: folder });
  await writeFile(join(data, 'postgresql.conf'), settings(folder), { flag: 'a' });
  const url = `postgres://postgres@${encodeURIComponent(folder)}/postgres`;
  let running: ChildProcess | undefined;

  const query: PostgresServer['query'] = (text, values) => queryAt(url, text, values);
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    );

  const server: PostgresServer = {
    url,
    query,
    newSchema: () => schemaUrl(url),
    async start() {
      const [program, options] = commandOf(join(programs, 'postgres'), ['-D', data]);
      const child = spawn(program, options, { stdio: 'ignore', cwd: folder });
      running = child;
      while (!(await answers())) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended with exit code ${child.exitCode}.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop(signal) {
      const child = running;
      running = undefined;
      if (child === undefined || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    async remove() {
      await server.stop('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
