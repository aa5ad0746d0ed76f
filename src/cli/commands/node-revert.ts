import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { repository } from '../nodes/node.ts';
import { parseVersion, type WrittenVersion } from '../nodes/version.ts';
import { nodeRecord } from '../nodes/views.ts';

interface RevertOptions {
  readonly address: NodeAddress;
  readonly version: WrittenVersion;
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
    const node = (await findNode(client, address)).ref.id;
    if (context.globals.dryRun) {
      // A version that is not there is told now, and not only when it is meant.
      await client.getVersion({ repository, node, ...version });
      context.output.note(`Would revert ${writeNodeAddress(address)} to ${version.major}.${version.minor}`);
      return exitCodes.ok;
    }
    const entry = await client.revertVersion({ repository, node, ...version });
    await (await context.printer()).record(entry, nodeRecord);
    return exitCodes.ok;
  },
});
