import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, usageFailure } from '../failure.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { hasContent, isFolder } from '../nodes/node.ts';

interface CatOptions {
  readonly addresses: readonly NodeAddress[];
  /** A version such as `1.0`; undefined: the current one. */
  readonly version: string | undefined;
}

const isAFolder = (written: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${written} is a folder.`,
    why: 'A folder has no content of its own.',
    next: `Try: edu-repo ls '${written}', or edu-repo cp -r 'repo:${written}' .`,
  });

const isWithoutContent = (written: string): Failure =>
  new Failure(exitCodes.notFound, {
    what: `${written} has no content.`,
    why: 'The node was made, and nothing was ever uploaded into it.',
    next: `Try: edu-repo node upload '${written}' FILE`,
  });

/** `cat` */
export const cat = defineCommand<{ readonly contentVersion?: string }, CatOptions>({
  examples: [
    { line: "edu-repo cat '/Mathe/Klasse 7/Brüche.md'", does: 'the content of the file, byte for byte' },
    { line: 'edu-repo cat /Plan.csv | head', does: 'its first lines' },
    { line: 'edu-repo cat /Plan.csv --content-version 1.0', does: 'what it held at first' },
  ],
  configure: (command) =>
    command
      .argument('<address...>', 'one or several files')
      .option('--content-version <label>', 'an older version, such as 1.0'),
  readOptions: (words, flags) => {
    if (flags.contentVersion !== undefined && !/^\d{1,9}\.\d{1,9}$/.test(flags.contentVersion)) {
      throw usageFailure(
        `«${flags.contentVersion}» is no version.`,
        'Versions are written as two numbers with a dot.',
        'Try: edu-repo node versions ADDRESS',
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
      const file = await client.downloadContent({ nodeId: node.ref.id, version });
      await context.output.stream(file.bytes);
    }
    return exitCodes.ok;
  },
});
