import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
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

async function* detailsOf(client: Client, node: string, references: readonly VersionReference[]) {
  for (const { major, minor } of references) {
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
    const { versions } = await client.listVersions({ repository, node });
    const printer = await context.printer();
    // Only people and spreadsheets want the particulars, which cost a call for each version.
    const detailed = ['table', 'csv'].includes(context.globals.output ?? 'table');
    if (detailed) await printer.list(detailsOf(client, node, versions), versionList);
    else await printer.list(versions, referenceList);
    return exitCodes.ok;
  },
});
