import type { NodeId } from '../../base/ids.ts';
import type { AccessControlEntry, AccessControlList } from '../../domain/access/acl.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { noRights, type Rights, rightsOfPermission } from '../../domain/access/rights.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';

/** An access control list with everything that it inherits. Immutable: a change creates a new scope. */
export interface AclScope {
  /** Identifies this scope in the tables of callers' rights. Never reused. */
  readonly number: number;
  /** The node whose own list this is. */
  readonly place: NodeId;
  readonly acl: AccessControlList;
  /** The scope that this one inherits from. Null if it inherits nothing. */
  readonly above: AclScope | null;
}

/** The effective ACL of a node. Nodes with the same effective ACL may share the object. */
export interface EffectiveAcl {
  /** The scope of the nearest access control list, the node's own included. Null if there is none up to the top. */
  readonly scope: AclScope | null;
  /** Whether the node or a folder above it is archived or deleted. */
  readonly archived: boolean;
  /** The session scope that the node belongs to. */
  readonly sessionScope: SessionScope | null;
}

/** The effective ACL above the top of a tree. */
export const noAcl: EffectiveAcl = { scope: null, archived: false, sessionScope: null };

export const goneAcl: EffectiveAcl = { scope: null, archived: true, sessionScope: null };

/** The fields of a node that determine its effective ACL and those of the nodes below it. */
export type AclState = Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived' | 'area'>;

/** The rights that an effective ACL and ownership grant. A null ID is any node except the company home. */
export type GrantedRights = (
  caller: Caller,
  acl: EffectiveAcl,
  node: { readonly id: NodeId | null; readonly owner: string | null },
) => Rights;

/** For a caller, archived nodes and nodes in other session scopes do not exist. */
export const isThere = (caller: Caller, { archived, sessionScope }: EffectiveAcl): boolean =>
  !archived && sessionScope === caller.sessionScope;

/** Every list whose entries apply in a scope, nearest first. */
export function* aclsInForce(scope: AclScope | null): Generator<Pick<AclScope, 'place' | 'acl'>> {
  for (let at = scope; at !== null; at = at.above) yield at;
}

/**
 * Computes the effective ACL of a node. Returns `before`, or reuses its scope, if they are still correct, so that cached
 * rights remain valid. Otherwise creates a new scope.
 */
export function inheritAcl(
  above: EffectiveAcl,
  { id, acl, archived, area }: AclState,
  before: EffectiveAcl | undefined,
  newNumber: () => number,
): EffectiveAcl {
  if (acl === null && archived === null && area === undefined) return above;
  const effectiveAcl = {
    scope: acl === null ? above.scope : scopeBelow(above.scope, { place: id, acl }, before?.scope ?? null, newNumber),
    archived: above.archived || archived !== null,
    sessionScope: area ?? above.sessionScope,
  };
  return before !== undefined && isSame(effectiveAcl, before) ? before : effectiveAcl;
}

function scopeBelow(
  parentScope: AclScope | null,
  { place, acl }: Pick<AclScope, 'place' | 'acl'>,
  before: AclScope | null,
  newNumber: () => number,
): AclScope {
  const above = acl.inherits ? parentScope : null;
  return before !== null && before.acl === acl && before.above === above
    ? before
    : { number: newNumber(), place, acl, above };
}

const isSame = (one: EffectiveAcl, other: EffectiveAcl): boolean =>
  one.scope === other.scope && one.archived === other.archived && one.sessionScope === other.sessionScope;

/** A caller's rights by the number of the scope. Entries of scopes that no longer exist remain. */
export type RightsByScope = ReadonlyMap<number, Rights>;

/** Whether an entry grants its permission to the caller. */
export const isFor = (caller: Caller, { authority }: AccessControlEntry): boolean => caller.authorities.has(authority);

const grants = (caller: Caller, entries: readonly AccessControlEntry[]): Rights => {
  let rights = noRights;
  for (const entry of entries) if (isFor(caller, entry)) rights |= rightsOfPermission(entry.permission);
  return rights;
};

/**
 * The rights that a scope and all scopes that it inherits from grant to the caller. Stops at the first scope in `known`,
 * which already includes those above it.
 */
export function grantedBy(caller: Caller, scope: AclScope | null, known: RightsByScope): Rights {
  let rights = noRights;
  for (let at = scope; at !== null; at = at.above) {
    const rightsAbove = known.get(at.number);
    if (rightsAbove !== undefined) return rights | rightsAbove;
    rights |= grants(caller, at.acl.entries);
  }
  return rights;
}
