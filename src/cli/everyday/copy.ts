import { basename, dirname } from 'node:path';
import { Option } from 'commander';
import { connect } from '../connection/connect.ts';
import { type LocatedAddress, locatedAddress, type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { copyBetween } from '../transfer/copy-between.ts';
import { copyIn } from '../transfer/copy-in.ts';
import { copyOut } from '../transfer/copy-out.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import { replaceConfirmed } from '../transfer/replace-local.ts';
import { runTransfer, type TransferOptions } from '../transfer/run-transfer.ts';
import type { DifferingFile } from '../transfer/tally.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';

const choices = ['skip', 'rename', 'replace', 'fail'] as const;

interface CopyFlags extends TransferFlags {
  readonly ifExists?: IfExists;
  readonly recursive?: boolean;
}

/** A copy within the repository, an upload of local files, or a download of nodes. */
type Direction =
  | { readonly into: 'same repository'; readonly sources: readonly NodeAddress[]; readonly target: NodeAddress }
  | { readonly into: 'repository'; readonly sources: readonly string[]; readonly target: NodeAddress }
  | { readonly into: 'local'; readonly sources: readonly NodeAddress[]; readonly target: string };

interface CopyOptions extends TransferOptions {
  readonly direction: Direction;
  /** The remote of the nodes; undefined for the chosen repository. */
  readonly remote: string | undefined;
  readonly recursive: boolean;
  /** The value of `--if-exists`; undefined without the option. */
  readonly chosenIfExists: IfExists | undefined;
}

const example = 'To upload: edu-repo cp FILE repo:/Mathe; to download: edu-repo cp repo:/Mathe/FILE .';

const notBetween = (why: string, next: string) =>
  usageFailure('cp copies between local files and a repository, or within one repository.', why, next);

const cannotReplace = () =>
  usageFailure(
    '--if-exists replace cannot be used between nodes.',
    'Copying within a repository never replaces a node.',
    'Delete the existing node first, or use --if-exists rename, skip or fail',
  );

function readDirection(words: readonly string[]): Pick<CopyOptions, 'direction' | 'remote'> {
  const sources = words.slice(0, -1);
  const target = words.at(-1);
  if (target === undefined || sources.length === 0) {
    throw usageFailure('A source and a target are required.', 'The last argument is the target.', example);
  }
  const locatedTarget = locatedAddress(target);
  const located = sources.map(locatedAddress).filter((source): source is LocatedAddress => source !== undefined);
  if (locatedTarget !== undefined) {
    const { remote, address } = locatedTarget;
    if (located.length === 0) return { remote, direction: { into: 'repository', sources, target: address } };
    if (located.length < sources.length) {
      throw notBetween('Some sources are local files, others are nodes.', 'Copy local files and nodes separately');
    }
    if (located.some((source) => source.remote !== remote)) {
      const next = 'Copy to a local folder first, and from there to the target';
      throw notBetween('Source and target are in different repositories.', next);
    }
    const from = located.map((source) => source.address);
    return { remote, direction: { into: 'same repository', sources: from, target: address } };
  }
  const [remote, ...others] = [...new Set(located.map((source) => source.remote))];
  if (others.length > 0)
    throw notBetween('The sources are in several repositories.', 'Copy from one repository at a time');
  if (located.length === sources.length) {
    return { remote, direction: { into: 'local', sources: located.map(({ address }) => address), target } };
  }
  throw notBetween('Prefix repository paths with "repo:". Both the target and a source are missing it.', example);
}

function readDirected(words: readonly string[], ifExists: IfExists | undefined): ReturnType<typeof readDirection> {
  const read = readDirection(words);
  if (read.direction.into === 'same repository' && ifExists === 'replace') throw cannotReplace();
  return read;
}

/** Runs `work` with a connection to the remote, or to the chosen repository if `remote` is undefined. */
async function withRemote<T>(
  remote: string | undefined,
  context: Context,
  work: (atRemote: Context) => Promise<T>,
): Promise<T> {
  if (remote === undefined) return work(context);
  const connection = await connect({ ...context.globals, remote, url: undefined }, context.environment, context.output);
  try {
    return await work({ ...context, connect: async () => connection });
  } finally {
    await connection.close();
  }
}

/** How to continue the interrupted download of a folder to a target that did not exist before. */
function continueDownload([source]: readonly NodeAddress[], [from = '']: readonly string[], target: string): string {
  const name = source?.kind === 'path' ? source.names.at(-1) : undefined;
  if (name !== basename(target)) return `To continue, delete ${shellWord(target)} and run the same command again.`;
  return `To continue: edu-repo cp -r ${shellWord(from)} ${shellWord(dirname(target))}`;
}

/**
 * Without `--if-exists`, asks before replacing a local file with different content, because local files have no
 * versions.
 */
function copyToLocal(
  { sources, target }: Extract<Direction, { into: 'local' }>,
  { remote, recursive, chosenIfExists, ...options }: Omit<CopyOptions, 'direction'>,
  context: Context,
): Promise<ExitCode> {
  const { yes, dryRun } = context.globals;
  const asks = chosenIfExists === undefined && !yes;
  const from = sources.map((source) => `${remote ?? 'repo'}:${writeNodeAddress(source)}`);
  const words = [...from, target].map(shellWord).join(' ');
  const again = `edu-repo cp ${recursive ? '-r ' : ''}--if-exists replace ${words}`;
  const facts = {
    ...{ doing: 'Copying', done: 'Copied', target, toReplace: asks && !dryRun ? undefined : again },
    toContinue: continueDownload(sources, from, target),
  };
  const differing: DifferingFile[] = [];
  return runTransfer(
    context,
    asks ? { ...options, ifExists: 'skip', onDiffering: (file) => differing.push(file) } : options,
    facts,
    (settings) => copyOut(sources, target, recursive, settings),
    (settings) => replaceConfirmed(differing, again, settings, context),
  );
}

async function copyEither(
  { direction, remote, recursive, chosenIfExists, ...options }: CopyOptions,
  context: Context,
): Promise<ExitCode> {
  const facts = { doing: 'Copying', done: 'Copied', toReplace: 'run the same command with --if-exists replace' };
  return withRemote(remote, context, async (atRemote) => {
    if (direction.into === 'same repository') {
      return copyBetween({ ...direction, recursive, ifExists: chosenIfExists }, atRemote);
    }
    if (direction.into === 'local') {
      return copyToLocal(direction, { remote, recursive, chosenIfExists, ...options }, atRemote);
    }
    const { sources, target } = direction;
    const { dataDirectory } = await atRemote.connect();
    const slash = target.kind === 'path' && target.folderOnly && target.names.length > 0 ? '/' : '';
    const written = `${remote ?? 'repo'}:${writeNodeAddress(target)}${slash}`;
    const onLostExtension = (name: string): void =>
      atRemote.output.report(
        `Warning: ${written} does not exist; copying to a file named "${name}". To copy into a folder, end the target with "/".`,
      );
    // Like the command of the system, cp copies the contents of `FOLDER/.`.
    const toContinue = `To continue: edu-repo cp -r ${shellWord(`${sources[0]?.replace(/\/+$/, '')}/.`)} ${shellWord(written)}`;
    return runTransfer(atRemote, options, { ...facts, target: written, toContinue }, (settings) =>
      copyIn(sources, target, { recursive, dataDirectory, onLostExtension }, settings),
    );
  });
}

export const copy = defineCommand<CopyFlags, CopyOptions>({
  endsOnSignal: true,
  examples: [
    { line: "edu-repo cp Brüche.pdf 'repo:/Mathe/Klasse 7'", does: 'copy a file to a folder in the repository' },
    { line: "edu-repo cp 'schule:/Mathe/Klasse 7/Brüche.pdf' .", does: 'copy a file from the remote schule' },
    {
      line: 'edu-repo cp -r repo:/Mathe out',
      does: 'copy the folder Mathe to out, or to out/Mathe if the folder out exists',
    },
  ],
  configure: (command) => {
    command
      .usage('[options] <source...> <target>')
      .argument(
        '<path...>',
        'sources, then the target; prefix repository paths with repo: or with the name of a remote and a colon',
      )
      .option('-r, --recursive', 'copy folders with everything below them')
      .addOption(
        new Option(
          '--if-exists <what>',
          'what to do if the target exists with different content. Defaults: replace for a node (the old content stays as a version), ask for a local file, rename for a copy within the repository',
        ).choices(choices),
      );
    declareTransferOptions(command);
  },
  readOptions: (words, flags) => ({
    ...readDirected(words, flags.ifExists),
    recursive: flags.recursive === true,
    ifExists: flags.ifExists ?? 'replace',
    chosenIfExists: flags.ifExists,
    concurrency: flags.concurrency,
    versionComment: flags.versionComment ?? '',
  }),
  run: copyEither,
});
