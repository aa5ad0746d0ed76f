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
import { type DifferingFile, replaceConfirmed } from '../transfer/replace-local.ts';
import { runTransfer, type TransferOptions } from '../transfer/run-transfer.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';

const choices = ['skip', 'rename', 'replace', 'fail'] as const;

interface CopyFlags extends TransferFlags {
  readonly ifExists?: IfExists;
  readonly recursive?: boolean;
}

/** From local files into a repository, or the other way; or from node to node, which the server does by itself. */
type Direction =
  | { readonly into: 'same repository'; readonly sources: readonly NodeAddress[]; readonly target: NodeAddress }
  | { readonly into: 'repository'; readonly sources: readonly string[]; readonly target: NodeAddress }
  | { readonly into: 'local'; readonly sources: readonly NodeAddress[]; readonly target: string };

interface CopyOptions extends TransferOptions {
  readonly direction: Direction;
  /** Where the nodes lie; undefined: in the repository that is chosen. */
  readonly remote: string | undefined;
  readonly recursive: boolean;
  /** As it was said; undefined where nothing was. */
  readonly chosenIfExists: IfExists | undefined;
}

const example = 'Try: edu-repo cp FILE repo:/Mathe, or edu-repo cp repo:/Mathe/FILE .';

const notBetween = (why: string, next: string) =>
  usageFailure('cp copies between local files and a repository, or within one.', why, next);

const cannotReplace = () =>
  usageFailure(
    'Between nodes nothing is replaced.',
    'A copy within the repository takes no other node away.',
    'Delete what is there first, or take --if-exists rename, skip or fail',
  );

function readDirection(words: readonly string[]): Pick<CopyOptions, 'direction' | 'remote'> {
  const sources = words.slice(0, -1);
  const target = words.at(-1);
  if (target === undefined || sources.length === 0) {
    throw usageFailure('A source and a target are needed.', 'The last word is the target.', example);
  }
  const locatedTarget = locatedAddress(target);
  const located = sources.map(locatedAddress).filter((source): source is LocatedAddress => source !== undefined);
  if (locatedTarget !== undefined) {
    const { remote, address } = locatedTarget;
    if (located.length === 0) return { remote, direction: { into: 'repository', sources, target: address } };
    if (located.length < sources.length) {
      throw notBetween('Here some sources are local files, and others are nodes.', 'Copy one kind at a time');
    }
    if (located.some((source) => source.remote !== remote)) {
      const next = 'Copy it out and in again, by way of a local folder';
      throw notBetween('Here source and target lie in two repositories.', next);
    }
    const from = located.map((source) => source.address);
    return { remote, direction: { into: 'same repository', sources: from, target: address } };
  }
  const [remote, ...others] = [...new Set(located.map((source) => source.remote))];
  if (others.length > 0) throw notBetween('Here the sources lie in several repositories.', 'Copy from one at a time');
  if (located.length === sources.length) {
    return { remote, direction: { into: 'local', sources: located.map(({ address }) => address), target } };
  }
  throw notBetween('What lies in the repository has repo: in front; here the target and a source have not.', example);
}

function readDirected(words: readonly string[], ifExists: IfExists | undefined): ReturnType<typeof readDirection> {
  const read = readDirection(words);
  if (read.direction.into === 'same repository' && ifExists === 'replace') throw cannotReplace();
  return read;
}

/** Works at a remote that was named in an address, else at the repository that is chosen. */
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

/** Without `--if-exists` a local file with other content is replaced after a yes only: it has no earlier versions. */
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
  const facts = { doing: 'Copying', done: 'Copied', target, toReplace: asks && !dryRun ? undefined : again };
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
  const facts = { doing: 'Copying', done: 'Copied', toReplace: 'the same with --if-exists replace' };
  return withRemote(remote, context, async (atRemote) => {
    if (direction.into === 'same repository') {
      return copyBetween({ ...direction, recursive, ifExists: chosenIfExists }, atRemote);
    }
    if (direction.into === 'local') {
      return copyToLocal(direction, { remote, recursive, chosenIfExists, ...options }, atRemote);
    }
    const { sources, target } = direction;
    const { dataDirectory } = await atRemote.connect();
    const written = `${remote ?? 'repo'}:${writeNodeAddress(target)}`;
    return runTransfer(atRemote, options, { ...facts, target: written }, (settings) =>
      copyIn(sources, target, { recursive, dataDirectory }, settings),
    );
  });
}

/** `cp` */
export const copy = defineCommand<CopyFlags, CopyOptions>({
  endsOnSignal: true,
  examples: [
    { line: "edu-repo cp Brüche.pdf 'repo:/Mathe/Klasse 7'", does: 'a file into a folder of the repository' },
    { line: "edu-repo cp 'schule:/Mathe/Klasse 7/Brüche.pdf' .", does: 'a file of the remote schule' },
    {
      line: 'edu-repo cp -r repo:/Mathe out',
      does: 'all of Mathe: into out where out does not exist yet, into out/Mathe where it does',
    },
  ],
  configure: (command) => {
    command
      .usage('[options] <source...> <target>')
      .argument(
        '<path...>',
        'sources, then the target; what lies in the repository has repo: in front, or the name of a remote',
      )
      .option('-r, --recursive', 'folders with all below them')
      .addOption(
        new Option(
          '--if-exists <what>',
          'for a file that is there with other content. Into the repository: replace, unless said; the old content stays as a version. To a local file: ask first, unless said. From node to node: rename, unless said',
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
