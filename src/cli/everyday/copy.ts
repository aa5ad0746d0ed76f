import { basename, dirname } from 'node:path';
import { Option } from 'commander';
import { areInOneRepository, atRemote, atRepositoryOf } from '../connection/at-remote.ts';
import { locatedAddress, type NodeAddress, writeLocatedAddress } from '../node-arguments/address.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { copyBetween } from '../transfer/copy-between.ts';
import { copyIn } from '../transfer/copy-in.ts';
import { copyOut } from '../transfer/copy-out.ts';
import {
  declareNodeParts,
  type NodePartFlags,
  type NodeParts,
  readNodeParts,
  requireNone,
} from '../transfer/node-parts.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import { replaceConfirmed } from '../transfer/replace-local.ts';
import { runTransfer, type TransferOptions } from '../transfer/run-transfer.ts';
import type { DifferingFile } from '../transfer/tally.ts';
import type { IfExists, TransferSettings } from '../transfer/transfer-settings.ts';
import { countFiles } from '../upload/count-files.ts';
import { copyAcross } from './copy-across.ts';

const choices = ['skip', 'rename', 'replace', 'fail'] as const;

interface CopyFlags extends TransferFlags, NodePartFlags {
  readonly ifExists?: IfExists;
  readonly recursive?: boolean;
}

/** A copy of nodes within a repository or to another, an upload of local files, or a download of nodes. */
type Direction =
  | { readonly into: 'nodes'; readonly sources: readonly NodeAddress[]; readonly target: NodeAddress }
  | { readonly into: 'repository'; readonly sources: readonly string[]; readonly target: NodeAddress }
  | { readonly into: 'local'; readonly sources: readonly NodeAddress[]; readonly target: string };

interface CopyOptions extends TransferOptions {
  readonly direction: Direction;
  readonly recursive: boolean;
  readonly nodeParts: NodeParts;
  /** The value of `--if-exists`; undefined without the option. */
  readonly chosenIfExists: IfExists | undefined;
}

const example = 'To upload: edu-repo cp FILE repo:/Mathe; to download: edu-repo cp repo:/Mathe/FILE .';

const mixed = (why: string, next: string) =>
  usageFailure('cp copies between local files and a repository, or within one or between two repositories.', why, next);

const cannotReplace = () =>
  usageFailure(
    '--if-exists replace cannot be used between nodes of one repository.',
    'Copying within a repository never replaces a node.',
    'Delete the existing node first, or use --if-exists rename, skip or fail',
  );

function readDirection(words: readonly string[]): Direction {
  const sources = words.slice(0, -1);
  const target = words.at(-1);
  if (target === undefined || sources.length === 0) {
    throw usageFailure('A source and a target are required.', 'The last argument is the target.', example);
  }
  const locatedTarget = locatedAddress(target);
  const located = sources.map(locatedAddress).filter((source) => source !== undefined);
  if (locatedTarget !== undefined) {
    if (located.length === 0) return { into: 'repository', sources, target: locatedTarget };
    if (located.length === sources.length) return { into: 'nodes', sources: located, target: locatedTarget };
    throw mixed('Some sources are local files, others are nodes.', 'Copy local files and nodes separately');
  }
  if (located.length === sources.length) return { into: 'local', sources: located, target };
  throw mixed('Prefix repository paths with "repo:". Both the target and a source are missing it.', example);
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
  { recursive, chosenIfExists, ...options }: Omit<CopyOptions, 'direction'>,
  context: Context,
): Promise<ExitCode> {
  const { yes, dryRun } = context.globals;
  const asks = chosenIfExists === undefined && !yes;
  const from = sources.map(writeLocatedAddress);
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

async function copyFromLocal(
  { sources, target }: Extract<Direction, { into: 'repository' }>,
  { recursive, ...options }: Omit<CopyOptions, 'direction'>,
  context: Context,
): Promise<ExitCode> {
  const { dataDirectory } = await context.connect();
  const slash = target.kind === 'path' && target.folderOnly && target.names.length > 0 ? '/' : '';
  const written = `${writeLocatedAddress(target)}${slash}`;
  const onLostExtension = (name: string): void =>
    context.output.report(
      `Warning: ${written} does not exist; copying to a file named "${name}". To copy into a folder, end the target with "/".`,
    );
  // Like the command of the system, cp copies the contents of `FOLDER/.`.
  const toContinue = `To continue: edu-repo cp -r ${shellWord(`${sources[0]?.replace(/\/+$/, '')}/.`)} ${shellWord(written)}`;
  const facts = { doing: 'Copying', done: 'Copied', toReplace: 'run the same command with --if-exists replace' };
  const counted = recursive ? { countFiles: (settings: TransferSettings) => countFiles(sources, settings) } : {};
  return runTransfer(context, { ...options, ...counted }, { ...facts, target: written, toContinue }, (settings) =>
    copyIn(sources, target, { recursive, dataDirectory, onLostExtension }, settings),
  );
}

async function copyNodesTo(
  { sources, target }: Extract<Direction, { into: 'nodes' }>,
  { chosenIfExists, ...options }: Omit<CopyOptions, 'direction'>,
  context: Context,
): Promise<ExitCode> {
  if (!(await areInOneRepository([...sources, target], context))) {
    return copyAcross({ ...options, sources, target }, context);
  }
  requireNone(options.nodeParts);
  if (chosenIfExists === 'replace') throw cannotReplace();
  const { recursive } = options;
  return atRemote(target.remote, context, (at) =>
    copyBetween({ sources, target, recursive, ifExists: chosenIfExists }, at),
  );
}

function copyEither({ direction, ...options }: CopyOptions, context: Context): Promise<ExitCode> {
  if (direction.into === 'nodes') return copyNodesTo(direction, options, context);
  requireNone(options.nodeParts);
  return direction.into === 'local'
    ? atRepositoryOf(direction.sources, context, (at) => copyToLocal(direction, options, at))
    : atRemote(direction.target.remote, context, (at) => copyFromLocal(direction, options, at));
}

export const copy = defineCommand<CopyFlags, CopyOptions>({
  endsOnSignal: true,
  recorded: ({ recursive }) => recursive === true,
  examples: [
    { line: "edu-repo cp Brüche.pdf 'repo:/Mathe/Klasse 7'", does: 'copy a file to a folder in the repository' },
    {
      line: 'edu-repo cp -r schule:/Mathe kreis:/',
      does: 'copy a folder with its metadata from the remote schule to kreis',
    },
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
    declareTransferOptions(declareNodeParts(command));
  },
  readOptions: (words, flags) => ({
    direction: readDirection(words),
    recursive: flags.recursive === true,
    nodeParts: readNodeParts(flags),
    ifExists: flags.ifExists ?? 'replace',
    chosenIfExists: flags.ifExists,
    concurrency: flags.concurrency,
    versionComment: flags.versionComment ?? '',
  }),
  run: copyEither,
});
