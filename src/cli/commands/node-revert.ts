import type { Client } from '../../client/client.ts';
import { defineCommand } from '../command.ts';
import { requireConfirmation } from '../confirmed.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { hasContent, type RepositoryNode, repository } from '../nodes/node.ts';
import { parseVersion, type WrittenVersion } from '../nodes/version.ts';
import { nodeRecord } from '../nodes/views.ts';
import { shellWord } from '../shell-word.ts';

interface RevertOptions {
  readonly address: NodeAddress;
  readonly version: WrittenVersion;
}

/** A version from before the first upload has no content: going back to it leaves a file with nothing in it. */
async function askBeforeEmptying(
  client: Client,
  node: RepositoryNode,
  { address, version }: RevertOptions,
  context: Context,
): Promise<void> {
  if (!hasContent(node)) return;
  const { contentUrl } = (await client.getVersion({ repository, node: node.ref.id, ...version })).version;
  if (contentUrl !== null) return;
  const written = writeNodeAddress(address);
  const label = `${version.major}.${version.minor}`;
  await requireConfirmation(
    {
      question: `Version ${label} of ${written} has no content. Take the file back to it all the same?`,
      would: `Version ${label} of ${written} has no content: the file would be empty.`,
      again: `edu-repo node revert --yes ${shellWord(written)} ${label}`,
    },
    context,
  );
}

/** `node revert` */
export const nodeRevert = defineCommand<Record<never, never>, RevertOptions>({
  examples: [
    { line: 'edu-repo node versions /Plan.md', does: 'first: which versions there are' },
    {
      line: 'edu-repo node revert /Plan.md 1.2',
      does: 'then: properties and content as they were; no version is lost',
    },
  ],
  configure: (command) =>
    command.argument('<address>', 'a node').argument('<version>', 'the number of a version, such as 1.2'),
  readOptions: ([address = '', version = '']) => ({
    address: parseNodeAddress(address),
    version: parseVersion(version),
  }),
  run: async ({ address, version }, context) => {
    const { client } = await context.connect();
    const found = await findNode(client, address);
    const node = found.ref.id;
    if (context.globals.dryRun) {
      // A version that is not there is told now, and not only when it is meant.
      await client.getVersion({ repository, node, ...version });
      context.output.note(`Would revert ${writeNodeAddress(address)} to ${version.major}.${version.minor}`);
      return exitCodes.ok;
    }
    await askBeforeEmptying(client, found, { address, version }, context);
    const entry = await client.revertVersion({ repository, node, ...version });
    await (await context.printer()).record(entry, nodeRecord);
    return exitCodes.ok;
  },
});
