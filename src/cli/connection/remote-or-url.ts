import type { Context } from '../program/context.ts';
import { readRemoteName } from '../remote/remote-name.ts';
import { type ChosenRepository, chosenRepository } from './chosen-repository.ts';
import { repositoryUrl } from './repository-url.ts';

/** A repository on the command line: the name of a remote, or an address. */
export type RemoteOrUrl = { readonly remote: string } | { readonly url: URL };

/** Parses the name of a remote or an address. Throws a usage failure if it is neither. */
export const readRemoteOrUrl = (text: string): RemoteOrUrl =>
  text.includes('://') ? { url: repositoryUrl(text) } : { remote: readRemoteName(text) };

/** The repository that the argument names, or else the chosen one. */
export async function repositoryAt(
  argument: RemoteOrUrl | undefined,
  { globals, environment }: Pick<Context, 'globals' | 'environment'>,
): Promise<ChosenRepository> {
  if (argument === undefined) return chosenRepository(globals, environment);
  if ('url' in argument) return { kind: 'remote', name: undefined, url: argument.url };
  return chosenRepository({ ...globals, remote: argument.remote, url: undefined }, environment);
}
