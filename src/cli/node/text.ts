import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { readStdin } from '../files/stdin-text.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { nodeRecord } from '../node-arguments/views.ts';
import { printable } from '../print/printable.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { openLocalFile } from '../transfer/local-file.ts';

interface TextFlags {
  readonly set?: string;
  readonly remove?: true;
}

interface TextOptions {
  readonly address: NodeAddress;
  /** The file whose text the node is given; `-`: stdin. */
  readonly set: string | undefined;
  readonly remove: boolean;
}

type Text = Result<Operations['getTextContent']>;

const reasons: Readonly<Record<Text['state'], string>> = {
  text: 'There is a text',
  none: 'There is no text: nothing is written in it, or it is of a kind that is not read',
  waiting: 'The text was not read yet: that goes on as long as a server runs',
  scan: 'There is no text: it is a scan, which has pages and no words',
  damaged: 'The text could not be read: the file is damaged',
  encrypted: 'The text could not be read: the file is behind a password',
  'too large': 'The text could not be read: the file, or what is packed in it, is too large',
  'took too long': 'The text could not be read: it took too long (texts.timeLimit)',
  'too much memory': 'The text could not be read: it took too much memory (texts.memory)',
  'ended in the middle': 'The text could not be read: what reads it ended in the middle',
};

async function localText(path: string, context: Context): Promise<{ body: string; mimetype: string }> {
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
    what: `${path} is no text in UTF-8.`,
    why: 'A node is given a text, not a document: those are read by themselves.',
    next: `Try: edu-repo node upload ADDRESS ${path}`,
  });
}

/** On a terminal line breaks stay, and nothing that was written elsewhere moves the cursor. */
const shown = (text: string): string => text.split('\n').map(printable).join('\n');

async function printText(client: Client, node: RepositoryNode, context: Context): Promise<void> {
  const { globals, output } = context;
  const text = await client.getTextContent({ repository, node: node.ref.id });
  if ((globals.output ?? 'table') !== 'table') {
    const fields = (value: Text) => Object.entries(value).map(([name, field]) => [name, String(field)] as const);
    await (await context.printer()).record(text, { id: () => node.ref.id, fields });
    return;
  }
  if (text.text !== '') await output.line((output.stdout.isTTY === true ? shown(text.text) : text.text).trimEnd());
  else output.report(`${reasons[text.state]}.`);
  if (text.cut) output.report('There is more text in it than is searched.');
}

async function change(client: Client, node: RepositoryNode, { set, remove }: TextOptions, context: Context) {
  const { body, mimetype } = set === undefined ? { body: '', mimetype: 'text/plain' } : await localText(set, context);
  if (body === '' && !remove) {
    throw usageFailure('The text is empty.', 'A node is found by words.', 'To take its text away: --remove');
  }
  if (context.globals.dryRun) {
    context.output.note(remove ? `Would take the text from ${node.name}.` : `Would give a text to ${node.name}.`);
    return;
  }
  const entry = await client.setTextContent({ repository, node: node.ref.id, mimetype, body });
  await (await context.printer()).record(entry, nodeRecord);
}

/** `node text` */
export const nodeText = defineCommand<TextFlags, TextOptions>({
  examples: [
    { line: "edu-repo node text '/Mathe/Plan.pdf'", does: 'the text that was read in it, or why there is none' },
    { line: "edu-repo node text '/Mathe/Scan.pdf' --set Scan.txt", does: 'is found by this text from now on' },
    { line: "edu-repo node text '/Mathe/Scan.pdf' --remove", does: 'is found by what is in it again' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .option('--set <file>', 'give the node the text in this file; - reads it from stdin')
      .option('--remove', 'take the given text away'),
  readOptions: ([address = ''], { set, remove }) => {
    if (set !== undefined && remove === true) {
      throw usageFailure('One thing at a time.', 'A text is given, or taken away.', 'Try: edu-repo help node text');
    }
    return { address: parseNodeAddress(address), set, remove: remove === true };
  },
  run: async (options, context) => {
    const { client } = await context.connect();
    const node = await findNode(client, options.address);
    if (options.set === undefined && !options.remove) await printText(client, node, context);
    else await change(client, node, options, context);
    return exitCodes.ok;
  },
});
