import type { ListView } from '../print/view.ts';
import type { NodePermissions } from './access-list.ts';

type Entry = NodePermissions['inheritedPermissions'][number];

/** An ACL entry, and whether it is local or inherited. */
export interface AccessRow {
  readonly from: 'here' | 'above';
  readonly entry: Entry;
}

const rolesOf = ({ permissions, permission }: Entry): string => (permissions ?? [permission]).join(' ');

/** The local entries of a node, then its inherited entries. */
export function accessRows({ localPermissions, inheritedPermissions }: NodePermissions): AccessRow[] {
  const rows = (entries: readonly Entry[], from: AccessRow['from']) => entries.map((entry) => ({ from, entry }));
  const above = localPermissions.inherited ? rows(inheritedPermissions, 'above') : [];
  return [...rows(localPermissions.permissions, 'here'), ...above];
}

export const accessList = (permissions: NodePermissions): ListView<AccessRow> => ({
  columns: [
    { title: 'authority', value: ({ entry }) => entry.authority.authorityName },
    { title: 'kind', value: ({ entry }) => entry.authority.authorityType ?? '' },
    { title: 'roles', value: ({ entry }) => rolesOf(entry) },
    { title: 'from', value: ({ from }) => from },
  ],
  id: ({ entry }) => entry.authority.authorityName,
  whole: () => ({ permissions }),
});
