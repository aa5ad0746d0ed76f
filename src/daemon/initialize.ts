import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPinoLog } from '../adapters/system/pino-log.ts';
import { systemErrorCode } from '../base/errors.ts';
import { found } from '../services/founding.ts';
import { openSeams } from './compose.ts';
import { dataPaths, isInitialized } from './data-directory.ts';
import { ownDirectory } from './own-directory.ts';
import { closeToOthers } from './private-files.ts';
import { programVersion } from './version.ts';

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

const template = fileURLToPath(new URL('../../data-template', import.meta.url));

/** Material for `edu-repo demo`, no part of a repository. */
const notCopied = 'sample-material';

/** Letters and digits that are not taken for one another when they are typed from a screen. */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyz23456789';

const newPassword = (): string =>
  [...randomBytes(20)]
    .map((byte) => passwordLetters[byte % passwordLetters.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');

/** What is there already stays as it is: somebody may have changed it. */
async function copyTemplate(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name === notCopied) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await copyTemplate(source, target);
      continue;
    }
    try {
      await copyFile(source, target, 1);
      await chmod(target, 0o600);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
  }
}

const ownNames = new Set([
  'store',
  'content',
  'index',
  'run',
  'lock',
  'commit-number',
  'commit-number.new',
  'config.yaml',
  'operator.token',
]);

/** Somebody's folder with other things in it is not taken over. */
async function requireUsable(dataDirectory: string): Promise<void> {
  const foreign = (await readdirOrNothing(dataDirectory)).filter((name) => !ownNames.has(name));
  if (foreign.length > 0) {
    throw new Error(
      `${dataDirectory} is no repository and not empty: it has ${foreign.slice(0, 3).join(', ')}. Choose another folder.`,
    );
  }
}

async function readdirOrNothing(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Without its marker a directory never answered a call: what its store holds is the half of a founding. */
async function clearUnfinished(dataDirectory: string): Promise<void> {
  const paths = dataPaths(dataDirectory);
  for (const path of [paths.store, paths.commitFile]) await rm(path, { recursive: true, force: true });
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function fillStore(dataDirectory: string, adminPassword: string): Promise<void> {
  const seams = await openSeams(dataDirectory, true, createPinoLog({ level: 'warn' }));
  try {
    await found(seams, adminPassword);
  } finally {
    await seams.store.close();
    await closeToOthers(dataPaths(dataDirectory).store);
  }
}

/**
 * Makes a data directory: what `data-template` has, the store with its first administrator, the operator's token, and
 * last of all the marker, so that whatever a cut leaves behind can be repeated. Folders 0700, files 0600. A complete
 * directory is left alone.
 *
 * An incomplete one was never used, so it is founded anew, with the password of this call.
 */
export async function initialize(options: InitializeOptions): Promise<Initialized> {
  const { dataDirectory } = options;
  const paths = dataPaths(dataDirectory);
  if (await isInitialized(dataDirectory)) return { created: false };
  await requireUsable(dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await chmod(dataDirectory, 0o700);
  const ownership = await ownDirectory(dataDirectory);
  try {
    // Another process may have been at it while we waited for the lock.
    if (await isInitialized(dataDirectory)) return { created: false };
    await clearUnfinished(dataDirectory);
    await copyTemplate(template, dataDirectory);
    const generated = options.adminPassword === undefined ? newPassword() : undefined;
    await fillStore(dataDirectory, options.adminPassword ?? generated ?? '');
    await writeDurably(paths.operatorToken, `${randomBytes(32).toString('base64url')}\n`);
    await writeDurably(paths.marker, `${JSON.stringify({ format: 1, madeBy: programVersion() })}\n`);
    return generated === undefined ? { created: true } : { created: true, generatedPassword: generated };
  } finally {
    await ownership.release();
  }
}
