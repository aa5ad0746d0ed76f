import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Option } from 'commander';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { expectedOf, type RepositoryNode } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { checkedContent } from '../transfer/checked-content.ts';
import { downloadFile } from '../transfer/download-file.ts';
import { localName } from '../transfer/download-tree.ts';
import { replaceConfirmed } from '../transfer/replace-local.ts';
import { runTransfer } from '../transfer/run-transfer.ts';
import type { DifferingFile } from '../transfer/tally.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';
import { commandFor } from './command-for.ts';
import { type CurrentExport, currentExport } from './current-export.ts';
import { progressText } from './views.ts';

interface DownloadOptions {
  readonly person: string;
  /** A local file or folder; `-` for stdout. */
  readonly target: string;
  /** Undefined to ask before replacing a file. */
  readonly ifExists: IfExists | undefined;
}

const notReady = (person: string, { status }: CurrentExport): Failure =>
  new Failure(exitCodes.notFound, {
    what: `The data export of ${status.user} is not ready.`,
    why: `404: it ${progressText(status)}.`,
    next: `To wait for it: ${commandFor('request', person, '--wait')}`,
  });

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * In a folder, one's own export keeps its name. That of another person gets the user name in front, because all exports of a day
 * have the same name.
 */
async function pathFor(
  { person, target }: DownloadOptions,
  { status }: CurrentExport,
  { name }: RepositoryNode,
): Promise<string> {
  if (!target.endsWith('/') && !(await isFolder(target))) return target;
  return join(target, localName(person === '-me-' ? name : `${status.user}_${name}`));
}

async function downloadTo(
  path: string,
  node: RepositoryNode,
  { person, ifExists }: DownloadOptions,
  context: Context,
): Promise<ExitCode> {
  const asks = ifExists === undefined && !context.globals.yes;
  // A file needs a person before it.
  const again = `edu-repo dataprotection download ${shellWord(person)} ${shellWord(path)} --if-exists replace`;
  const facts = { doing: 'Downloading', done: 'Downloaded', target: path };
  const differing: DifferingFile[] = [];
  return runTransfer(
    context,
    {
      ...{ concurrency: 1, versionComment: '', ifExists: ifExists ?? (asks ? 'skip' : 'replace') },
      ...(asks ? { onDiffering: (file: DifferingFile) => differing.push(file) } : {}),
    },
    { ...facts, toReplace: asks && !context.globals.dryRun ? undefined : again },
    async (settings) => {
      await downloadFile(node, path, settings);
    },
    (settings) => replaceConfirmed(differing, again, settings, context),
  );
}

async function run(options: DownloadOptions, context: Context): Promise<ExitCode> {
  const { person, target } = options;
  const { client } = await context.connect();
  const current = await currentExport(client, person);
  const { node } = current;
  if (node === undefined) throw notReady(person, current);
  if (target !== '-') return downloadTo(await pathFor(options, current, node), node, options, context);
  const { bytes } = await client.downloadContent({ nodeId: node.ref.id });
  await context.output.stream(Readable.from(checkedContent(bytes, node.name, expectedOf(node))));
  return exitCodes.ok;
}

export const dataProtectionDownload = defineCommand<{ readonly ifExists?: IfExists }, DownloadOptions>({
  endsOnSignal: true,
  examples: [
    {
      line: 'edu-repo dataprotection download',
      does: 'download your export into the current folder, under its own name',
    },
    { line: 'edu-repo dataprotection download -me- meine-daten.zip', does: 'download your export to this file' },
    {
      line: 'edu-repo dataprotection download anna exports/ --if-exists replace',
      does: "download anna's export into a folder, without asking (administrators only)",
    },
  ],
  configure: (command) =>
    command
      .argument('[person]', 'user name (default: -me-)')
      .argument('[file]', 'file or folder; - for stdout (default: the current folder)')
      .addOption(
        new Option(
          '--if-exists <what>',
          'what to do with an existing file with different content (default: ask)',
        ).choices(['skip', 'rename', 'replace', 'fail']),
      ),
  readOptions: (words, { ifExists }) => {
    // `download -` needs no person.
    const [person = '-me-', target = '.'] = words.length === 1 && words[0] === '-' ? ['-me-', '-'] : words;
    return { person, target, ifExists };
  },
  run,
});
