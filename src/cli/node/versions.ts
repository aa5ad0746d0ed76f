import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { hasContentUrl, propertiesOf, repository } from '../node-arguments/node.ts';
import { labelOf, type Version, versionsOf } from '../node-arguments/versions.ts';
import { shownPerson } from '../node-arguments/views.ts';
import { timeColumn } from '../print/table.ts';
import { formatBytes } from '../print/units.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

type VersionReference = Result<Operations['listVersions']>['versions'][number];

const referenceList: ListView<VersionReference> = {
  columns: [{ title: 'version', value: labelOf }],
  id: labelOf,
  whole: (versions) => ({ versions }),
};

const propertyOf = (version: Version, name: string): string => new Map(propertiesOf(version)).get(name)?.[0] ?? '';

/** The size of the content in bytes; empty if the version has no content, or the server does not report the size. */
const sizeOf = (version: Version): string => (hasContentUrl(version) ? propertyOf(version, 'cclom:size') : '');

function shownSize(version: Version): string {
  if (!hasContentUrl(version)) return '-';
  const size = sizeOf(version);
  return size === '' ? '' : formatBytes(Number(size));
}

const authorOf = ({ modifiedBy }: Version): string => shownPerson(modifiedBy);

const versionList = (present: string | undefined): ListView<Version> => ({
  columns: [
    { title: 'version', value: ({ version }) => labelOf(version) },
    { title: 'present', value: ({ version }) => (labelOf(version) === present ? '*' : '') },
    { title: 'size', alignRight: true, value: shownSize },
    timeColumn('modified', ({ modifiedAt }) => modifiedAt),
    { title: 'by', value: authorOf },
    { title: 'comment', value: ({ comment }) => comment },
  ],
  plainColumns: [
    { title: 'version', value: ({ version }) => labelOf(version) },
    { title: 'present', value: ({ version }) => String(labelOf(version) === present) },
    { title: 'size', value: sizeOf },
    { title: 'modified', value: ({ modifiedAt }) => modifiedAt },
    { title: 'by', value: (version) => propertyOf(version, 'cm:modifier') || authorOf(version) },
    { title: 'comment', value: ({ comment }) => comment },
  ],
  id: ({ version }) => labelOf(version),
  whole: (versions) => ({ versions }),
});

export const nodeVersions = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    {
      line: 'edu-repo node versions /Plan.md',
      does: 'list number, size, time, author and comment of each version; * marks the current one',
    },
    { line: 'edu-repo node versions /Plan.md -o id', does: 'print only the numbers' },
  ],
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  nodes: ({ address }) => [address],
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const found = await findNode(client, address);
    const node = found.ref.id;
    const printer = await context.printer();
    if (context.globals.output === 'id') {
      await printer.list((await client.listVersions({ repository, node })).versions, referenceList);
    } else await printer.list(versionsOf(client, node), versionList(found.contentVersion ?? undefined));
    return exitCodes.ok;
  },
});
