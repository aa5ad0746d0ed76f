import type { AccessControlList } from '../../domain/access/acl.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';

/** An access control list with all that it inherits. It never changes: another list is another scope. */
export interface AclScope {
  /** Its name in the callers' tables; never given a second time. */
  readonly number: number;
  readonly acl: AccessControlList;
  /** The scope that it inherits from; null where it inherits nothing. */
  readonly above: AclScope | null;
}

/** Where a place in the tree takes its rights from. Places with the same one may share the object. */
export interface EffectiveAcl {
  /** Of the nearest access control list, the place's own included; null where there is none up to the top. */
  readonly scope: AclScope | null;
  /** It, or a folder above it, is archived or gone. */
  readonly archived: boolean;
  /** The area that it lies in. */
  readonly sessionScope: SessionScope | null;
}

/** Above the top of a tree. */
export const noAcl: EffectiveAcl = { scope: null, archived: false, sessionScope: null };

export const goneAcl: EffectiveAcl = { scope: null, archived: true, sessionScope: null };

/** What of a node decides on its standing, and on the standing of what lies below it. */
export type AclState = Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived' | 'area'>;

/** Every list whose entries hold in a scope, nearest first. */
export function* aclsInForce(scope: AclScope | null): Generator<AccessControlList> {
  for (let at = scope; at !== null; at = at.above) yield at.acl;
}

/**
 * The standing of a place. What is the same as `before` stays the same object, so that what callers' tables say of its
 * scope stays good; what differs gets a new scope.
 */
export function inheritAcl(
  above: EffectiveAcl,
  { acl, archived, area }: AclState,
  before: EffectiveAcl | undefined,
  newNumber: () => number,
): EffectiveAcl {
  if (acl === null && archived === null && area === undefined) return above;
  const standing = {
    scope: acl === null ? above.scope : scopeBelow(above.scope, acl, before?.scope ?? null, newNumber),
    archived: above.archived || archived !== null,
    sessionScope: area ?? above.sessionScope,
  };
  return before !== undefined && isSame(standing, before) ? before : standing;
}

function scopeBelow(
  around: AclScope | null,
  acl: AccessControlList,
  before: AclScope | null,
  newNumber: () => number,
): AclScope {
  const above = acl.inherits ? around : null;
  return before !== null && before.acl === acl && before.above === above ? before : { number: newNumber(), acl, above };
}

const isSame = (one: EffectiveAcl, other: EffectiveAcl): boolean =>
  one.scope === other.scope && one.archived === other.archived && one.sessionScope === other.sessionScope;
