import type { NodeId } from '../../base/ids.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import { isPromise, type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readContent, readProperties } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../ports/access-filter.ts';
import { type EffectiveAcl, type GrantedRights, isThere } from './effective-acl.ts';
import type { EffectiveAclCache } from './effective-acl-cache.ts';

/** Marks an ACL root that applies to its node only, not to the nodes below it. No ID contains a slash. */
const nodeOnly = '/';

/**
 * The ACL root of a node in the search index. The top of a tree does not share its ACL root with its children: every
 * signed-in person sees the company home, but not everything in it.
 */
export const searchAclRootOf = ({ id, parent, acl }: Pick<NodeRecord, 'id' | 'parent' | 'acl'>): string => {
  if (parent === null) return id + nodeOnly;
  return acl === null ? parent : id;
};

/** The maximum number of ACL roots that are evaluated without a pause for other requests. */
const maxWithoutPause = 5_000;

const visibilityOf = (rights: Rights): AclRootVisibility => {
  if (!includes(rights, readProperties)) return aclRootVisibility.nothing;
  return includes(rights, readContent) ? aclRootVisibility.all : aclRootVisibility.metadata;
};

/** Returns the access filter of a caller. Its `rights` object stays the same until an ACL or a folder changes. */
export type AccessFilters = (caller: Caller) => AccessFilter;

function createRightsObjects(effectiveAcls: EffectiveAclCache): (caller: Caller) => object {
  // The groups of a `Caller` never change, so only changes of ACLs and folders invalidate an entry.
  const byCaller = new WeakMap<Caller, { readonly changes: number; readonly rights: object }>();
  return (caller) => {
    const { changes } = effectiveAcls;
    const last = byCaller.get(caller);
    if (last?.changes === changes) return last.rights;
    const rights = {};
    byCaller.set(caller, { changes, rights });
    return rights;
  };
}

/** The visibility at an ACL root. Not a promise if the effective ACL is cached. */
type VisibilityAt = (aclRoot: string) => MaybePromise<AclRootVisibility>;

async function evaluateInBatches(at: VisibilityAt, aclRoots: readonly string[]): Promise<AclRootVisibility[]> {
  const visibilities: AclRootVisibility[] = [];
  for await (const batch of inBatches(aclRoots)) {
    for (const aclRoot of batch) visibilities.push(await at(aclRoot));
  }
  return visibilities;
}

/** The visibility at ACL roots; undefined if an effective ACL is not cached. */
function evaluateFromCache(at: VisibilityAt, aclRoots: readonly string[]): AclRootVisibility[] | undefined {
  const visibilities: AclRootVisibility[] = [];
  for (const aclRoot of aclRoots) {
    const visibility = at(aclRoot);
    if (isPromise(visibility)) {
      // `evaluateInBatches` reads it again and reports the error.
      visibility.catch(() => undefined);
      return undefined;
    }
    visibilities.push(visibility);
  }
  return visibilities;
}

export function createAccessFilters(effectiveAcls: EffectiveAclCache, granted: GrantedRights): AccessFilters {
  const rightsOf = createRightsObjects(effectiveAcls);

  const visibilityBy = (caller: Caller, acl: EffectiveAcl, id: NodeId | null): AclRootVisibility =>
    isThere(caller, acl) ? visibilityOf(granted(caller, acl, { id, owner: null })) : aclRootVisibility.absent;

  const visibilityAt = (caller: Caller, aclRoot: string): ReturnType<VisibilityAt> => {
    const isNodeOnly = aclRoot.endsWith(nodeOnly);
    // All ACL roots come from `searchAclRootOf`.
    const node = (isNodeOnly ? aclRoot.slice(0, -nodeOnly.length) : aclRoot) as NodeId;
    const id = isNodeOnly ? node : null;
    return whenReady(effectiveAcls.at(node), (acl) => visibilityBy(caller, acl, id));
  };

  return (caller) => {
    const at: VisibilityAt = (aclRoot) => visibilityAt(caller, aclRoot);
    return {
      rights: rightsOf(caller),
      owns: caller.kind === 'person' ? caller.userName : null,
      at: (aclRoots) =>
        (aclRoots.length <= maxWithoutPause ? evaluateFromCache(at, aclRoots) : undefined) ??
        evaluateInBatches(at, aclRoots),
    };
  };
}
