import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageErrorCode } from '../../base/errors/storage-failure.ts';
import { openFilesLimit, raiseOpenFilesLimit } from '../../base/open-files-limit.ts';

/** The name of a user for messages and for `sudo -u`; `#1000` if the user ID has no name. */
async function userNameOf(uid: number): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((one) => one.split(':')[2] === String(uid));
  return line?.split(':')[0] ?? `#${uid}`;
}

interface Owned {
  readonly path: string;
  readonly uid: number;
}

/** A directory with its owner. If the directory is not accessible, its nearest accessible parent. */
async function ownerOf(path: string): Promise<Owned | undefined> {
  try {
    return { path, uid: (await stat(path)).uid };
  } catch (error) {
    if (systemErrorCode(error) !== 'EACCES' || dirname(path) === path) return undefined;
    return ownerOf(dirname(path));
  }
}

/** The first folder above a path that exists; undefined if the path exists itself, or cannot be looked at. */
async function firstFolderAbove(path: string): Promise<string | undefined> {
  try {
    await stat(path);
    return undefined;
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) return undefined;
    return (await firstFolderAbove(dirname(path))) ?? dirname(path);
  }
}

const asOwner = (owner: string): string => `Run the command as the owner: sudo -u '${owner}' edu-repo …`;

/**
 * Rejects with `DataDirectoryError` if root opens a directory of another user. Its owner could not read the files that
 * root creates, so their next start would fail.
 */
export async function refuseRootInForeignDirectory(dataDirectory: string): Promise<void> {
  const owned = await ownerOf(dataDirectory);
  if (process.getuid?.() !== 0 || owned === undefined || owned.uid === 0) return;
  const owner = await userNameOf(owned.uid);
  throw new DataDirectoryError(
    `${dataDirectory} belongs to the user ${owner}, and this command runs as root. ${owner} could not read the files that root writes.`,
    { advice: asOwner(owner) },
  );
}

type Explanation = Pick<DataDirectoryError, 'message' | 'advice'>;

async function explainAccess(dataDirectory: string, path: string): Promise<Explanation> {
  const [owned, self] = [await ownerOf(dataDirectory), process.getuid?.()];
  if (owned !== undefined && self !== undefined && owned.uid !== self) {
    const owner = await userNameOf(owned.uid);
    const message = `${owned.path} belongs to the user ${owner}, and this command runs as ${await userNameOf(self)}.`;
    return { message, advice: asOwner(owner) };
  }
  const folder = await firstFolderAbove(dataDirectory);
  if (folder !== undefined) {
    return {
      message: `${dataDirectory} does not exist, and this command, which runs as ${await userNameOf(self ?? 0)}, may not create it in ${folder}.`,
      advice: `Choose another directory; or create it as root: sudo install -d -m 700 -o "$USER" ${dataDirectory}`,
    };
  }
  return {
    message: `The system denies access to ${path}.`,
    advice: `Give the owner access: chmod -R u+rwX ${dataDirectory}; or restore the owner: chown -R OWNER ${dataDirectory}`,
  };
}

async function explain(dataDirectory: string, path: string, code: string): Promise<Explanation | undefined> {
  switch (code) {
    case 'ENOSPC':
      return {
        message: `The disk of ${dataDirectory} is full. Nothing is damaged.`,
        advice: `Free some space (df -h ${dataDirectory}) and try again; opening the store needs about 40 MB`,
      };
    case 'EDQUOT':
      return {
        message: `The disk quota of ${dataDirectory} is used up. Nothing is damaged.`,
        advice: 'Raise the quota or free some space, and try again',
      };
    case 'EROFS':
      return {
        message: `The file system of ${dataDirectory} is read-only. Nothing is damaged.`,
        advice: `Mount it read-write (findmnt -T ${dataDirectory}) and try again`,
      };
    case 'EIO':
      return {
        message: `The disk of ${dataDirectory} reports an input/output error at ${path}.`,
        advice: 'Check the system log (dmesg), and copy the data directory to another disk',
      };
    case 'EMFILE': {
      const limit = openFilesLimit();
      return {
        message: `The process has reached its limit of open files${limit === undefined ? '' : ` (${limit})`}. Nothing is damaged.`,
        advice: raiseOpenFilesLimit,
      };
    }
    case 'ENFILE':
      return {
        message: 'Too many files are open on this machine. Nothing is damaged.',
        advice: 'Stop other programs, or raise fs.file-max',
      };
    default:
      return code === 'EACCES' || code === 'EPERM' ? explainAccess(dataDirectory, path) : undefined;
  }
}

/** The path in an error: system errors have a field for it, LevelDB errors only a message. */
function pathIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('path' in error && typeof error.path === 'string') return error.path;
  return pathIn(error.cause) ?? /(\/[^:]+): [A-Z]/.exec(error.message)?.[1];
}

const isAboutNetwork = (error: unknown): boolean =>
  error instanceof Error && ('address' in error || systemErrorCode(error) === 'EADDRINUSE');

/**
 * Runs work in a data directory. If the system refuses (full disk, missing permission, another owner, too many open
 * files …), rejects with a `DataDirectoryError` that names the cause and what to do. Other errors pass through.
 */
export async function withAccessExplained<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = isAboutNetwork(error) ? undefined : storageErrorCode(error);
    const explanation =
      code === undefined ? undefined : await explain(dataDirectory, pathIn(error) ?? dataDirectory, code);
    if (explanation === undefined || error instanceof DataDirectoryError) throw error;
    throw new DataDirectoryError(explanation.message, { advice: explanation.advice, cause: error });
  }
}
