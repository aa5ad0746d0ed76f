import type { NodeId } from '../../base/ids.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readContent, readProperties } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../ports/access-filter.ts';
import type { EffectiveAcl, GrantedRights } from './effective-acl.ts';
import type { EffectiveAclCache } from './effective-acl-cache.ts';

/** A suffix that limits an ACL root to the node itself, without the nodes below it. No ID contains a slash. */
const nodeOnly = '/';

/**
 * The ACL root under which the search index files a document. A node at the top of a tree is filed separately from its
 * children: every signed-in person sees the company home, but not everything in it.
 */
export const searchAclRootOf = ({ id, parent, acl }: Pick<NodeRecord, 'id' | 'parent' | 'acl'>): string => {
  if (parent === null) return id + nodeOnly;
  return acl === null ? parent : id;
};

/** More ACL roots are evaluated in batches, so that the event loop serves other requests in between. */
const maxWithoutPause = 5_000;

const visibilityOf = (rights: Rights): AclRootVisibility => {
  if (!includes(rights, readProperties)) return aclRootVisibility.nothing;
  return includes(rights, readContent) ? aclRootVisibility.all : aclRootVisibility.metadata;
};

/**
 * Returns the access filter of a caller. Its `rights` object stays the same until an ACL or folder in the repository
 * changes.
 */
export type AccessFilters = (caller: Caller) => AccessFilter;

/** Returns one object per caller, and a new one after each change. */
function createRightsObjects(effectiveAcls: EffectiveAclCache): (caller: Caller) => object {
  // A caller object never changes its groups, so only changes of ACLs and folders invalidate an entry.
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

export function createAccessFilters(
  effectiveAcls: EffectiveAclCache,
  isThere: (caller: Caller, acl: EffectiveAcl) => boolean,
  granted: GrantedRights,
): AccessFilters {
  const rightsOf = createRightsObjects(effectiveAcls);

  const visibilityBy = (caller: Caller, acl: EffectiveAcl, id: NodeId | null): AclRootVisibility =>
    isThere(caller, acl) ? visibilityOf(granted(caller, acl, { id, owner: null })) : aclRootVisibility.absent;

  const visibilityAt = (caller: Caller, aclRoot: string): AclRootVisibility | Promise<AclRootVisibility> => {
    const isNodeOnly = aclRoot.endsWith(nodeOnly);
    // All ACL roots come from `searchAclRootOf`.
    const node = (isNodeOnly ? aclRoot.slice(0, -nodeOnly.length) : aclRoot) as NodeId;
    const id = isNodeOnly ? node : null;
    const acl = effectiveAcls.at(node);
    return acl instanceof Promise
      ? acl.then((known) => visibilityBy(caller, known, id))
      : visibilityBy(caller, acl, id);
  };

  const evaluateInBatches = async (caller: Caller, aclRoots: readonly string[]): Promise<AclRootVisibility[]> => {
    const visibilities: AclRootVisibility[] = [];
    for await (const batch of inBatches(aclRoots)) {
      for (const aclRoot of batch) visibilities.push(await visibilityAt(caller, aclRoot));
    }
    return visibilities;
  };

  /** Undefined if an effective ACL is not cached. */
  const evaluateFromCache = (caller: Caller, aclRoots: readonly string[]): AclRootVisibility[] | undefined => {
    const visibilities: AclRootVisibility[] = [];
    for (const aclRoot of aclRoots) {
      const visibility = visibilityAt(caller, aclRoot);
      if (visibility instanceof Promise) {
        // `evaluateInBatches` reads it again and reports the error.
        visibility.catch(() => undefined);
        return undefined;
      }
      visibilities.push(visibility);
    }
    return visibilities;
  };

  return (caller) => ({
    rights: rightsOf(caller),
    owns: caller.kind === 'person' ? caller.userName : null,
    at: (aclRoots) =>
      (aclRoots.length <= maxWithoutPause ? evaluateFromCache(caller, aclRoots) : undefined) ??
      evaluateInBatches(caller, aclRoots),
  });
}
