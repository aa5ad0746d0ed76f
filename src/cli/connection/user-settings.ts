import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { specified } from '../everyday/specified.ts';
import { withFileLock } from '../files/file-lock.ts';
import { makePrivateFolder, writePrivateFile } from '../files/private-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Host } from '../program/host.ts';

/** What a user has settled once for all command lines. */
export interface UserSettings {
  /** The addresses of repositories by their names, in the order in which they were added. */
  readonly remotes: ReadonlyMap<string, string>;
  /** The remote chosen with `remote use`. */
  readonly chosen: string | undefined;
}

/** The user's configuration file: `--config`, else `EDU_REPO_CONFIG`, else in the XDG config folder. An absolute path. */
export function settingsFile(globals: Pick<GlobalOptions, 'config'>, environment: Host['environment']): string {
  const chosen = specified(globals.config) ?? specified(environment['EDU_REPO_CONFIG']);
  if (chosen !== undefined) return resolve(chosen);
  const home = specified(environment['HOME']) ?? homedir();
  return join(specified(environment['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'edu-repo', 'config.yaml');
}

const damaged = (file: string, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${file} cannot be understood.`,
    why,
    next: 'Correct it, or move it away and add the remotes again: edu-repo remote add NAME URL',
  });

async function textOf(file: string): Promise<string> {
  try {
    return (await readRegularFile(file)).toString('utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/** The file as people wrote it: comments and keys of later versions stay when something is changed. */
async function documentOf(file: string) {
  const text = await textOf(file);
  // Loaded late: without a file of settings, no command needs it.
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw damaged(file, error.message.split('\n')[0] ?? '');
  return document;
}

type Document = Awaited<ReturnType<typeof documentOf>>;

function remotesOf(value: unknown, file: string): Map<string, string> {
  const remotes = new Map<string, string>();
  if (value === undefined || value === null) return remotes;
  if (typeof value !== 'object') throw damaged(file, 'remotes must be a map of names.');
  for (const [name, remote] of Object.entries(value)) {
    const url = (remote as { readonly url?: unknown } | null)?.url;
    if (typeof url !== 'string') throw damaged(file, `remotes.${name}.url must be an address.`);
    remotes.set(name, url);
  }
  return remotes;
}

/** Reads the settings of a file; none where it does not exist. Throws a failure where it cannot be understood. */
export async function readSettings(file: string): Promise<UserSettings> {
  if ((await textOf(file)) === '') return { remotes: new Map(), chosen: undefined };
  const value = ((await documentOf(file)).toJS() ?? {}) as { readonly remotes?: unknown; readonly remote?: unknown };
  if (typeof value !== 'object') throw damaged(file, 'It must be a map of keys.');
  const chosen = value.remote;
  if (chosen !== undefined && chosen !== null && typeof chosen !== 'string') {
    throw damaged(file, 'remote must be a name.');
  }
  return { remotes: remotesOf(value.remotes, file), chosen: chosen ?? undefined };
}

/** Changes single keys of the file, which is made where it is missing. What other commands change meanwhile stays. */
async function changeSettings(file: string, change: (document: Document) => void): Promise<void> {
  await makePrivateFolder(dirname(file));
  await withFileLock(`${file}.lock`, async () => {
    const document = await documentOf(file);
    change(document);
    await writePrivateFile(file, document.toString());
  });
}

/** Keeps a remote under its name. */
export const saveRemote = (file: string, name: string, url: string): Promise<void> =>
  changeSettings(file, (document) => document.setIn(['remotes', name], document.createNode({ url })));

/** Forgets a remote, and the choice where it was the chosen one. */
export const dropRemote = (file: string, name: string): Promise<void> =>
  changeSettings(file, (document) => {
    document.deleteIn(['remotes', name]);
    if (document.get('remote') === name) document.delete('remote');
  });

/** Chooses a remote for all command lines; undefined: the local data directory. */
export const saveChoice = (file: string, name: string | undefined): Promise<void> =>
  changeSettings(file, (document) => {
    if (name === undefined) document.delete('remote');
    else document.set('remote', name);
  });
