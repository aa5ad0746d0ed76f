import { open, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { packageFolder } from '../../base/package-files.ts';
import { programVersion } from '../process/version.ts';

/** The folder of the metadata sets that the program ships. */
export const shippedMetadataSets = fileURLToPath(new URL('data-template/metadata-sets', packageFolder));

/** The paths in a data directory. */
export const dataPaths = (dataDirectory: string) => ({
  /** `init` writes this file last. Without it, the directory is incomplete. */
  marker: join(dataDirectory, 'edu-repo.json'),
  config: join(dataDirectory, 'config.yaml'),
  /** The custom model: types, aspects and properties that an administrator adds. */
  ownDictionary: join(dataDirectory, 'own-dictionary.yaml'),
  metadataSets: join(dataDirectory, 'metadata-sets'),
  mailTemplates: join(dataDirectory, 'mail'),
  /** Mails that no server is configured for. */
  outbox: join(dataDirectory, 'outbox'),
  operatorToken: join(dataDirectory, 'operator.token'),
  store: join(dataDirectory, 'store'),
  /** The store as it was before the records moved to PostgreSQL. */
  movedStore: join(dataDirectory, 'store-before-postgresql'),
  commitFile: join(dataDirectory, 'commit-number'),
  /** What is known of the last complete backup. */
  lastBackup: join(dataDirectory, 'last-backup.json'),
  lock: join(dataDirectory, 'lock'),
  content: join(dataDirectory, 'content'),
  /** The contents as they were before they moved to a bucket. */
  movedContent: join(dataDirectory, 'content-before-s3'),
  index: join(dataDirectory, 'index'),
  previews: join(dataDirectory, 'previews'),
  texts: join(dataDirectory, 'texts'),
  /** Archives of data exports that are being written. */
  exports: join(dataDirectory, 'exports-tmp'),
  /** What repeated imports remember, by harvest. */
  imports: join(dataDirectory, 'imports'),
  /** Files that people import, for as long as that takes. */
  importUploads: join(dataDirectory, 'imports-tmp'),
  run: join(dataDirectory, 'run'),
  owner: join(dataDirectory, 'run', 'owner.json'),
  daemon: join(dataDirectory, 'run', 'daemon.json'),
  socket: join(dataDirectory, 'run', 'daemon.sock'),
});

/** `EDU_REPO_DATA`, or else the user's data folder (XDG Base Directory Specification). */
export function defaultDataDirectory(environment: NodeJS.ProcessEnv): string {
  const chosen = environment['EDU_REPO_DATA'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const data = environment['XDG_DATA_HOME'];
  return join(data !== undefined && data !== '' ? data : join(homedir(), '.local', 'share'), 'edu-repo');
}

/** The format of data directories that this program writes, and the newest that it reads. It upgrades older ones. */
export const dataDirectoryFormat = 2;

/** The content of the marker file of a complete data directory. */
interface Marker {
  /** At least 1. */
  readonly format: number;
  readonly madeBy?: unknown;
  /** Only in a backup. */
  readonly backup?: { readonly at?: unknown; readonly commit?: unknown };
}

/** A folder instead of the file, or a sector that the disk cannot read. */
const unreadable: ReadonlySet<string> = new Set(['EISDIR', 'EIO']);

/** Rejects with `DataDirectoryError` if the marker is damaged. Its format may be any, so nothing may be upgraded. */
async function readMarker(dataDirectory: string): Promise<Marker> {
  const path = dataPaths(dataDirectory).marker;
  try {
    const marker = JSON.parse(await readFile(path, 'utf8')) as Partial<Marker> | null;
    const format = marker?.format;
    if (Number.isSafeInteger(format) && Number(format) >= 1) return { ...marker, format: Number(format) };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !unreadable.has(systemErrorCode(error) ?? '')) throw error;
  }
  throw new DataDirectoryError(`${path} is damaged: it does not state the format of the data directory.`, {
    advice: 'Restore this file from a backup of the same version of edu-repo. Nothing was changed',
  });
}

/** The content of the marker file of a directory in the present format. `backup` says what the directory is a backup of. */
export const markerText = (backup?: { readonly at: string; readonly commit: number }): string =>
  `${JSON.stringify({ format: dataDirectoryFormat, madeBy: programVersion(), backup })}\n`;

/** The format of a complete data directory. Rejects with `DataDirectoryError` if its marker is damaged. */
export const formatOf = async (dataDirectory: string): Promise<number> => (await readMarker(dataDirectory)).format;

/** What a directory is a backup of; undefined if it is none, is incomplete, or has a damaged marker. */
export async function backupAt(folder: string): Promise<{ readonly at: string; readonly commit: number } | undefined> {
  const { at, commit } = (await readRunFile<Partial<Marker> | null>(dataPaths(folder).marker))?.backup ?? {};
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof commit === 'number'
    ? { at, commit }
    : undefined;
}

function requireKnownFormat(dataDirectory: string, { format, madeBy }: Marker): void {
  if (format <= dataDirectoryFormat) return;
  const maker = typeof madeBy === 'string' ? `edu-repo ${madeBy}` : 'a newer edu-repo';
  throw new DataDirectoryError(
    `${dataDirectory} has format ${format}, made by ${maker}; this is edu-repo ${programVersion()}, which reads up to format ${dataDirectoryFormat}.`,
    { advice: `Use ${maker} or a newer one, or restore a backup from before the upgrade` },
  );
}

/** Whether `init` completed here. Rejects with `DataDirectoryError` if a newer program made the directory, or its marker is damaged. */
export async function isInitialized(dataDirectory: string): Promise<boolean> {
  try {
    requireKnownFormat(dataDirectory, await readMarker(dataDirectory));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * The bearer token for processes that can read the data directory. It acts as the first administrator. Rejects with
 * `DataDirectoryError` if users other than the owner can read or write the file (not checked on Windows, which has no
 * such modes).
 */
export async function readOperatorToken(dataDirectory: string): Promise<string> {
  const path = dataPaths(dataDirectory).operatorToken;
  const file = await open(path, 'r');
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw accessibleToOthers(path, mode);
    return (await file.readFile('utf8')).trim();
  } finally {
    await file.close();
  }
}

function accessibleToOthers(path: string, mode: number): DataDirectoryError {
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return new DataDirectoryError(
    `${path} has mode ${shown}, so other users of this machine can read it. Its token gives administrator rights.`,
    { advice: `chmod 600 ${path}; if another user may have read it, delete it: the next start creates a new one` },
  );
}

export interface RunningDaemon {
  readonly pid: number;
  /** `{base_url}` */
  readonly url: string;
  /** The path of its Unix socket, or null if the path would be too long for one. */
  readonly socket: string | null;
  /** The folder that the file was written to, as `folderIdentity` returns it. Undefined in files of earlier versions. */
  readonly folder?: string;
}

/** Tells a folder from a copy of it: the number of its file system and of its inode. */
export async function folderIdentity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}

/**
 * Reads a JSON file that another process may write or remove at the same time. Undefined if it is missing or
 * incomplete.
 */
export async function readRunFile<T>(path: string): Promise<T | undefined> {
  try {
    // Only this program writes these files, and a partly written one is not valid JSON.
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const connectTimeoutMs = 1_000;

function canConnect(target: { path: string } | { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(target);
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(connectTimeoutMs, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return systemErrorCode(error) === 'EPERM';
  }
}

/** The daemon that owns this directory; undefined if none responds. */
export async function findDaemon(dataDirectory: string): Promise<RunningDaemon | undefined> {
  const daemon = await readRunFile<RunningDaemon>(dataPaths(dataDirectory).daemon);
  if (daemon === undefined) return undefined;
  // In a copy of the directory, such as a backup, the file names the server of the original.
  if (daemon.folder !== undefined && daemon.folder !== (await folderIdentity(dataPaths(dataDirectory).run))) {
    return undefined;
  }
  if (daemon.socket !== null) return (await canConnect({ path: daemon.socket })) ? daemon : undefined;
  // Another program may listen on the port of a killed daemon, so the process must still exist.
  const owner = await readRunFile<{ pid: number }>(dataPaths(dataDirectory).owner);
  if (owner?.pid !== daemon.pid || !isAlive(daemon.pid)) return undefined;
  const { hostname, port } = new URL(daemon.url);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 };
  return (await canConnect(target)) ? daemon : undefined;
}
