import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { withFileLock } from '../files/file-lock.ts';
import { makePrivateFolder, writePrivateFile } from '../files/private-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Host } from '../program/host.ts';
import { specified } from './specified.ts';

export interface UserSettings {
  /** The addresses of remotes by name, in the order in which they were added. */
  readonly remotes: ReadonlyMap<string, string>;
  /** The remote chosen with `remote use`. */
  readonly chosen: string | undefined;
}

/** The absolute path of the settings file: `--config`, else `EDU_REPO_CONFIG`, else in the XDG config folder. */
export function settingsFile(globals: Pick<GlobalOptions, 'config'>, environment: Host['environment']): string {
  const chosen = specified(globals.config) ?? specified(environment['EDU_REPO_CONFIG']);
  if (chosen !== undefined) return resolve(chosen);
  const home = specified(environment['HOME']) ?? homedir();
  return join(specified(environment['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'edu-repo', 'config.yaml');
}

const damaged = (file: string, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `Cannot parse ${file}.`,
    why,
    next: 'Correct the file, or move it away and add the remotes again: edu-repo remote add NAME URL',
  });

async function textOf(file: string): Promise<string> {
  try {
    return (await readRegularFile(file)).toString('utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/** The parsed file with its comments and unknown keys, which a change preserves. */
async function documentOf(file: string) {
  const text = await textOf(file);
  // The parser is loaded on demand, because it is not needed without a settings file.
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
  if (typeof value !== 'object')
    throw damaged(file, 'The key remotes must be a map from names of remotes to entries with the key url.');
  for (const [name, remote] of Object.entries(value)) {
    const url = (remote as { readonly url?: unknown } | null)?.url;
    if (typeof url !== 'string') throw damaged(file, `The key remotes.${name}.url must be an address.`);
    remotes.set(name, url);
  }
  return remotes;
}

/** Reads a settings file. A missing file has no settings. Throws a failure if it cannot be parsed. */
export async function readSettings(file: string): Promise<UserSettings> {
  if ((await textOf(file)) === '') return { remotes: new Map(), chosen: undefined };
  const value = ((await documentOf(file)).toJS() ?? {}) as { readonly remotes?: unknown; readonly remote?: unknown };
  if (typeof value !== 'object') throw damaged(file, 'The file must be a YAML map.');
  const chosen = value.remote;
  if (chosen !== undefined && chosen !== null && typeof chosen !== 'string') {
    throw damaged(file, 'The key remote must be the name of a remote.');
  }
  return { remotes: remotesOf(value.remotes, file), chosen: chosen ?? undefined };
}

/** Changes the file, or creates it. Holds a lock, so that concurrent changes are not lost. */
async function changeSettings(file: string, change: (document: Document) => void): Promise<void> {
  await makePrivateFolder(dirname(file));
  await withFileLock(`${file}.lock`, async () => {
    const document = await documentOf(file);
    change(document);
    await writePrivateFile(file, document.toString());
  });
}

/** Adds or replaces a remote. */
export const saveRemote = (file: string, name: string, url: string): Promise<void> =>
  changeSettings(file, (document) => document.setIn(['remotes', name], document.createNode({ url })));

/** Removes a remote. If it is the chosen one, the choice is removed too. */
export const dropRemote = (file: string, name: string): Promise<void> =>
  changeSettings(file, (document) => {
    document.deleteIn(['remotes', name]);
    if (document.get('remote') === name) document.delete('remote');
  });

/** Chooses a remote for all commands; undefined chooses the local data directory. */
export const saveChoice = (file: string, name: string | undefined): Promise<void> =>
  changeSettings(file, (document) => {
    if (name === undefined) document.delete('remote');
    else document.set('remote', name);
  });
