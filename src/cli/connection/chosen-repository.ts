import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Host } from '../program/host.ts';
import { repositoryUrl } from './repository-url.ts';
import { specified } from './specified.ts';
import { readSettings, settingsFile, type UserSettings } from './user-settings.ts';

export type RepositoryOptions = Pick<GlobalOptions, 'remote' | 'url' | 'data' | 'config'>;

export type ChosenRepository =
  | { readonly kind: 'remote'; readonly name: string | undefined; readonly url: URL }
  | { readonly kind: 'local' };

const local: ChosenRepository = { kind: 'local' };

const unknownRemote = (name: string, { remotes }: UserSettings): Failure =>
  new Failure(exitCodes.notFound, {
    what: `There is no remote named ${name}.`,
    why: remotes.size === 0 ? 'You have not added any remotes.' : `Known remotes: ${[...remotes.keys()].join(', ')}.`,
    next: `To add it: edu-repo remote add ${shellWord(name)} URL; to list the remotes: edu-repo remote list`,
  });

/** The address of a remote. Throws a failure if no remote has this name. */
export function remoteUrl(name: string, settings: UserSettings): URL {
  const url = settings.remotes.get(name);
  if (url === undefined) throw unknownRemote(name, settings);
  return repositoryUrl(url);
}

function requireOne(name: string | undefined, url: string | undefined, sources: readonly [string, string]): void {
  if (name === undefined || url === undefined) return;
  throw usageFailure(
    `${sources[0]} and ${sources[1]} cannot be used together.`,
    'Each of them selects a repository.',
    'Leave one of them out',
  );
}

/**
 * Selects the repository: `--remote` or `--url`; else `EDU_REPO_REMOTE` or `EDU_REPO_URL`; else the remote chosen with
 * `remote use`; else the local data directory. `--data` selects a local one and takes precedence over the environment.
 */
export async function chosenRepository(
  options: RepositoryOptions,
  environment: Host['environment'],
): Promise<ChosenRepository> {
  const { remote, url } = { remote: specified(options.remote), url: specified(options.url) };
  requireOne(remote, url, ['--remote', '--url']);
  if (url !== undefined) return { kind: 'remote', name: undefined, url: repositoryUrl(url) };
  const file = settingsFile(options, environment);
  const named = async (name: string): Promise<ChosenRepository> => ({
    kind: 'remote',
    name,
    url: remoteUrl(name, await readSettings(file)),
  });
  if (remote !== undefined) return named(remote);
  if (specified(options.data) !== undefined) return local;
  const envRemote = specified(environment['EDU_REPO_REMOTE']);
  const envUrl = specified(environment['EDU_REPO_URL']);
  requireOne(envRemote, envUrl, ['EDU_REPO_REMOTE', 'EDU_REPO_URL']);
  if (envUrl !== undefined) return { kind: 'remote', name: undefined, url: repositoryUrl(envUrl) };
  if (envRemote !== undefined) return named(envRemote);
  const settings = await readSettings(file);
  return settings.chosen === undefined
    ? local
    : { kind: 'remote', name: settings.chosen, url: remoteUrl(settings.chosen, settings) };
}
