import { stat } from 'node:fs/promises';
import { Option } from 'commander';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { dataDirectoryInside } from '../transfer/data-directory-inside.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import { runTransfer } from '../transfer/run-transfer.ts';
import { ensurePath } from '../transfer/target-folder.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';
import { uploadTree } from '../transfer/upload-tree.ts';

const choices = ['skip', 'rename', 'version', 'fail'] as const;

interface ImportFlags extends TransferFlags {
  readonly ifExists: (typeof choices)[number];
}

interface ImportOptions {
  readonly folder: string;
  readonly target: NodeAddress;
  readonly ifExists: IfExists;
  readonly concurrency: number;
  readonly versionComment: string;
}

const notAFolder = (folder: string, target: NodeAddress): Failure =>
  new Failure(exitCodes.error, {
    what: `${folder} is not a folder.`,
    why: 'import uploads the contents of a folder.',
    next: `For one file: edu-repo cp ${shellWord(folder)} ${shellWord(`repo:${writeNodeAddress(target)}`)}`,
  });

async function importInto({ folder, target, ...options }: ImportOptions, context: Context) {
  if (!(await stat(folder)).isDirectory()) throw notAFolder(folder, target);
  const { dataDirectory } = await context.connect();
  const avoid = await dataDirectoryInside(folder, dataDirectory);
  const written = writeNodeAddress(target);
  const again = `edu-repo import ${shellWord(folder)} ${shellWord(written)} --if-exists version`;
  const facts = { doing: 'Importing', done: 'Imported', target: written, toReplace: again };
  return runTransfer(context, { ...options, avoid }, facts, async (settings) => {
    await uploadTree(folder, await ensurePath(target, settings), settings);
  });
}

export const importFolder = defineCommand<ImportFlags, ImportOptions>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo import ./Material /Mathe', does: 'upload the contents of Material to /Mathe' },
    { line: 'edu-repo import ~/Dokumente --dry-run', does: 'show what would be uploaded to your home folder' },
    {
      line: 'edu-repo import ./Material /Mathe --if-exists version',
      does: 'upload changed files as new versions',
    },
  ],
  configure: (command) => {
    command
      .argument('<folder>', 'local folder; files with unchanged content are not uploaded again')
      .argument('[path]', 'folder in the repository, created if missing (default: your home folder)')
      .addOption(
        new Option('--if-exists <what>', 'what to do if a file exists with different content')
          .choices(choices)
          .default('skip'),
      );
    declareTransferOptions(command);
  },
  readOptions: ([folder = '', path = '~'], flags) => ({
    folder,
    target: parseNodeAddress(path),
    ifExists: flags.ifExists === 'version' ? 'replace' : flags.ifExists,
    concurrency: flags.concurrency,
    versionComment: flags.versionComment ?? '',
  }),
  run: importInto,
});
