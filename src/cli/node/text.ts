import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { openLocalFile } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { readStdin } from '../files/stdin-text.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { printChangedNode } from '../node-arguments/print-nodes.ts';
import { isForPrograms } from '../print/list-for-programs.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';

interface TextFlags {
  readonly set?: string;
  readonly remove?: true;
}

interface TextOptions {
  readonly address: NodeAddress;
  /** The file with the new text; `-` for stdin. */
  readonly set: string | undefined;
  readonly remove: boolean;
}

type Text = Result<Operations['getTextContent']>;

const reasons: Readonly<Record<Text['state'], string>> = {
  text: 'The node has a text',
  none: 'No text: the file contains no text',
  waiting: 'The server has not extracted the text yet. It extracts texts in the background while it runs',
  scan: 'No text: the file is a scan, which contains only images',
  unreadable: 'No text: the file does not say which letters its characters are; export it again as PDF',
  unsupported: 'No text: the format is not supported, such as PowerPoint 97 (.ppt); save the file in a newer format',
  damaged: 'No text: the file is damaged',
  encrypted: 'No text: the file is encrypted',
  'too large': 'No text: the file or its unpacked content is too large',
  'took too long': 'No text: the extraction exceeded the time limit (texts.timeLimit)',
  'too much memory': 'No text: the extraction exceeded the memory limit (texts.memory)',
  'ended in the middle': 'No text: the extraction process ended unexpectedly',
};

interface NewText {
  readonly body: string;
  readonly mimetype: string;
}

async function localText(path: string, context: Context): Promise<NewText> {
  if (path === '-') return { body: await readStdin(context.stdin, 'A text'), mimetype: 'text/plain' };
  const file = await openLocalFile(path);
  try {
    const bytes = await buffer(file.bytes());
    const mimetype = await mimeTypeOfFile(path);
    if (isUtf8(bytes))
      return { body: bytes.toString('utf8'), mimetype: mimetype.startsWith('text/') ? mimetype : 'text/plain' };
  } finally {
    await file.close();
  }
  throw new Failure(exitCodes.error, {
    what: `${path} is not a UTF-8 text file.`,
    why: '--set expects plain text. The server extracts the text of documents itself.',
    next: `To upload a document: edu-repo node upload ADDRESS ${path}`,
  });
}

async function printText(client: Client, node: RepositoryNode, context: Context): Promise<void> {
  const { output } = context;
  const text = await client.getTextContent({ repository, node: node.ref.id });
  if (isForPrograms(context)) {
    const fields = (value: Text) => Object.entries(value).map(([name, field]) => [name, String(field)] as const);
    await (await context.printer()).record(text, { id: () => node.ref.id, fields });
    return;
  }
  if (text.text !== '') await output.data(`${text.text.trimEnd()}\n`);
  else output.report(`${reasons[text.state]}.`);
  if (text.cut) output.report('The text is too long for the search index, so only its beginning is searchable.');
}

/** Without a new text, the one that was set is removed. */
async function change(client: Client, node: RepositoryNode, text: NewText | undefined, context: Context) {
  const { body, mimetype } = text ?? { body: '', mimetype: 'text/plain' };
  if (text?.body === '') {
    throw usageFailure(
      'The text is empty.',
      '--set needs a text with at least one character.',
      'To remove the text that was set: --remove',
    );
  }
  const entry = context.globals.dryRun
    ? undefined
    : await client.setTextContent({ repository, node: node.ref.id, mimetype, body });
  reportChange(context, text === undefined ? 'remove' : 'set', `the text of ${node.name}`);
  if (entry !== undefined) await printChangedNode(entry, context);
}

export const nodeText = defineCommand<TextFlags, TextOptions>({
  examples: [
    { line: "edu-repo node text '/Mathe/Plan.pdf'", does: 'print the extracted text, or why there is none' },
    { line: "edu-repo node text '/Mathe/Scan.pdf' --set Scan.txt", does: 'set the text that the search uses' },
    { line: "edu-repo node text '/Mathe/Scan.pdf' --remove", does: 'use the extracted text again' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .option('--set <file>', 'set the text from this file; - reads it from stdin')
      .option('--remove', 'remove the text that was set'),
  readOptions: ([address = ''], { set, remove }) => {
    if (set !== undefined && remove === true) {
      throw usageFailure(
        '--set and --remove cannot be combined.',
        'The command either sets or removes the text.',
        'For help: edu-repo help node text',
      );
    }
    return { address: parseNodeAddress(address), set, remove: remove === true };
  },
  nodes: ({ address }) => [address],
  run: async (options, context) => {
    const text = options.set === undefined ? undefined : await localText(options.set, context);
    const { client } = await context.connect();
    const node = await findNode(client, options.address);
    if (text === undefined && !options.remove) await printText(client, node, context);
    else await change(client, node, text, context);
    return exitCodes.ok;
  },
});
