import { specified } from '../everyday/specified.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Host } from '../program/host.ts';
import { repositoryUrl } from './repository-url.ts';
import { readSettings, settingsFile, type UserSettings } from './user-settings.ts';

export type RepositoryOptions = Pick<GlobalOptions, 'remote' | 'url' | 'data' | 'config'>;

/** The repository that a command line means. */
export type ChosenRepository =
  | { readonly kind: 'remote'; readonly name: string | undefined; readonly url: URL }
  | { readonly kind: 'local' };

const local: ChosenRepository = { kind: 'local' };

const unknownRemote = (name: string, { remotes }: UserSettings): Failure =>
  new Failure(exitCodes.notFound, {
    what: `There is no remote called ${name}.`,
    why: remotes.size === 0 ? 'None has been added.' : `There are: ${[...remotes.keys()].join(', ')}.`,
    next: `Try: edu-repo remote add ${name} URL, or edu-repo remote list`,
  });

/** The address of a remote. Throws a failure where none has this name. */
export function remoteUrl(name: string, settings: UserSettings): URL {
  const url = settings.remotes.get(name);
  if (url === undefined) throw unknownRemote(name, settings);
  return repositoryUrl(url);
}

function either(name: string | undefined, url: string | undefined, words: readonly [string, string]): void {
  if (name === undefined || url === undefined) return;
  throw usageFailure(
    `${words[0]} and ${words[1]} exclude each other.`,
    'Each names a repository.',
    'Leave one of them out',
  );
}

/**
 * The repository that is meant: `--remote` or `--url`; else `EDU_REPO_REMOTE` or `EDU_REPO_URL`; else the remote chosen
 * with `remote use`; else the local data directory. `--data` is a local one, whatever the environment says.
 */
export async function chosenRepository(
  options: RepositoryOptions,
  environment: Host['environment'],
): Promise<ChosenRepository> {
  const { remote, url } = { remote: specified(options.remote), url: specified(options.url) };
  either(remote, url, ['--remote', '--url']);
  if (url !== undefined) return { kind: 'remote', name: undefined, url: repositoryUrl(url) };
  const file = settingsFile(options, environment);
  const named = async (name: string): Promise<ChosenRepository> => ({
    kind: 'remote',
    name,
    url: remoteUrl(name, await readSettings(file)),
  });
  if (remote !== undefined) return named(remote);
  if (specified(options.data) !== undefined) return local;
  const [theirRemote, theirUrl] = [specified(environment['EDU_REPO_REMOTE']), specified(environment['EDU_REPO_URL'])];
  either(theirRemote, theirUrl, ['EDU_REPO_REMOTE', 'EDU_REPO_URL']);
  if (theirUrl !== undefined) return { kind: 'remote', name: undefined, url: repositoryUrl(theirUrl) };
  if (theirRemote !== undefined) return named(theirRemote);
  const settings = await readSettings(file);
  return settings.chosen === undefined
    ? local
    : { kind: 'remote', name: settings.chosen, url: remoteUrl(settings.chosen, settings) };
}
