import { randomBytes } from 'node:crypto';
import { chmod, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createPinoLog } from '../../adapters/system/pino-log.ts';
import { packageFolder } from '../../base/package-files.ts';
import { bootstrap } from '../../services/identity/bootstrap.ts';
import { openSeams } from '../compose.ts';
import { programVersion } from '../process/version.ts';
import { dataDirectoryFormat, dataPaths, isInitialized } from './data-directory.ts';
import { refuseRootInForeignDirectory, withAccessExplained } from './directory-access.ts';
import { ownDirectory } from './directory-ownership.ts';
import { copyDurably, syncFolder, writeDurably } from './durable-files.ts';
import { removeInterruptedInit, requireUsable } from './interrupted-init.ts';
import { persistedOperatorToken } from './operator-token.ts';
import { makePrivateFolder, restrictToOwner } from './private-files.ts';

export interface InitializeOptions {
  readonly dataDirectory: string;
  /** Of the first administrator; a random one is made where it is missing. */
  readonly adminPassword?: string | undefined;
}

export interface Initialized {
  /** False where the directory was complete already. */
  readonly created: boolean;
  /** To be shown once; it is stored nowhere in clear. */
  readonly generatedPassword?: string;
}

const template = fileURLToPath(new URL('data-template', packageFolder));

/** Material for `edu-repo demo`, and what the program reads where it is installed: no parts of a repository. */
const notCopied = ['sample-material', 'dictionary.yaml'];

/** Letters and digits that are not taken for one another when they are typed from a screen. */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyz23456789';

const newPassword = (): string =>
  [...randomBytes(20)]
    .map((byte) => passwordLetters[byte % passwordLetters.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');

const log = createPinoLog({ level: 'warn' });

async function fillStore(dataDirectory: string, adminPassword: string): Promise<void> {
  const seams = await openSeams(dataDirectory, true, log);
  try {
    await bootstrap(seams, adminPassword);
  } finally {
    await seams.store.close();
    await restrictToOwner(dataPaths(dataDirectory).store);
  }
}

/** All that makes a repository, each part on disk before the next, and the marker last of all. */
async function make(dataDirectory: string, adminPassword: string): Promise<void> {
  const paths = dataPaths(dataDirectory);
  await removeInterruptedInit(dataDirectory, log);
  await copyDurably(template, dataDirectory, notCopied);
  await fillStore(dataDirectory, adminPassword);
  await persistedOperatorToken(dataDirectory);
  await syncFolder(dataDirectory);
  await writeDurably(paths.marker, `${JSON.stringify({ format: dataDirectoryFormat, madeBy: programVersion() })}\n`);
}

/**
 * Makes a data directory: what `data-template` has, the store with its first administrator, the operator's token, and
 * last of all the marker, so that whatever a cut leaves behind can be repeated. Folders 0700, files 0600. A complete
 * directory is left alone. Rejects with `DataDirectoryError` for a folder with other things in it.
 *
 * An incomplete one was never used, so it is founded anew, with the password of this call.
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
    // Another process may have been at it while we waited for the lock.
    if (await isInitialized(dataDirectory)) return { created: false };
    const generated = options.adminPassword === undefined ? newPassword() : undefined;
    await make(dataDirectory, options.adminPassword ?? generated ?? '');
    return generated === undefined ? { created: true } : { created: true, generatedPassword: generated };
  } finally {
    await ownership.release();
  }
}
