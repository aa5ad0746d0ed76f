import type { NodeId } from '../../base/ids.ts';
import type { AccessControlEntry } from '../../domain/access/acl.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { noRights, type Rights, rightsOfPermission } from '../../domain/access/rights.ts';
import type { Seams } from '../../ports/seams.ts';
import { createAncestorCache } from './ancestor-cache.ts';
import { type AclScope, type AclState, type EffectiveAcl, goneAcl } from './effective-acl.ts';

/** Tells standings and what they grant, and keeps both as long as they are good. */
export interface EffectiveAclCache {
  /** `gone` where the node does not exist. A known one is there at once: every call asks several times. */
  at(id: NodeId): EffectiveAcl | Promise<EffectiveAcl>;
  /** What the lists in force grant the caller. */
  granted(caller: Caller, scope: AclScope | null): Rights;
  change(ground: AclState): void;
  forget(): void;
  /** Rises with every `change` and `forget`. */
  readonly changes: number;
}

/** A caller's rights in each scope, by its number. Scopes that are no more leave their numbers behind. */
type Table = Map<number, Rights>;

/** In all tables together: about 30 MB. Beyond that all are begun anew. */
const mostKept = 1_000_000;

const grants = (caller: Caller, entries: readonly AccessControlEntry[]): Rights => {
  let rights = noRights;
  for (const { authority, permission } of entries) {
    if (caller.authorities.has(authority)) rights |= rightsOfPermission(permission);
  }
  return rights;
};

function grantedBy(caller: Caller, scope: AclScope, table: Table): Rights {
  let rights = noRights;
  for (let at: AclScope | null = scope; at !== null; at = at.above) {
    const known = table.get(at.number);
    if (known !== undefined) return rights | known;
    rights |= grants(caller, at.acl.entries);
  }
  return rights;
}

export function createEffectiveAclCache(seams: Pick<Seams, 'store'>): EffectiveAclCache {
  const places = createAncestorCache();
  let tables = new WeakMap<Caller, Table>();
  // Those of callers that nobody knows any more are counted on: when they go, nobody is told.
  let kept = 0;

  const tableOf = (caller: Caller): Table => {
    const table = tables.get(caller) ?? new Map<number, Rights>();
    tables.set(caller, table);
    return table;
  };

  const keep = (caller: Caller, scope: AclScope, rights: Rights): void => {
    if (kept >= mostKept) {
      tables = new WeakMap();
      kept = 0;
    }
    tableOf(caller).set(scope.number, rights);
    kept += 1;
  };

  /** The place and the folders above it that are not known, nearest first; undefined where one is missing. */
  const unknownWay = async (id: NodeId): Promise<AclState[] | undefined> => {
    const way: AclState[] = [];
    for (let next: NodeId | null = id; next !== null && places.effectiveAcl(next) === undefined; ) {
      const node: AclState | undefined = await seams.store.nodes.get(next);
      if (node === undefined) return undefined;
      way.push(node);
      next = node.parent;
    }
    return way;
  };

  const walk = async (id: NodeId): Promise<EffectiveAcl> => {
    for (let known = places.effectiveAcl(id); ; known = places.effectiveAcl(id)) {
      if (known !== undefined) return known;
      const { changes } = places;
      const way = await unknownWay(id);
      if (way === undefined) return goneAcl;
      // What was read while something changed may be older than the change, and must not be kept.
      if (places.changes === changes) places.learn(way);
    }
  };

  return {
    at: (id) => places.effectiveAcl(id) ?? walk(id),
    granted(caller, scope) {
      if (scope === null) return noRights;
      const table = tableOf(caller);
      let rights = table.get(scope.number);
      if (rights === undefined) {
        rights = grantedBy(caller, scope, table);
        keep(caller, scope, rights);
      }
      return rights;
    },
    change: places.change,
    forget: places.forget,
    get changes() {
      return places.changes;
    },
  };
}
