import { createHash } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { withFileLock } from '../files/file-lock.ts';
import { makeClosedFolder, readPrivateFile, writePrivateFile } from '../files/private-files.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

export interface OAuthClient {
  readonly id: string;
  /** Undefined for a public client. */
  readonly secret?: string | undefined;
}

export interface Tokens {
  readonly access: string;
  /** A refresh token, which can be used once. */
  readonly refresh: string;
  /** When the access token expires, in milliseconds since 1970 by the clock of this machine. */
  readonly expiresAt: number;
  /** The lifetime of the access token when it was issued, in milliseconds. */
  readonly lifetime: number;
  /** When the refresh token expires; missing if the server does not say. Each refresh makes it later. */
  readonly endsAt?: number | undefined;
}

/** The stored login of one user at one repository. It never contains a password. */
export interface Login {
  /** The base URL of the REST interface. */
  readonly url: string;
  /** The client that signed in; undefined for a session. */
  readonly client: OAuthClient | undefined;
  readonly userName: string;
  /** The tokens; undefined after `logout`, and for a session. */
  readonly tokens: Tokens | undefined;
  /** The ID of a session (`JSESSIONID`), at a server that issues no tokens to us. */
  readonly session?: string | undefined;
}

export const isSignedIn = ({ tokens, session }: Login): boolean => tokens !== undefined || session !== undefined;

/**
 * The logins of the owner of the settings: one file of mode 0600 per repository, in a folder of mode 0700. Refuses a file that
 * other users can read.
 */
export interface LoginStore {
  /** The logins for a repository, the last one first. */
  all(url: URL): Promise<readonly Login[]>;
  /** The logins for all repositories. */
  everywhere(): Promise<readonly Login[]>;
  /**
   * The login of a user. Without a user name, the default: the last login of those that are signed in, or of all if none is.
   * Undefined if there is none.
   */
  read(url: URL, userName?: string): Promise<Login | undefined>;
  /** Replaces the login of its user. */
  write(url: URL, login: Login): Promise<void>;
  /** Replaces the login of its user, and makes it the default. */
  choose(url: URL, login: Login): Promise<void>;
  /** Forgets the login of a user, or all logins for the repository. */
  forget(url: URL, userName?: string): Promise<void>;
  /** Runs work while no other process can change the logins for this repository. */
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

/** A file has the fields of the last login, as files of one login always had, and the other logins in `others`. */
function parsed(text: string, path: string): readonly Login[] {
  try {
    // Only this program writes these files, so valid JSON is a login.
    const { others = [], ...last } = JSON.parse(text) as Login & { readonly others?: readonly Login[] };
    return [last, ...others];
  } catch (error) {
    throw damaged(path, error);
  }
}

async function unlessAbsent<T>(work: Promise<T>, absent: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return absent;
    throw error;
  }
}

async function readFrom(path: string): Promise<readonly Login[]> {
  const text = await readPrivateFile(path);
  return text === undefined ? [] : parsed(text, path);
}

/** The logins of a settings file, in the folder `logins` next to it. */
export function createLoginStore(settingsFile: string): LoginStore {
  const folder = join(dirname(settingsFile), 'logins');
  const pathOf = (url: URL): string => join(folder, `${fileName(url)}.json`);
  const all = (url: URL): Promise<readonly Login[]> => readFrom(pathOf(url));
  const save = async (url: URL, [last, ...others]: readonly Login[]): Promise<void> => {
    if (last === undefined) return unlessAbsent(unlink(pathOf(url)), undefined);
    await makeClosedFolder(folder);
    const file = { ...last, ...(others.length > 0 && { others }) };
    return writePrivateFile(pathOf(url), `${JSON.stringify(file, null, 2)}\n`);
  };
  const without = async (url: URL, userName: string): Promise<readonly Login[]> =>
    (await all(url)).filter((login) => login.userName !== userName);
  const choose: LoginStore['choose'] = async (url, login) =>
    save(url, [login, ...(await without(url, login.userName))]);
  return {
    all,
    everywhere: async () => {
      const names = (await unlessAbsent(readdir(folder), [])).filter((name) => name.endsWith('.json')).sort();
      return (await Promise.all(names.map((name) => readFrom(join(folder, name))))).flat();
    },
    read: async (url, userName) => {
      const logins = await all(url);
      if (userName !== undefined) return logins.find((login) => login.userName === userName);
      return logins.find(isSignedIn) ?? logins[0];
    },
    write: async (url, login) => {
      const logins = await all(url);
      if (logins.every(({ userName }) => userName !== login.userName)) return choose(url, login);
      return save(
        url,
        logins.map((other) => (other.userName === login.userName ? login : other)),
      );
    },
    choose,
    forget: async (url, userName) => save(url, userName === undefined ? [] : await without(url, userName)),
    alone: async (url, work) => {
      await makeClosedFolder(folder);
      return withFileLock(join(folder, `${fileName(url)}.lock`), work);
    },
  };
}
