import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { withFileLock } from '../files/file-lock.ts';
import { makeClosedFolder, readPrivateFile, writePrivateFile } from '../files/private-files.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** A client of the token endpoint. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** What a sign-in has brought. */
export interface Tokens {
  readonly access: string;
  /** Can be used once. */
  readonly refresh: string;
  /** When the access token ends, in milliseconds since 1970 by this machine's clock. */
  readonly expiresAt: number;
  /** How long it held when it was given, in milliseconds. */
  readonly lifetime: number;
}

/** What is kept for one repository. Never a password. */
export interface Login {
  /** `{base_url}` */
  readonly url: string;
  readonly client: OAuthClient;
  readonly userName: string;
  /** Undefined after `logout`. */
  readonly tokens: Tokens | undefined;
}

/** The logins of one user: a file of mode 0600 for each repository, in a folder of mode 0700. */
export interface LoginStore {
  /** Undefined where none was kept. Refuses a file that others can read. */
  read(url: URL): Promise<Login | undefined>;
  write(url: URL, login: Login): Promise<void>;
  forget(url: URL): Promise<void>;
  /** Does work while no other process changes the login for this repository. */
  alone<T>(url: URL, work: () => Promise<T>): Promise<T>;
}

/** Named by the address, so that a token never goes to another one, whatever a remote is called. */
function fileName(url: URL): string {
  const hash = createHash('sha256').update(url.href).digest('hex').slice(0, 16);
  return `${url.hostname.replaceAll(/[^a-z0-9.-]/g, '_')}-${hash}`;
}

const damaged = (path: string, cause: unknown): Failure =>
  new Failure(
    exitCodes.error,
    {
      what: `${path} cannot be understood.`,
      why: messageOf(cause),
      next: 'Delete it, and sign in again: edu-repo login',
    },
    { cause },
  );

function parsed(text: string, path: string): Login {
  try {
    // Written by this program alone.
    return JSON.parse(text) as Login;
  } catch (error) {
    throw damaged(path, error);
  }
}

/** The logins that belong to a file of settings: they lie in `logins` beside it. */
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
