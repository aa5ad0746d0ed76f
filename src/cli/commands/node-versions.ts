import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress } from '../nodes/address.ts';
import { findNode, isUnknownCall } from '../nodes/find-node.ts';
import { repository } from '../nodes/node.ts';
import type { ListView } from '../print/printer.ts';

type VersionReference = Result<Operations['listVersions']>['versions'][number];
type Version = Result<Operations['getVersion']>['version'];

const labelOf = ({ major, minor }: VersionReference): string => `${major}.${minor}`;

const referenceList: ListView<VersionReference> = {
  columns: [{ title: 'version', value: labelOf }],
  id: labelOf,
  whole: (versions) => ({ versions }),
};

const versionList: ListView<Version> = {
  columns: [
    { title: 'version', value: ({ version }) => labelOf(version) },
    { title: 'modified', value: ({ modifiedAt }) => modifiedAt.slice(0, 19).replace('T', ' ') },
    { title: 'by', value: ({ modifiedBy }) => `${modifiedBy.firstName ?? ''} ${modifiedBy.lastName ?? ''}`.trim() },
    { title: 'comment', value: ({ comment }) => comment },
  ],
  id: ({ version }) => labelOf(version),
  whole: (versions) => ({ versions }),
};

/** Older servers tell them one by one. */
async function* detailsOf(client: Client, node: string): AsyncGenerator<Version> {
  try {
    yield* (await client.describeVersions({ repository, node })).versions;
    return;
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
  for (const { major, minor } of (await client.listVersions({ repository, node })).versions) {
    yield (await client.getVersion({ repository, node, major: String(major), minor: String(minor) })).version;
  }
}

/** `node versions` */
export const nodeVersions = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    { line: 'edu-repo node versions /Plan.md', does: 'number, time, person and comment of each version' },
    { line: 'edu-repo node versions /Plan.md -o id', does: 'the numbers alone' },
  ],
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const printer = await context.printer();
    if (context.globals.output === 'id') {
      await printer.list((await client.listVersions({ repository, node })).versions, referenceList);
    } else await printer.list(detailsOf(client, node), versionList);
    return exitCodes.ok;
  },
});
