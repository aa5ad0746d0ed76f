import { basename } from 'node:path';
import type { Client } from '../../client/client.ts';
import { writeAtomically } from '../files/atomic-write.ts';
import { openLocalFile } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { printChangedNode } from '../node-arguments/print-nodes.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

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
  /** The target file; `-` for stdout; undefined for a file named after the node in the current directory. */
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
    `"${text}" is not a number of pixels.`,
    `${flag} takes a whole number from 1 to 9999.`,
    `For example: ${flag} 300`,
  );
}

function readOptions([address = '', file]: readonly string[], flags: PreviewFlags): PreviewOptions {
  const changes = [flags.set !== undefined, flags.remove === true].filter(Boolean).length;
  if (changes > 1 || (changes === 1 && file !== undefined)) {
    throw usageFailure(
      'FILE, --set and --remove cannot be combined.',
      'The command either downloads the preview, or sets it, or removes it.',
      'For help: edu-repo help node preview',
    );
  }
  const maxWidth = pixels('--max-width', flags.maxWidth);
  const maxHeight = pixels('--max-height', flags.maxHeight);
  if (flags.crop === true && (maxWidth === undefined || maxHeight === undefined)) {
    throw usageFailure(
      '--crop needs --max-width and --max-height.',
      'The preview is cropped to fill both.',
      'For example: --max-width 200 --max-height 200 --crop',
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
    reportChange(context, 'set', `${path} as the preview of ${node.name}`);
    await printChangedNode(entry, context);
  } finally {
    await file.close();
  }
}

/** A file name for the preview. Replaces path separators in the node name, so that the file is in the current directory. */
const localName = (node: RepositoryNode, mimeType: string): string =>
  `${node.name.replaceAll(/[/\\\0]/g, '_')}${extensions[mimeType] ?? ''}`;

/** Warns if the file extension does not match the media type. The server may return SVG for any node. */
async function warnAboutExtension(path: string, mimeType: string, { output }: Context): Promise<void> {
  const extension = extensions[mimeType];
  if (extension === undefined || (await mimeTypeOfFile(path)) === mimeType) return;
  output.report(
    `Warning: the preview is ${mimeType}, but ${path} does not end with ${extension}. Omit the file name to get the right extension.`,
  );
}

async function reportDryRun(
  client: Client,
  { set, remove, file }: PreviewOptions,
  node: RepositoryNode,
  context: Context,
): Promise<void> {
  // Fails if the file is not readable.
  if (set !== undefined) await (await openLocalFile(set)).close();
  // Setting one needs the same right as removing it.
  if (set !== undefined || remove) await client.deletePreview({ repository, node: node.ref.id });
  const where = file ?? 'a file named after it';
  const change = remove ? `remove the custom preview of ${node.name}` : `set ${set} as the preview of ${node.name}`;
  const action = set === undefined && !remove ? `write the preview of ${node.name} to ${where}` : change;
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
  context.output.note(`Wrote ${path} (${preview.mimeType}).`);
  await warnAboutExtension(path, preview.mimeType, context);
}

export const nodePreview = defineCommand<PreviewFlags, PreviewOptions>({
  examples: [
    { line: 'edu-repo node preview /Plan.pdf plan.jpg --max-width 1200', does: 'download a large preview' },
    { line: "edu-repo node preview '/Mathe' --set cover.png", does: 'set a custom preview for a folder' },
    { line: "edu-repo node preview '/Mathe' --remove", does: 'remove the custom preview' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('[file]', 'file to write; - for stdout (default: named after the node)')
      .option('--max-width <pixels>', 'maximum width')
      .option('--max-height <pixels>', 'maximum height')
      .option('--crop', 'crop the preview to fill width and height')
      .option('--force', 'overwrite an existing file')
      .option('--set <image>', 'set this image as the custom preview')
      .option('--remove', 'remove the custom preview'),
  readOptions,
  nodes: ({ address }) => [address],
  run: async (options, context) => {
    const { client } = await context.connect();
    const node = await findNode(client, options.address);
    if (context.globals.dryRun && options.file !== '-') await reportDryRun(client, options, node, context);
    else if (options.set !== undefined) {
      await setCustomPreview(client, node, options.set, context);
    } else if (options.remove) {
      const entry = await client.deletePreview({ repository, node: node.ref.id });
      reportChange(context, 'remove', `the custom preview of ${node.name}`);
      await printChangedNode(entry, context);
    } else {
      await fetchPreview(client, node, options, context);
    }
    return exitCodes.ok;
  },
});
