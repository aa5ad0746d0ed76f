import type { ListView } from '../print/printer.ts';
import type { NodePermissions } from './access-list.ts';

type Entry = NodePermissions['inheritedPermissions'][number];

/** One authority and what it may do, with where that comes from. */
export interface AccessRow {
  readonly from: 'here' | 'above';
  readonly entry: Entry;
}

const rolesOf = ({ permissions, permission }: Entry): string => (permissions ?? [permission]).join(' ');

/** The rows of a node's permissions: its own, then what comes from above where it does. */
export function accessRows({ localPermissions, inheritedPermissions }: NodePermissions): AccessRow[] {
  const rows = (entries: readonly Entry[], from: AccessRow['from']) => entries.map((entry) => ({ from, entry }));
  const above = localPermissions.inherited ? rows(inheritedPermissions, 'above') : [];
  return [...rows(localPermissions.permissions, 'here'), ...above];
}

/** Who may do what with a node. */
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
