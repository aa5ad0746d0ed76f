import { LRUCache } from 'lru-cache';
import type { NodeId } from '../../base/ids.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import { isPromise, type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, noRights, type Rights, readContent, readProperties } from '../../domain/access/rights.ts';
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

/** The node whose effective ACL applies at an ACL root. */
const nodeOf = (aclRoot: string): NodeId =>
  // All ACL roots come from `searchAclRootOf`.
  (aclRoot.endsWith(nodeOnly) ? aclRoot.slice(0, -nodeOnly.length) : aclRoot) as NodeId;

/** The effective ACLs at ACL roots, in the same order. The same array until one of them changes. */
export type AclsAt = (aclRoots: readonly string[]) => MaybePromise<readonly EffectiveAcl[]>;

/** The effective ACLs; undefined if one of them is not cached. */
function aclsFromCache(effectiveAcls: EffectiveAclCache, aclRoots: readonly string[]): EffectiveAcl[] | undefined {
  const acls: EffectiveAcl[] = [];
  for (const aclRoot of aclRoots) {
    const acl = effectiveAcls.at(nodeOf(aclRoot));
    if (isPromise(acl)) {
      // `readAcls` reads it again and reports the error.
      acl.catch(() => undefined);
      return undefined;
    }
    acls.push(acl);
  }
  return acls;
}

async function readAcls(effectiveAcls: EffectiveAclCache, aclRoots: readonly string[]): Promise<EffectiveAcl[]> {
  const acls: EffectiveAcl[] = [];
  for await (const batch of inBatches(aclRoots)) {
    for (const aclRoot of batch) acls.push(await effectiveAcls.at(nodeOf(aclRoot)));
  }
  return acls;
}

const areSame = (some: readonly EffectiveAcl[], others: readonly EffectiveAcl[]): boolean =>
  some.every((acl, at) => acl === others[at]);

/**
 * Resolves ACL roots for all callers, once after each change. Most changes concern a node that is no ACL root, or other
 * folders: then the array stays the same, and with it everything that is computed from it.
 */
export function createAclsAt(effectiveAcls: EffectiveAclCache): AclsAt {
  const resolved = new WeakMap<
    readonly string[],
    { readonly changes: number; readonly acls: readonly EffectiveAcl[] }
  >();
  return (aclRoots) => {
    const { changes } = effectiveAcls;
    const before = resolved.get(aclRoots);
    if (before?.changes === changes) return before.acls;
    const acls = aclRoots.length <= maxWithoutPause ? aclsFromCache(effectiveAcls, aclRoots) : undefined;
    return whenReady(acls ?? readAcls(effectiveAcls, aclRoots), (current) => {
      const kept = before !== undefined && areSame(before.acls, current) ? before.acls : current;
      resolved.set(aclRoots, { changes, acls: kept });
      return kept;
    });
  };
}

/** Returns the access filter of a caller. */
export type AccessFilters = (caller: Caller) => AccessFilter;

export function createAccessFilters(aclsAt: AclsAt, granted: GrantedRights): AccessFilters {
  // The groups of a `Caller` never change, so a table is valid as long as its effective ACLs are.
  const tables = new WeakMap<Caller, WeakMap<readonly EffectiveAcl[], Uint8Array>>();

  const visibilityBy = (caller: Caller, acl: EffectiveAcl, id: NodeId | null): AclRootVisibility =>
    isThere(caller, acl) ? visibilityOf(granted(caller, acl, { id, owner: null })) : aclRootVisibility.absent;

  const visibilityAtRoot = (caller: Caller, acl: EffectiveAcl, aclRoot: string): AclRootVisibility =>
    visibilityBy(caller, acl, aclRoot.endsWith(nodeOnly) ? nodeOf(aclRoot) : null);

  const newTable = (caller: Caller, aclRoots: readonly string[], acls: readonly EffectiveAcl[]): Uint8Array =>
    Uint8Array.from(acls, (acl, at) => visibilityAtRoot(caller, acl, aclRoots[at] ?? ''));

  const newTableInBatches = async (
    caller: Caller,
    aclRoots: readonly string[],
    acls: readonly EffectiveAcl[],
  ): Promise<Uint8Array> => {
    const table: AclRootVisibility[] = [];
    for await (const batch of inBatches(acls)) {
      for (const acl of batch) table.push(visibilityAtRoot(caller, acl, aclRoots[table.length] ?? ''));
    }
    return Uint8Array.from(table);
  };

  const tablesOf = (caller: Caller): WeakMap<readonly EffectiveAcl[], Uint8Array> => {
    const byAcls = tables.get(caller) ?? new WeakMap<readonly EffectiveAcl[], Uint8Array>();
    tables.set(caller, byAcls);
    return byAcls;
  };

  return (caller) => ({
    owns: caller.kind === 'person' ? caller.userName : null,
    at: (aclRoots) =>
      whenReady(aclsAt(aclRoots), (acls) => {
        const byAcls = tablesOf(caller);
        const known = byAcls.get(acls);
        if (known !== undefined) return known;
        const create = acls.length <= maxWithoutPause ? newTable : newTableInBatches;
        return whenReady<Uint8Array, Uint8Array>(create(caller, aclRoots, acls), (table) => {
          byAcls.set(acls, table);
          return table;
        });
      }),
  });
}

/** The maximum number of cached access filters, one per set of required rights. Most searches require only read rights. */
const maxRequiredRights = 20;

/** Returns filters that also hide nodes on which the caller lacks one of the required rights. */
export function createRequiredRightsFilters(
  aclsAt: AclsAt,
  granted: GrantedRights,
): (required: Rights) => AccessFilters {
  const create = (required: Rights): AccessFilters =>
    createAccessFilters(aclsAt, (caller, acl, node) => {
      const rights = granted(caller, acl, node);
      return includes(rights, required) ? rights : noRights;
    });
  // Filters cache the visibility, so the same required rights must give the same filters.
  const cache = new LRUCache<string, AccessFilters>({ max: maxRequiredRights });

  return (required) => {
    const key = String(required);
    let filters = cache.get(key);
    if (filters === undefined) {
      filters = create(required);
      cache.set(key, filters);
    }
    return filters;
  };
}
