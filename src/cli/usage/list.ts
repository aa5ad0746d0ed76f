import type { Client } from '../../client/client.ts';
import { wholeList } from '../connection/pages.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { usageList } from './views.ts';

interface ListFlags {
  readonly app?: string;
  readonly course?: string;
}

type ListOptions = { readonly address: NodeAddress } | { readonly app: string; readonly course: string | undefined };

function readOptions([address]: readonly string[], { app, course }: ListFlags): ListOptions {
  const cannotList = (why: string) => usageFailure('Cannot list usages.', why, 'For help: edu-repo help usage list');
  if (address !== undefined) {
    if (app !== undefined || course !== undefined) throw cannotList('A node and --app or --course cannot be combined.');
    return { address: parseNodeAddress(address) };
  }
  if (app === undefined) throw cannotList('Specify a node or --app.');
  return { app, course };
}

async function readerOf(options: ListOptions, client: Client) {
  if ('address' in options) {
    const nodeId = (await findNode(client, options.address)).ref.id;
    return (skipCount: number) => client.listNodeUsages({ nodeId, skipCount });
  }
  const { app: appId, course: courseId } = options;
  return (skipCount: number) =>
    courseId === undefined
      ? client.listAppUsages({ appId, skipCount })
      : client.listCourseUsages({ appId, courseId, skipCount });
}

export const usageListing = defineCommand<ListFlags, ListOptions>({
  examples: [
    { line: 'edu-repo usage list /Mathe/Plan.md', does: 'list the courses in which a node is used' },
    { line: 'edu-repo usage list --app moodle --course 17', does: 'list what a course of a learning platform uses' },
    { line: 'edu-repo usage list --app -home-', does: 'list the usages that this repository recorded itself' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'a node')
      .option('--app <id>', 'list the usages of this app')
      .option('--course <course>', 'list only the usages in this course of the app'),
  readOptions,
  nodes: (options) => ('address' in options ? [options.address] : []),
  run: async (options, context) => {
    const { client } = await context.connect();
    const read = await readerOf(options, client);
    const all = wholeList(async (skipCount) => {
      const { usages, pagination } = await read(skipCount);
      return { entries: usages, pagination };
    });
    const shown = await (await context.printer()).list(all, usageList);
    if (shown === 0) context.output.note('There are no usages that you may see.');
    return exitCodes.ok;
  },
});
