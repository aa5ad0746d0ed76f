import type { NodeId } from '../../base/ids.ts';
import type { AccessControlEntry } from '../../domain/access/acl.ts';
import type { Caller } from '../../domain/access/caller.ts';
import {
  allRights,
  noRights,
  type Rights,
  readRights,
  rightsByUsage,
  rightsOfPermission,
} from '../../domain/access/rights.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import { aclsInForce, type EffectiveAcl, type GrantedRights, isFor } from './effective-acl.ts';
import type { EffectiveAclCache } from './effective-acl-cache.ts';

/** Why a caller has rights on a node. An entry is in the list of `place`, the node itself or a folder above it. */
export type RightsReason = { readonly rights: Rights } & (
  | { readonly kind: 'administrator' | 'owner' | 'top-folder' | 'usage' }
  | { readonly kind: 'entry'; readonly place: NodeId; readonly entry: AccessControlEntry }
);

type GrantedNode = Parameters<GrantedRights>[2];

/** Why a caller has all rights; undefined if neither as an administrator nor as the owner. */
function fullAccess(caller: Caller, { owner }: GrantedNode): 'administrator' | 'owner' | undefined {
  if (caller.kind !== 'person') return undefined;
  if (caller.isAdmin) return 'administrator';
  return owner === caller.userName ? 'owner' : undefined;
}

const byUsage = ({ usage }: Caller, { id }: GrantedNode): Rights =>
  id !== null && usage?.nodes.has(id) === true ? rightsByUsage : noRights;

/** Every person may read the company home itself. This grants no right on its children. */
const atTheTop = (caller: Caller, { id }: GrantedNode, { companyHome }: SystemFolders): Rights =>
  id === companyHome && caller.kind === 'person' ? readRights : noRights;

/** Computes rights. What grants them is in the functions above and in the entries, which `reasonsOf` lists one by one. */
export const grantedRights =
  (rightsIn: EffectiveAclCache['granted'], systemFolders: SystemFolders): GrantedRights =>
  (caller, acl, node) =>
    fullAccess(caller, node) !== undefined
      ? allRights
      : rightsIn(caller, acl.scope) | byUsage(caller, node) | atTheTop(caller, node, systemFolders);

/** What grants the caller rights, one by one. Entries of the nearest list come first. */
export function reasonsOf(
  caller: Caller,
  { scope }: EffectiveAcl,
  node: GrantedNode,
  systemFolders: SystemFolders,
): RightsReason[] {
  const full = fullAccess(caller, node);
  const entries = [...aclsInForce(scope)].flatMap(({ place, acl }) =>
    acl.entries
      .filter((entry) => isFor(caller, entry))
      .map((entry) => ({ kind: 'entry' as const, place, entry, rights: rightsOfPermission(entry.permission) })),
  );
  return [
    ...(full === undefined ? [] : [{ kind: full, rights: allRights }]),
    ...entries,
    { kind: 'usage' as const, rights: byUsage(caller, node) },
    { kind: 'top-folder' as const, rights: atTheTop(caller, node, systemFolders) },
  ].filter(({ rights }) => rights !== noRights);
}
