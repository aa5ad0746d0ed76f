import { basename } from 'node:path';
import type { UploadedFile } from '../../contract/file-body.ts';
import { openLocalFile } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { printChangedNode } from '../node-arguments/print-nodes.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { alsoNamed } from '../program/old-names.ts';
import { checkUpload } from '../upload/check-upload.ts';

interface UploadFlags {
  readonly versionComment?: string;
  readonly mimetype?: string;
}

interface UploadOptions {
  readonly address: NodeAddress;
  /** A local path; `-` for stdin. */
  readonly file: string;
  readonly comment: string;
  /** The media type; undefined to derive it from the name of the file, or of the node for stdin. */
  readonly mimeType: string | undefined;
}

interface Source {
  readonly upload: UploadedFile;
  close(): Promise<void>;
}

async function fromStdin(node: RepositoryNode, options: UploadOptions, context: Context): Promise<Source> {
  if (context.stdin.isTTY === true) {
    throw usageFailure(
      'There is no input on stdin.',
      'The argument - reads the content from stdin, but stdin is a terminal.',
      'Use a pipe, or name a file: edu-repo help node upload',
    );
  }
  const mimeType = options.mimeType ?? (await mimeTypeOfFile(node.name));
  return { upload: { name: node.name, mimeType, bytes: context.stdin }, close: async () => undefined };
}

async function fromFile(options: UploadOptions): Promise<Source> {
  const file = await openLocalFile(options.file);
  const name = basename(options.file);
  const mimeType = options.mimeType ?? (await mimeTypeOfFile(name));
  return { upload: { name, mimeType, size: file.size, bytes: file.bytes() }, close: () => file.close() };
}

export const nodeUpload = defineCommand<UploadFlags, UploadOptions>({
  examples: [
    { line: 'edu-repo node upload /Plan.md Plan.md', does: 'upload a file as the next version of the node' },
    {
      line: "edu-repo node upload /Plan.md Plan.md --version-comment 'mit Ferien'",
      does: 'add a comment to the version',
    },
    { line: 'ls -l | edu-repo node upload /Liste.txt -', does: 'upload the output of another program' },
  ],
  configure: (command) =>
    alsoNamed(
      command
        .argument('<address>', 'a node')
        .argument('<file>', 'local file; - reads stdin')
        .option('--version-comment <text>', 'comment for the new version'),
      '--comment',
    ).option('--mimetype <type>', 'media type (default: derived from the name)'),
  readOptions: ([address = '', file = ''], flags) => ({
    address: parseNodeAddress(address),
    file,
    comment: flags.versionComment ?? '',
    mimeType: flags.mimetype,
  }),
  nodes: ({ address }) => [address],
  run: async (options, context) => {
    const { client } = await context.connect();
    const target = await findNode(client, options.address);
    const source = await (options.file === '-' ? fromStdin(target, options, context) : fromFile(options));
    try {
      const written = `${options.file} to ${writeNodeAddress(options.address)} as ${source.upload.mimeType}`;
      if (context.globals.dryRun) {
        await checkUpload(client, target.ref.id);
        reportChange(context, 'upload', written);
        return exitCodes.ok;
      }
      const entry = await client.uploadContent({
        repository,
        node: target.ref.id,
        versionComment: options.comment,
        mimetype: source.upload.mimeType,
        body: source.upload,
      });
      reportChange(context, 'upload', written);
      await printChangedNode(entry, context);
      return exitCodes.ok;
    } finally {
      await source.close();
    }
  },
});
