import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageRecord } from './views.ts';

interface RecordFlags {
  readonly app: string;
  readonly course: string;
  readonly resource: string;
  readonly contentVersion?: string;
}

interface RecordOptions {
  readonly address: NodeAddress;
  readonly place: { readonly appId: string; readonly courseId: string; readonly resourceId: string };
  readonly version: string | null;
}

export const usageRecording = defineCommand<RecordFlags, RecordOptions>({
  examples: [
    {
      line: 'edu-repo usage record /Mathe/Plan.md --app moodle --course 17 --resource 4',
      does: 'record that a course uses a node, or count the usage again (administrators only)',
    },
    {
      line: 'edu-repo usage record /Mathe/Plan.md --app moodle --course 17 --resource 4 --content-version 1.2',
      does: 'record that the course shows this version',
    },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .requiredOption('--app <id>', 'ID of a registered app, or -home- for this repository')
      .requiredOption('--course <course>', 'course, as the app names it')
      .requiredOption('--resource <resource>', 'place in the course, as the app names it')
      .option('--content-version <version>', 'version that the app shows (default: the current one)'),
  readOptions: ([address = ''], { app, course, resource, contentVersion }) => ({
    address: parseNodeAddress(address),
    place: { appId: app, courseId: course, resourceId: resource },
    version: contentVersion ?? null,
  }),
  nodes: ({ address }) => [address],
  run: async ({ address, place, version }, context) => {
    const { client } = await context.connect();
    const nodeId = (await findNode(client, address)).ref.id;
    const usage = await client.recordUsage({ repository, body: { ...place, nodeId, nodeVersion: version } });
    if (context.globals.dryRun) {
      context.output.note(`Would record a usage of ${writeNodeAddress(address)} by ${place.appId}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(usage, usageRecord);
    return exitCodes.ok;
  },
});
