import { Readable } from 'node:stream';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { expectedOf, hasContent, isFolder, type RepositoryNode } from '../node-arguments/node.ts';
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

const isAFolder = (written: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${written} is a folder.`,
    why: 'Only files have content.',
    next: `To list the folder: edu-repo ls ${shellWord(written)}; to download it: edu-repo cp -r ${shellWord(`repo:${written}`)} .`,
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

export const cat = defineCommand<{ readonly contentVersion?: string }, CatOptions>({
  examples: [
    { line: "edu-repo cat '/Mathe/Klasse 7/Brüche.md'", does: 'print the content of the file, byte for byte' },
    { line: 'edu-repo cat /Plan.csv | head', does: 'print the first lines of a file' },
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
  run: async ({ addresses, version }, context) => {
    const { client } = await context.connect();
    for (const address of addresses) {
      const node = await findNode(client, address);
      const written = writeNodeAddress(address);
      if (isFolder(node)) throw isAFolder(written);
      if (version === undefined && !hasContent(node)) throw isWithoutContent(written);
      const file =
        version === undefined
          ? await client.downloadContent({ nodeId: node.ref.id })
          : await openVersion(client, node, version, written);
      // What is announced is that of the current version.
      const expected = version === undefined ? expectedOf(node) : {};
      await context.output.stream(Readable.from(checkedContent(file.bytes, node.name, expected)));
    }
    return exitCodes.ok;
  },
});
