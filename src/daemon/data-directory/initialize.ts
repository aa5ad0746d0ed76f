import { randomBytes } from 'node:crypto';
import { chmod, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { syncFolder, writeDurably } from '../../adapters/durable-files/durable-files.ts';
import { createPinoLog } from '../../adapters/system/pino-log.ts';
import { createScryptPasswords } from '../../adapters/system/scrypt-passwords.ts';
import { packageFolder } from '../../base/package-files.ts';
import { bootstrap } from '../../services/identity/bootstrap.ts';
import { openSeams } from '../open-seams.ts';
import { copyDurably } from './copy-durably.ts';
import { dataPaths, isInitialized, markerText } from './data-directory.ts';
import { refuseRootInForeignDirectory, withAccessExplained } from './directory-access.ts';
import { ownDirectory } from './directory-ownership.ts';
import { removeInterruptedInit, requireUsable } from './interrupted-init.ts';
import { persistedOperatorToken } from './operator-token.ts';
import { makePrivateFolder, restrictToOwner } from './private-files.ts';

export interface InitializeOptions {
  readonly dataDirectory: string;
  /** The password of the first administrator. Default: a random one. */
  readonly adminPassword?: string | undefined;
}

export interface Initialized {
  /** Whether this call created the repository. */
  readonly created: boolean;
  /** The generated password. Show it once: it is not stored in plain text. */
  readonly generatedPassword?: string;
}

const template = fileURLToPath(new URL('data-template', packageFolder));

/** Not part of a repository: the material of `edu-repo demo`, and what the program reads from its own package. */
const notCopied = ['sample-material', 'dictionary.yaml'];

/** Letters and digits that a reader does not confuse with each other. */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyz23456789';

const newPassword = (): string =>
  [...randomBytes(20)]
    .map((byte) => passwordLetters[byte % passwordLetters.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');

const log = createPinoLog({ level: 'warn' });

async function fillStore(dataDirectory: string, passwordHash: Promise<string>): Promise<void> {
  const seams = await openSeams(dataDirectory, true, log);
  try {
    await bootstrap(seams, await passwordHash);
  } finally {
    await seams.store.close();
    await restrictToOwner(dataPaths(dataDirectory).store);
  }
}

/** Creates all parts of a repository. Each is on disk before the next one starts, and the marker comes last. */
async function createRepository(dataDirectory: string, adminPassword: string): Promise<void> {
  const paths = dataPaths(dataDirectory);
  await removeInterruptedInit(dataDirectory, log);
  // The hash takes a quarter of a second in a thread of its own, while the files are copied and the store is opened.
  const passwordHash = createScryptPasswords().hash(adminPassword);
  passwordHash.catch(() => undefined);
  await copyDurably(template, dataDirectory, notCopied);
  await fillStore(dataDirectory, passwordHash);
  await persistedOperatorToken(dataDirectory);
  await syncFolder(dataDirectory);
  await writeDurably(paths.marker, markerText());
}

/**
 * Creates a data directory: the files of `data-template`, the store with its first administrator, the operator token and,
 * last, the marker. Folders have mode 0700, files 0600. Leaves a complete directory unchanged. Rejects with
 * `DataDirectoryError` for a folder with other files in it.
 *
 * A directory without the marker was never used, so an interrupted call can be repeated: it starts over, with the password
 * of the new call.
 */
export const initialize = (options: InitializeOptions): Promise<Initialized> =>
  withAccessExplained(options.dataDirectory, () => initializeHere(options));

async function initializeHere(options: InitializeOptions): Promise<Initialized> {
  const { dataDirectory } = options;
  await refuseRootInForeignDirectory(dataDirectory);
  if (await isInitialized(dataDirectory)) return { created: false };
  await requireUsable(dataDirectory, await readdir(template));
  await makePrivateFolder(dataDirectory);
  await chmod(dataDirectory, 0o700);
  const ownership = await ownDirectory(dataDirectory);
  try {
    // Another process may have created the repository while this one waited for the lock.
    if (await isInitialized(dataDirectory)) return { created: false };
    const generated = options.adminPassword === undefined ? newPassword() : undefined;
    await createRepository(dataDirectory, options.adminPassword ?? generated ?? '');
    return generated === undefined ? { created: true } : { created: true, generatedPassword: generated };
  } finally {
    await ownership.release();
  }
}
