import { Readable } from 'node:stream';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import {
  type NodeAddress,
  parseNodeAddress,
  writeLocatedAddress,
  writeNodeAddress,
} from '../node-arguments/address.ts';
import { expectedOf, hasContent, isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { findAll } from '../node-arguments/one-by-one.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { checkedContent } from '../transfer/checked-content.ts';

interface CatOptions {
  readonly addresses: readonly NodeAddress[];
  /** A version such as `1.1`; undefined for the current one. */
  readonly version: string | undefined;
}

const isAFolder = (address: NodeAddress): Failure =>
  new Failure(exitCodes.error, {
    what: `${writeNodeAddress(address)} is a folder.`,
    why: 'Only files have content.',
    next: `To list the folder: edu-repo ls ${shellWord(writeNodeAddress(address))}; to download it: edu-repo cp -r ${shellWord(writeLocatedAddress(address))} .`,
  });

const isWithoutContent = (written: string): Failure =>
  new Failure(exitCodes.notFound, {
    what: `${written} has no content.`,
    why: 'Its current version has no content. Another version may have content.',
    next: `To list the versions: edu-repo node versions ${shellWord(written)}; to upload content: edu-repo node upload ${shellWord(written)} FILE`,
  });

const versionIsWithoutContent = (written: string, version: string, cause: AnswerError): Failure =>
  new Failure(
    exitCodes.notFound,
    {
      what: `${written} has no content in version ${version}.`,
      why: '404: the version does not exist, or has no content.',
      next: `To list the versions: edu-repo node versions ${shellWord(written)}`,
    },
    { cause },
  );

async function openVersion(client: Client, node: RepositoryNode, version: string, written: string) {
  try {
    return await client.downloadContent({ nodeId: node.ref.id, version });
  } catch (error) {
    const missing = error instanceof AnswerError && error.status === 404;
    throw missing ? versionIsWithoutContent(written, version, error) : error;
  }
}

const isBinary = (address: NodeAddress): Failure =>
  new Failure(exitCodes.error, {
    what: `${writeNodeAddress(address)} is not a text.`,
    why: 'The terminal cannot show its content.',
    next: `To download it: edu-repo cp ${shellWord(writeLocatedAddress(address))} .; to show its text: edu-repo node text ${shellWord(writeNodeAddress(address))}`,
  });

/** The same bytes. Rejects with a failure before the first one if they are not a text: the first piece has a zero byte. */
async function* refuseBinary(bytes: AsyncIterable<Uint8Array>, address: NodeAddress): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst && chunk.includes(0)) throw isBinary(address);
    isFirst = false;
    yield chunk;
  }
}

export const cat = defineCommand<{ readonly contentVersion?: string }, CatOptions>({
  examples: [
    { line: "edu-repo cat '/Mathe/Klasse 7/Brüche.md'", does: 'print the content of the file, byte for byte' },
    { line: 'edu-repo cat @2 | head', does: 'print the first lines of the second hit of the last search' },
    {
      line: 'edu-repo cat /Plan.csv --content-version 1.1',
      does: 'print the content of version 1.1',
    },
  ],
  configure: (command) =>
    command
      .argument('<address...>', 'one or more files')
      .option('--content-version <label>', 'print an older version, such as 1.1'),
  readOptions: (words, flags) => {
    if (flags.contentVersion !== undefined && !/^\d{1,9}\.\d{1,9}$/.test(flags.contentVersion)) {
      throw usageFailure(
        `"${flags.contentVersion}" is not a version.`,
        'A version consists of two numbers with a dot, such as 1.1.',
        'To list the versions of a file: edu-repo node versions ADDRESS',
      );
    }
    return { addresses: words.map(parseNodeAddress), version: flags.contentVersion };
  },
  nodes: ({ addresses }) => addresses,
  run: async ({ addresses, version }, context) => {
    const { client } = await context.connect();
    const { nodes, exitCode } = await findAll(client, addresses, context.output);
    for (const { address, node } of nodes) {
      const written = writeNodeAddress(address);
      if (isFolder(node)) throw isAFolder(address);
      if (version === undefined && !hasContent(node)) throw isWithoutContent(written);
      const file =
        version === undefined
          ? await client.downloadContent({ nodeId: node.ref.id })
          : await openVersion(client, node, version, written);
      // What is announced is that of the current version.
      const expected = version === undefined ? expectedOf(node) : {};
      const bytes = checkedContent(file.bytes, node.name, expected);
      const shown = context.output.stdout.isTTY === true ? refuseBinary(bytes, address) : bytes;
      await context.output.stream(Readable.from(shown));
    }
    return exitCode;
  },
});
