import { basename } from 'node:path';
import type { Client } from '../../client/client.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { nodeRecord } from '../node-arguments/views.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { writeAtomically } from '../transfer/atomic-write.ts';
import { openLocalFile } from '../transfer/local-file.ts';

interface PreviewFlags {
  readonly set?: string;
  readonly remove?: true;
  readonly maxWidth?: string;
  readonly maxHeight?: string;
  readonly crop?: true;
  readonly force?: true;
}

interface PreviewOptions {
  readonly address: NodeAddress;
  /** Where the picture goes; `-`: stdout; undefined: beside, under the name of the node. */
  readonly file: string | undefined;
  readonly set: string | undefined;
  readonly remove: boolean;
  readonly size: { readonly maxWidth?: number; readonly maxHeight?: number; readonly crop?: true };
  readonly force: boolean;
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
};

function pixels(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw usageFailure(
    `«${text}» is no number of pixels.`,
    `${flag} takes a whole number from 1 to 9999.`,
    `Try: ${flag} 300`,
  );
}

function readOptions([address = '', file]: readonly string[], flags: PreviewFlags): PreviewOptions {
  const changes = [flags.set !== undefined, flags.remove === true].filter(Boolean).length;
  if (changes > 1 || (changes === 1 && file !== undefined)) {
    throw usageFailure(
      'One thing at a time.',
      'A picture is fetched into FILE, or set from a file, or removed.',
      'Try: edu-repo help node preview',
    );
  }
  const maxWidth = pixels('--max-width', flags.maxWidth);
  const maxHeight = pixels('--max-height', flags.maxHeight);
  if (flags.crop === true && (maxWidth === undefined || maxHeight === undefined)) {
    throw usageFailure(
      '--crop needs a width and a height.',
      'It cuts off what stands over both.',
      'Try: --max-width 200 --max-height 200 --crop',
    );
  }
  return {
    address: parseNodeAddress(address),
    file,
    set: flags.set,
    remove: flags.remove === true,
    size: {
      ...(maxWidth === undefined ? {} : { maxWidth }),
      ...(maxHeight === undefined ? {} : { maxHeight }),
      ...(flags.crop === true ? { crop: true } : {}),
    },
    force: flags.force === true,
  };
}

async function setCustomPreview(client: Client, node: RepositoryNode, path: string, context: Context): Promise<void> {
  const file = await openLocalFile(path);
  try {
    const mimetype = await mimeTypeOfFile(path);
    const body = { name: basename(path), mimeType: mimetype, size: file.size, bytes: file.bytes() };
    const entry = await client.uploadPreview({ repository, node: node.ref.id, mimetype, body });
    await (await context.printer()).record(entry, nodeRecord);
  } finally {
    await file.close();
  }
}

/** A name of a node may have anything in it, also what leads elsewhere. */
const localName = (node: RepositoryNode, mimeType: string): string =>
  `${node.name.replaceAll(/[/\\\0]/g, '_')}${extensions[mimeType] ?? ''}`;

/** A card is drawn as SVG, whatever the file is called: programs that go by the ending cannot open it. */
async function warnOfEnding(path: string, mimeType: string, { output }: Context): Promise<void> {
  const ending = extensions[mimeType];
  if (ending === undefined || (await mimeTypeOfFile(path)) === mimeType) return;
  output.report(
    `${path} is named like another kind of file: programs expect ${ending}. Without a file name it gets that.`,
  );
}

async function wouldDo({ set, remove, file }: PreviewOptions, node: RepositoryNode, context: Context): Promise<void> {
  // A file that cannot be read is told of now rather than when it counts.
  if (set !== undefined) await (await openLocalFile(set)).close();
  const where = file ?? 'a file of its name';
  const change = remove ? `take the picture from ${node.name}` : `give ${set} to ${node.name}`;
  const action = set === undefined && !remove ? `write the picture of ${node.name} to ${where}` : change;
  context.output.note(`Would ${action}.`);
}

async function fetchPreview(
  client: Client,
  node: RepositoryNode,
  options: PreviewOptions,
  context: Context,
): Promise<void> {
  const preview = await client.getPreview({ nodeId: node.ref.id, ...options.size });
  if (options.file === '-') {
    await context.output.stream(preview.bytes);
    return;
  }
  const path = options.file ?? localName(node, preview.mimeType);
  await writeAtomically(preview.bytes, path, options.force);
  context.output.note(`${path} (${preview.mimeType})`);
  await warnOfEnding(path, preview.mimeType, context);
}

/** `node preview` */
export const nodePreview = defineCommand<PreviewFlags, PreviewOptions>({
  examples: [
    { line: 'edu-repo node preview /Plan.pdf plan.jpg --max-width 1200', does: 'its picture, a large one' },
    { line: "edu-repo node preview '/Mathe' --set cover.png", does: 'gives the folder a picture of its own' },
    { line: "edu-repo node preview '/Mathe' --remove", does: 'takes it away again' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('[file]', 'where the picture goes; - is stdout')
      .option('--max-width <pixels>', 'not wider than this')
      .option('--max-height <pixels>', 'not higher than this')
      .option('--crop', 'with both: fill them, and cut off what stands over')
      .option('--force', 'write over a file that is there')
      .option('--set <image>', 'give the node this picture of its own')
      .option('--remove', 'take the picture of its own away'),
  readOptions,
  run: async (options, context) => {
    const { client } = await context.connect();
    const node = await findNode(client, options.address);
    if (context.globals.dryRun && options.file !== '-') await wouldDo(options, node, context);
    else if (options.set !== undefined) {
      await setCustomPreview(client, node, options.set, context);
    } else if (options.remove) {
      const entry = await client.deletePreview({ repository, node: node.ref.id });
      await (await context.printer()).record(entry, nodeRecord);
    } else {
      await fetchPreview(client, node, options, context);
    }
    return exitCodes.ok;
  },
});
