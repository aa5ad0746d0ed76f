import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageErrorCode } from '../../base/errors/storage-failure.ts';
import { openFilesLimit, raiseOpenFilesLimit } from '../../base/open-files-limit.ts';

/** The name of a user for messages and for `sudo -u`; `#1000` where the machine has none for the number. */
async function userNameOf(uid: number): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((one) => one.split(':')[2] === String(uid));
  return line?.split(':')[0] ?? `#${uid}`;
}

interface Owned {
  readonly path: string;
  readonly uid: number;
}

/** A directory with its owner; where it cannot even be looked at, the nearest one above it that can. */
async function ownerOf(path: string): Promise<Owned | undefined> {
  try {
    return { path, uid: (await stat(path)).uid };
  } catch (error) {
    if (systemErrorCode(error) !== 'EACCES' || dirname(path) === path) return undefined;
    return ownerOf(dirname(path));
  }
}

const asOwner = (owner: string): string => `Run the command as the owner: sudo -u '${owner}' edu-repo …`;

/**
 * Refuses a directory of another user to root, with `DataDirectoryError`: files that root makes in it would be closed to its
 * owner, and the next start of theirs would fail.
 */
export async function refuseRootInForeignDirectory(dataDirectory: string): Promise<void> {
  const owned = await ownerOf(dataDirectory);
  if (process.getuid?.() !== 0 || owned === undefined || owned.uid === 0) return;
  const owner = await userNameOf(owned.uid);
  throw new DataDirectoryError(
    `${dataDirectory} belongs to the user ${owner}, and this command runs as root. What root writes there, ${owner} could not read.`,
    { advice: asOwner(owner) },
  );
}

type Explained = Pick<DataDirectoryError, 'message' | 'advice'>;

async function explainAccess(dataDirectory: string, place: string): Promise<Explained> {
  const [owned, self] = [await ownerOf(dataDirectory), process.getuid?.()];
  if (owned !== undefined && self !== undefined && owned.uid !== self) {
    const owner = await userNameOf(owned.uid);
    const message = `${owned.path} belongs to the user ${owner}, and this command runs as ${await userNameOf(self)}.`;
    return { message, advice: asOwner(owner) };
  }
  return {
    message: `The system does not allow access to ${place}.`,
    advice: `Give its owner the right: chmod -R u+rwX ${dataDirectory}; or its files back: chown -R OWNER ${dataDirectory}`,
  };
}

async function explain(dataDirectory: string, place: string, code: string): Promise<Explained | undefined> {
  switch (code) {
    case 'ENOSPC':
      return {
        message: `The disk of ${dataDirectory} is full. Nothing is damaged.`,
        advice: `Make room on that disk (df -h ${dataDirectory}), and try again; opening takes about 40 MB`,
      };
    case 'EDQUOT':
      return {
        message: `The disk quota of ${dataDirectory} is used up. Nothing is damaged.`,
        advice: 'Raise the quota or make room, and try again',
      };
    case 'EROFS':
      return {
        message: `The file system of ${dataDirectory} is read-only. Nothing is damaged.`,
        advice: `Mount it for writing (findmnt -T ${dataDirectory}), and try again`,
      };
    case 'EIO':
      return {
        message: `The disk of ${dataDirectory} reports an input/output error at ${place}.`,
        advice: 'Look into the log of the system (dmesg), and copy the data directory to another disk',
      };
    case 'EMFILE': {
      const limit = openFilesLimit();
      return {
        message: `The process may not open as many files as it needs${limit === undefined ? '' : `: its limit is ${limit}`}. Nothing is damaged.`,
        advice: raiseOpenFilesLimit,
      };
    }
    case 'ENFILE':
      return {
        message: 'Too many files are open on this machine. Nothing is damaged.',
        advice: 'End other programs, or raise fs.file-max',
      };
    case 'EACCES':
    case 'EPERM':
      return explainAccess(dataDirectory, place);
    default:
      return undefined;
  }
}

/** The path that an error names: a field of the system's errors, words in those of LevelDB. */
function placeIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('path' in error && typeof error.path === 'string') return error.path;
  return placeIn(error.cause) ?? /(\/[^:]+): [A-Z]/.exec(error.message)?.[1];
}

const isAboutNetwork = (error: unknown): boolean =>
  error instanceof Error && ('address' in error || systemErrorCode(error) === 'EADDRINUSE');

/**
 * Work in a data directory. Where the system refuses it (no room, no right, another's directory, too many open files …), rejects
 * with a `DataDirectoryError` that says which, and what to do; other errors are passed on.
 */
export async function withAccessExplained<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = isAboutNetwork(error) ? undefined : storageErrorCode(error);
    const explained =
      code === undefined ? undefined : await explain(dataDirectory, placeIn(error) ?? dataDirectory, code);
    if (explained === undefined || error instanceof DataDirectoryError) throw error;
    throw new DataDirectoryError(explained.message, { advice: explained.advice, cause: error });
  }
}
