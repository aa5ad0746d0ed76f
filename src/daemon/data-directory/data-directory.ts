import { open, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { packageFolder } from '../../base/package-files.ts';
import { programVersion } from '../process/version.ts';

/** Where the metadata sets lie that the program brings. */
export const shippedMetadataSets = fileURLToPath(new URL('data-template/metadata-sets', packageFolder));

/** Where things lie in a data directory. */
export const dataPaths = (dataDirectory: string) => ({
  /** Written last by `init`: without it the directory is not complete. */
  marker: join(dataDirectory, 'edu-repo.json'),
  config: join(dataDirectory, 'config.yaml'),
  /** Words that an administrator adds to those of the program. */
  ownDictionary: join(dataDirectory, 'own-dictionary.yaml'),
  metadataSets: join(dataDirectory, 'metadata-sets'),
  operatorToken: join(dataDirectory, 'operator.token'),
  store: join(dataDirectory, 'store'),
  commitFile: join(dataDirectory, 'commit-number'),
  lock: join(dataDirectory, 'lock'),
  content: join(dataDirectory, 'content'),
  index: join(dataDirectory, 'index'),
  previews: join(dataDirectory, 'previews'),
  texts: join(dataDirectory, 'texts'),
  run: join(dataDirectory, 'run'),
  owner: join(dataDirectory, 'run', 'owner.json'),
  daemon: join(dataDirectory, 'run', 'daemon.json'),
  socket: join(dataDirectory, 'run', 'daemon.sock'),
});

/** `EDU_REPO_DATA`, else the user's data folder (XDG Base Directory Specification). */
export function defaultDataDirectory(environment: NodeJS.ProcessEnv): string {
  const chosen = environment['EDU_REPO_DATA'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const data = environment['XDG_DATA_HOME'];
  return join(data !== undefined && data !== '' ? data : join(homedir(), '.local', 'share'), 'edu-repo');
}

/** The form of data directories that this program makes and reads. */
export const dataDirectoryFormat = 1;

/** What the marker of a complete data directory says. */
interface Marker {
  readonly format?: unknown;
  readonly madeBy?: unknown;
}

function requireKnownFormat(dataDirectory: string, text: string): void {
  let marker: Marker | null;
  try {
    marker = JSON.parse(text) as Marker | null;
  } catch (error) {
    // A marker that somebody wrote by hand says that the directory is complete, and no more.
    if (error instanceof SyntaxError) return;
    throw error;
  }
  const format = marker?.format;
  if (typeof format !== 'number' || format <= dataDirectoryFormat) return;
  const maker = typeof marker?.madeBy === 'string' ? `edu-repo ${marker.madeBy}` : 'a newer edu-repo';
  throw new DataDirectoryError(
    `${dataDirectory} has format ${format}, made by ${maker}; this is edu-repo ${programVersion()}, which reads up to format ${dataDirectoryFormat}.`,
    { advice: `Use ${maker} or a newer one, or restore a backup from before the upgrade` },
  );
}

/** Whether `init` came to its end here. Rejects with `DataDirectoryError` where a newer program made the directory. */
export async function isInitialized(dataDirectory: string): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(dataPaths(dataDirectory).marker, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
  requireKnownFormat(dataDirectory, text);
  return true;
}

/**
 * The Bearer token of whoever may read the data directory: it stands for the first administrator. Rejects with
 * `DataDirectoryError` where others than the owner may read or write the file (Windows has no such modes).
 */
export async function readOperatorToken(dataDirectory: string): Promise<string> {
  const path = dataPaths(dataDirectory).operatorToken;
  const file = await open(path, 'r');
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw openToOthers(path, mode);
    return (await file.readFile('utf8')).trim();
  } finally {
    await file.close();
  }
}

function openToOthers(path: string, mode: number): DataDirectoryError {
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return new DataDirectoryError(
    `${path} has mode ${shown}: other users of this machine can use it. Its token makes anybody an administrator.`,
    { advice: `chmod 600 ${path}; if others may have read it, remove it instead: the next start makes a new one` },
  );
}

export interface RunningDaemon {
  readonly pid: number;
  /** `{base_url}` */
  readonly url: string;
  /** The path of its Unix socket; null where the path would be too long for one. */
  readonly socket: string | null;
}

/** Reads a small JSON file that another process may be writing or removing right now. */
export async function readRunFile<T>(path: string): Promise<T | undefined> {
  try {
    // Only this program writes there; what is half-written is no JSON.
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const patience = 1_000;

function answers(target: { path: string } | { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(target);
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(patience, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but another user's.
    return systemErrorCode(error) === 'EPERM';
  }
}

/** The daemon that owns this directory, when it answers; undefined when none does. */
export async function findDaemon(dataDirectory: string): Promise<RunningDaemon | undefined> {
  const daemon = await readRunFile<RunningDaemon>(dataPaths(dataDirectory).daemon);
  if (daemon === undefined) return undefined;
  if (daemon.socket !== null) return (await answers({ path: daemon.socket })) ? daemon : undefined;
  // Anybody may listen on a port that a killed daemon left behind: it counts only while the daemon's process lives.
  const owner = await readRunFile<{ pid: number }>(dataPaths(dataDirectory).owner);
  if (owner?.pid !== daemon.pid || !isAlive(daemon.pid)) return undefined;
  const { hostname, port } = new URL(daemon.url);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 };
  return (await answers(target)) ? daemon : undefined;
}
