import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { withFileLock } from '../files/file-lock.ts';
import { makeClosedFolder, readPrivateFile, writePrivateFile } from '../files/private-files.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

export interface Tokens {
  readonly access: string;
  /** A refresh token, which can be used once. */
  readonly refresh: string;
  /** When the access token expires, in milliseconds since 1970 by the clock of this machine. */
  readonly expiresAt: number;
  /** The lifetime of the access token when it was issued, in milliseconds. */
  readonly lifetime: number;
}

/** The stored login for one repository. It never contains a password. */
export interface Login {
  /** The base URL of the REST interface. */
  readonly url: string;
  readonly client: OAuthClient;
  readonly userName: string;
  /** The tokens; undefined after `logout`. */
  readonly tokens: Tokens | undefined;
}

/** The logins of one user: one file of mode 0600 per repository, in a folder of mode 0700. */
export interface LoginStore {
  /** Reads the login for a repository; undefined if there is none. Refuses a file that other users can read. */
  read(url: URL): Promise<Login | undefined>;
  write(url: URL, login: Login): Promise<void>;
  forget(url: URL): Promise<void>;
  /** Runs work while no other process can change the login for this repository. */
  alone<T>(url: URL, work: () => Promise<T>): Promise<T>;
}

/** Depends on the address, not on the name of the remote, so that a token is never sent to another address. */
function fileName(url: URL): string {
  const hash = createHash('sha256').update(url.href).digest('hex').slice(0, 16);
  return `${url.hostname.replaceAll(/[^a-z0-9.-]/g, '_')}-${hash}`;
}

const damaged = (path: string, cause: unknown): Failure =>
  new Failure(
    exitCodes.error,
    {
      what: `Cannot parse ${path}.`,
      why: messageOf(cause),
      next: 'Delete the file and sign in again: edu-repo login',
    },
    { cause },
  );

function parsed(text: string, path: string): Login {
  try {
    // Only this program writes these files, so valid JSON is a login.
    return JSON.parse(text) as Login;
  } catch (error) {
    throw damaged(path, error);
  }
}

/** The logins of a settings file, in the folder `logins` next to it. */
export function createLoginStore(settingsFile: string): LoginStore {
  const folder = join(dirname(settingsFile), 'logins');
  const pathOf = (url: URL): string => join(folder, `${fileName(url)}.json`);
  return {
    read: async (url) => {
      const path = pathOf(url);
      const text = await readPrivateFile(path);
      return text === undefined ? undefined : parsed(text, path);
    },
    write: async (url, login) => {
      await makeClosedFolder(folder);
      await writePrivateFile(pathOf(url), `${JSON.stringify(login, null, 2)}\n`);
    },
    forget: async (url) => {
      try {
        await unlink(pathOf(url));
      } catch (error) {
        if (systemErrorCode(error) !== 'ENOENT') throw error;
      }
    },
    alone: async (url, work) => {
      await makeClosedFolder(folder);
      return withFileLock(join(folder, `${fileName(url)}.lock`), work);
    },
  };
}
