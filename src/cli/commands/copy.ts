import { defineCommand } from '../command.ts';
import { Option } from '../commander.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { usageFailure } from '../failure.ts';
import { isRepositoryAddress, type NodeAddress, parseNodeAddress, writeNodeAddress } from '../nodes/address.ts';
import { copyIn } from '../transfer/copy-in.ts';
import { copyOut } from '../transfer/copy-out.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import { runTransfer, type TransferOptions } from '../transfer/run-transfer.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';

const choices = ['skip', 'rename', 'replace', 'fail'] as const;

interface CopyFlags extends TransferFlags {
  readonly ifExists: IfExists;
  readonly recursive?: boolean;
}

/** From local files into the repository, or the other way. */
type Direction =
  | { readonly into: 'repository'; readonly sources: readonly string[]; readonly target: NodeAddress }
  | { readonly into: 'local'; readonly sources: readonly NodeAddress[]; readonly target: string };

interface CopyOptions extends TransferOptions {
  readonly direction: Direction;
  readonly recursive: boolean;
}

const example = 'Try: edu-repo cp FILE repo:/Mathe, or edu-repo cp repo:/Mathe/FILE .';

function readDirection(words: readonly string[]): Direction {
  const sources = words.slice(0, -1);
  const target = words.at(-1);
  if (target === undefined || sources.length === 0) {
    throw usageFailure('A source and a target are needed.', 'The last word is the target.', example);
  }
  const fromRepository = sources.filter(isRepositoryAddress).length;
  if (isRepositoryAddress(target)) {
    if (fromRepository === 0) return { into: 'repository', sources, target: parseNodeAddress(target) };
    throw usageFailure(
      'cp copies between local files and the repository.',
      'Here source and target both lie in the repository.',
      'Copy it out and in again, by way of a local folder',
    );
  }
  if (fromRepository === sources.length) return { into: 'local', sources: sources.map(parseNodeAddress), target };
  throw usageFailure(
    'cp copies between local files and the repository.',
    'What lies in the repository has repo: in front; here the target and a source have not.',
    example,
  );
}

async function copyEither({ direction, recursive, ...options }: CopyOptions, context: Context): Promise<ExitCode> {
  const verb = { doing: 'Copying', done: 'Copied' };
  if (direction.into === 'local') {
    const { sources, target } = direction;
    const facts = { ...verb, target, toReplace: 'the same with --if-exists replace' };
    return runTransfer(context, options, facts, (settings) => copyOut(sources, target, recursive, settings));
  }
  const { sources, target } = direction;
  const { dataDirectory } = await context.connect();
  const facts = { ...verb, target: `repo:${writeNodeAddress(target)}`, toReplace: 'the same with --if-exists replace' };
  return runTransfer(context, options, facts, (settings) =>
    copyIn(sources, target, { recursive, dataDirectory }, settings),
  );
}

/** `cp` */
export const copy = defineCommand<CopyFlags, CopyOptions>({
  endsOnSignal: true,
  examples: [
    { line: "edu-repo cp Brüche.pdf 'repo:/Mathe/Klasse 7'", does: 'a file into a folder of the repository' },
    { line: "edu-repo cp 'repo:/Mathe/Klasse 7/Brüche.pdf' .", does: 'the same file back' },
    {
      line: 'edu-repo cp -r repo:/Mathe out',
      does: 'all of Mathe: into out where out does not exist yet, into out/Mathe where it does',
    },
  ],
  configure: (command) => {
    command
      .usage('[options] <source...> <target>')
      .argument('<path...>', 'sources, then the target; what lies in the repository has repo: in front')
      .option('-r, --recursive', 'folders with all below them')
      .addOption(
        new Option(
          '--if-exists <what>',
          'for a file that is there with other content; in the repository, the content replaced stays as a version',
        )
          .choices(choices)
          .default('replace'),
      );
    declareTransferOptions(command);
  },
  readOptions: (words, flags) => ({
    direction: readDirection(words),
    recursive: flags.recursive === true,
    ifExists: flags.ifExists,
    concurrency: flags.concurrency,
    versionComment: flags.versionComment ?? '',
  }),
  run: copyEither,
});
