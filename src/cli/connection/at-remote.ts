import type { InRepository } from '../node-arguments/address.ts';
import { hintsAt } from '../print/hints.ts';
import { withHints } from '../print/output.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import { chosenRepository } from './chosen-repository.ts';
import { connect, dataDirectoryOf } from './connect.ts';

/** The options with the repository that is written before an address: the name of a remote, or a directory or a URL in brackets. */
function optionsAt(remote: string, globals: GlobalOptions): GlobalOptions {
  const place = /^\[(.+)\]$/.exec(remote)?.[1];
  if (place === undefined) return { ...globals, remote, url: undefined };
  const at = place.includes('://') ? { url: place } : { url: undefined, data: place };
  return { ...globals, remote: undefined, ...at };
}

/** What was selected when these errors were thrown. */
const failed = new WeakMap<object, GlobalOptions>();

/** The options that selected the repository in which a command failed; undefined for that of its command line. */
export const selectionOf = (error: unknown): GlobalOptions | undefined =>
  error instanceof Error ? failed.get(error) : undefined;

/** Runs `work` with a connection to the remote, or to the chosen repository if `remote` is undefined. */
export async function atRemote<T>(
  remote: string | undefined,
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { globals, environment, output } = context;
  if (remote === undefined || remote === globals.remote) return work(context);
  const choice = optionsAt(remote, globals);
  let connection: ReturnType<typeof connect> | undefined;
  const connectOnce = (): ReturnType<typeof connect> => {
    connection ??= connect(choice, environment, output);
    return connection;
  };
  try {
    const hinting = withHints(output, hintsAt(choice));
    return await work({
      ...context,
      globals: choice,
      output: hinting,
      addressPrefix: `${remote}:`,
      connect: connectOnce,
    });
  } catch (error) {
    // An error of a second repository passes through here, too.
    if (error instanceof Error && !failed.has(error)) failed.set(error, choice);
    throw error;
  } finally {
    // If connecting failed, there is nothing to close, and the command has reported the error.
    const open = await connection?.catch(() => undefined);
    await open?.close();
  }
}

/** What tells repositories apart: an address or a data directory. */
async function repositoryOf(remote: string | undefined, { globals, environment }: Context): Promise<string> {
  const choice = remote === undefined ? globals : optionsAt(remote, globals);
  const chosen = await chosenRepository(choice, environment);
  return chosen.kind === 'local' ? dataDirectoryOf(choice, environment) : chosen.url.href;
}

/** Whether all addresses are in one repository. `NAME:/Mathe` and `repo:/Mathe` are if the remote NAME is the chosen repository. */
export async function areInOneRepository(addresses: readonly InRepository[], context: Context): Promise<boolean> {
  const remotes = new Set(addresses.map(({ remote }) => remote));
  if (remotes.size <= 1) return true;
  const repositories = new Set<string>();
  for (const remote of remotes) repositories.add(await repositoryOf(remote, context));
  return repositories.size <= 1;
}

/** Runs `work` in the repository that the addresses name. Throws a usage failure if they name several. */
export async function atRepositoryOf<T>(
  addresses: readonly InRepository[],
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  if (!(await areInOneRepository(addresses, context))) {
    throw usageFailure(
      `The nodes are in several repositories: ${[...new Set(addresses.map(({ remote }) => remote ?? 'the chosen one'))].join(', ')}.`,
      `${context.commandName} works in one repository.`,
      'Run the command once for each repository; to copy between two: edu-repo cp',
    );
  }
  return atRemote(addresses[0]?.remote, context, work);
}
