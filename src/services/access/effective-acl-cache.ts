import type { NodeId } from '../../base/ids.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { noRights, type Rights } from '../../domain/access/rights.ts';
import type { Seams } from '../../ports/seams.ts';
import { AncestorCache } from './ancestor-cache.ts';
import {
  type AclScope,
  type AclState,
  type EffectiveAcl,
  goneAcl,
  grantedBy,
  type RightsByScope,
} from './effective-acl.ts';

/** Caches effective ACLs and the rights that they grant to each caller. */
export interface EffectiveAclCache {
  /**
   * The effective ACL of a node; `goneAcl` if it does not exist. Not a promise if the effective ACL is cached: each
   * request needs several.
   */
  at(id: NodeId): MaybePromise<EffectiveAcl>;
  /** The number of folders above a node. */
  depth(id: NodeId): Promise<number>;
  /** The rights that the effective ACL grants to the caller. */
  granted(caller: Caller, scope: AclScope | null): Rights;
  /** Call this for every node whose ACL or parent changed, or that was archived or restored. */
  change(node: AclState): void;
  forget(): void;
  /** Increases with each `change` and `forget`. */
  readonly changes: number;
}

const noneKnown: RightsByScope = new Map();

/** The rights that a scope grants to the caller, without the cache. */
export const computeGrantedRights: EffectiveAclCache['granted'] = (caller, scope) =>
  grantedBy(caller, scope, noneKnown);

/** Maximum number of entries in all tables together, about 30 MB. Beyond it, all tables are discarded. */
const maxEntries = 1_000_000;

function createGrantedRightsCache(): EffectiveAclCache['granted'] {
  let tables = new WeakMap<Caller, Map<number, Rights>>();
  // Includes entries of callers that were garbage-collected, because their number is unknown.
  let entryCount = 0;

  const tableOf = (caller: Caller): Map<number, Rights> => {
    const table = tables.get(caller) ?? new Map<number, Rights>();
    tables.set(caller, table);
    return table;
  };

  const put = (caller: Caller, scope: AclScope, rights: Rights): void => {
    if (entryCount >= maxEntries) {
      tables = new WeakMap();
      entryCount = 0;
    }
    tableOf(caller).set(scope.number, rights);
    entryCount += 1;
  };

  return (caller, scope) => {
    if (scope === null) return noRights;
    const table = tableOf(caller);
    let rights = table.get(scope.number);
    if (rights === undefined) {
      rights = grantedBy(caller, scope, table);
      put(caller, scope, rights);
    }
    return rights;
  };
}

export function createEffectiveAclCache(seams: Pick<Seams, 'store'>): EffectiveAclCache {
  const ancestors = new AncestorCache();

  /** The node and the folders above it up to the first cached one, nearest first. Undefined if one does not exist. */
  const readUncachedPath = async (id: NodeId): Promise<AclState[] | undefined> => {
    const path: AclState[] = [];
    for (let next: NodeId | null = id; next !== null && ancestors.effectiveAcl(next) === undefined; ) {
      const node: AclState | undefined = await seams.store.nodes.get(next);
      if (node === undefined) return undefined;
      path.push(node);
      next = node.parent;
    }
    return path;
  };

  const read = async (id: NodeId): Promise<EffectiveAcl> => {
    for (let known = ancestors.effectiveAcl(id); ; known = ancestors.effectiveAcl(id)) {
      if (known !== undefined) return known;
      const { changes } = ancestors;
      const path = await readUncachedPath(id);
      if (path === undefined) return goneAcl;
      // Records that were read during a change may be outdated, so they are not cached.
      if (ancestors.changes === changes) ancestors.add(path);
    }
  };

  const depth = async (id: NodeId): Promise<number> => {
    const cached = ancestors.depth(id);
    if (cached !== undefined) return cached;
    const node = await seams.store.nodes.get(id);
    return node === undefined || node.parent === null ? 0 : (await depth(node.parent)) + 1;
  };

  return {
    at: (id) => ancestors.effectiveAcl(id) ?? read(id),
    depth,
    granted: createGrantedRightsCache(),
    change: (node) => ancestors.change(node),
    forget: () => ancestors.clear(),
    get changes() {
      return ancestors.changes;
    },
  };
}
