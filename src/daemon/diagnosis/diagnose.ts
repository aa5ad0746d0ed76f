import { lstat, readdir, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '../../adapters/system/clock.ts';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { checkConfiguration } from '../configuration/check-configuration.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { requirePort } from '../configuration/require-port.ts';
import { secretOf } from '../configuration/secrets.ts';
import { statIfThere } from '../data-directory/copy-durably.ts';
import { dataPaths, findDaemon } from '../data-directory/data-directory.ts';
import { bucketOf } from '../open-content.ts';

/** What one check found. A `warning` needs attention; a `problem` keeps something from working. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  /** What to do; null if nothing. */
  readonly remedy: string | null;
}

const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail, remedy: null });
const warning = (check: string, detail: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  detail,
  remedy,
});
const problem = (check: string, detail: string, remedy: string): Finding => ({
  check,
  state: 'problem',
  detail,
  remedy,
});

/** In bytes. */
const littleSpace = 2e9;
const noSpace = 200e6;

async function diskSpace(check: string, folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free in ${folder}`;
  const remedy = 'Free some space, or move the folder to a larger disk';
  if (free < noSpace) return problem(check, detail, remedy);
  return free < littleSpace ? warning(check, detail, remedy) : ok(check, detail);
}

/** Contents are many, and named by their hash: their folders stand for them. */
async function* pathsBelow(folder: string, depth: number): AsyncGenerator<string> {
  yield folder;
  if (depth === 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsBelow(path, depth - 1);
    else yield path;
  }
}

async function owner(dataDirectory: string): Promise<Finding> {
  const check = 'owner of files';
  const { uid } = await lstat(dataDirectory);
  const foreign: string[] = [];
  const open: string[] = [];
  for await (const path of pathsBelow(dataDirectory, 2)) {
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (found.uid !== uid) foreign.push(path);
    else if (!found.isSymbolicLink() && !found.isSocket() && (found.mode & 0o007) !== 0 && path !== dataDirectory)
      open.push(path);
  }
  const [first] = foreign;
  if (first !== undefined)
    return problem(
      check,
      `${foreign.length} files and folders belong to another user, such as ${first}`,
      `sudo chown -R ${uid}: ${dataDirectory}`,
    );
  if ((await lstat(dataDirectory)).mode & 0o077 && open.length > 0)
    return problem(check, `Other users can read ${open[0]}`, `chmod -R u=rwX,go= ${dataDirectory}`);
  return ok(check, `user ${uid}`);
}

/** A clock that was set back is noticed by files that are newer than now. */
async function clock(dataDirectory: string): Promise<Finding> {
  const now = systemClock.now().getTime();
  const { marker, commitFile, lastBackup } = dataPaths(dataDirectory);
  const times = await Promise.all([marker, commitFile, lastBackup].map(statIfThere));
  const newest = Math.max(...times.map((found) => found?.mtimeMs ?? 0));
  const detail = systemClock.now().toISOString();
  const remedy = 'Synchronize the clock: timedatectl set-ntp true';
  return newest > now + 60_000
    ? problem('clock', `${detail}, but a file is of ${new Date(newest).toISOString()}`, remedy)
    : ok('clock', detail);
}

async function port(dataDirectory: string, { server }: Configuration): Promise<Finding> {
  const address = `${server.host}:${server.port}`;
  if ((await findDaemon(dataDirectory)) !== undefined) return ok('port', 'the server listens');
  try {
    await requirePort({ dataDirectory, overrides: { 'server.host': server.host, 'server.port': String(server.port) } });
    return ok('port', `${address} is free`);
  } catch (error) {
    const isTaken = systemErrorCode(error) === 'EADDRINUSE';
    const remedy = isTaken
      ? `Stop the program that uses it (ss -ltnp sport = :${server.port}), or set server.port in config.yaml`
      : 'Set server.host and server.port in config.yaml';
    return problem(
      'port',
      `${address} ${isTaken ? 'is used by another program' : `cannot be used: ${messageOf(error)}`}`,
      remedy,
    );
  }
}

const mailTimeoutMs = 5_000;

/** Whether something accepts connections there. */
const reach = (host: string, at: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port: at });
    const end = (error?: Error): void => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.setTimeout(mailTimeoutMs, () => end(new Error('It does not answer.')));
    socket.once('connect', () => end()).once('error', end);
  });

async function mail(dataDirectory: string, { mail: { server } }: Configuration): Promise<Finding> {
  if (server.host === null)
    return ok('mail', `no mail server is set, so mails are written to ${dataPaths(dataDirectory).outbox}`);
  const address = `${server.host}:${server.port}`;
  try {
    await reach(server.host, server.port);
    return ok('mail', `${address} answers`);
  } catch (error) {
    return problem(
      'mail',
      `${address} cannot be reached: ${messageOf(error)}`,
      'Check mail.server in config.yaml, and the firewall',
    );
  }
}

/** A database that cannot be used keeps the server from starting. */
async function database(dataDirectory: string, { store: { url, password } }: Configuration): Promise<Finding> {
  if (url === null) return ok('database', 'no database is set, so the records are in the data directory');
  try {
    const secret = password === null ? undefined : await secretOf('store.password', password, dataDirectory);
    const { postgresVersion } = await import('../../adapters/postgres/connections.ts');
    return ok('database', `PostgreSQL ${await postgresVersion({ url, password: secret })} answers`);
  } catch (error) {
    const remedy = 'Check that PostgreSQL runs, and store.url and store.password in config.yaml';
    return problem('database', `${url} cannot be used: ${messageOf(error)}`, remedy);
  }
}

/** Without its bucket, a server runs, but has no files. */
async function bucket(dataDirectory: string, loaded: Configuration): Promise<Finding> {
  const check = 'object store';
  if (loaded.content.url === null) return ok(check, 'no bucket is set, so the files are in the data directory');
  try {
    const address = await bucketOf(loaded, dataDirectory);
    const { requireBucket } = await import('../../adapters/s3/content-store.ts');
    if (address !== undefined) await requireBucket(address);
    return ok(check, `${loaded.content.url} answers`);
  } catch (error) {
    const remedy = 'Check that the bucket exists, and content in config.yaml';
    return problem(check, `${loaded.content.url} cannot be used: ${messageOf(error)}`, remedy);
  }
}

async function configuration(dataDirectory: string, environment: NodeJS.ProcessEnv): Promise<Finding> {
  const { mistakes, warnings } = await checkConfiguration(dataDirectory, environment);
  const [mistake] = mistakes;
  const remedy = `edu-repo config check --data ${dataDirectory}`;
  if (mistake !== undefined) return problem('configuration', mistake, remedy);
  return warnings[0] === undefined ? ok('configuration', 'valid') : warning('configuration', warnings[0], remedy);
}

/** Runs a check. What it cannot find out is a problem of its own. */
async function attempt(check: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return problem(check, messageOf(error), 'Run the command as the owner of the data directory');
  }
}

/** Checks a data directory and its surroundings, without opening the repository. */
export async function diagnose(dataDirectory: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const findings = await Promise.all([
    attempt('disk space', () => diskSpace('disk space', dataDirectory)),
    attempt('owner of files', () => owner(dataDirectory)),
    attempt('clock', () => clock(dataDirectory)),
    attempt('configuration', () => configuration(dataDirectory, environment)),
  ]);
  const file = dataPaths(dataDirectory).config;
  // With a mistake in it, the check above says which.
  const loaded = await loadConfiguration({ file, environment, overrides: {} }).catch(() => undefined);
  if (loaded === undefined) return findings;
  const { directory } = loaded.backup;
  const further = [
    attempt('port', () => port(dataDirectory, loaded)),
    attempt('mail', () => mail(dataDirectory, loaded)),
    attempt('database', () => database(dataDirectory, loaded)),
    attempt('object store', () => bucket(dataDirectory, loaded)),
    ...(directory === null ? [] : [attempt('backup disk', () => diskSpace('backup disk', directory))]),
  ];
  return [...findings, ...(await Promise.all(further))];
}
