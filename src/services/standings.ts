import type { NodeId } from '../base/ids.ts';
import type { AccessControlEntry, AccessControlList } from '../domain/acl.ts';
import type { Area } from '../domain/area.ts';
import type { Caller } from '../domain/caller.ts';
import type { NodeRecord } from '../domain/records.ts';
import { noRights, type Rights, rightsOfPermission } from '../domain/rights.ts';
import type { Seams } from '../ports/seams.ts';

/** An access control list in force, and the one that it inherits from. */
export interface Scope {
  readonly acl: AccessControlList;
  readonly above: Scope | null;
}

/** Where a place in the tree takes its rights from. */
export interface Standing {
  /** The nearest access control list, the place's own included; null where there is none up to the top. */
  readonly scope: Scope | null;
  /** It, or a folder above it, is archived or gone. */
  readonly archived: boolean;
  /** The area that it lies in. */
  readonly area: Area | null;
}

export const gone: Standing = { scope: null, archived: true, area: null };

/** Every list whose entries hold in a scope, nearest first. */
export function* listsInForce(scope: Scope | null): Generator<AccessControlList> {
  for (let at = scope; at !== null; at = at.acl.inherits ? at.above : null) yield at.acl;
}

/** Works out standings and what they grant, and keeps both until something changes. */
export interface Standings {
  /** `gone` where the node does not exist. */
  at(id: NodeId): Promise<Standing>;
  /** What the lists in force grant the caller. */
  granted(caller: Caller, scope: Scope | null): Rights;
  forget(): void;
}

interface Kept {
  readonly standings: Map<NodeId, Standing>;
  /** A caller's rights in each scope. */
  readonly tables: WeakMap<Caller, Map<Scope, Rights>>;
}

const nothing = (): Kept => ({ standings: new Map(), tables: new WeakMap() });

function standingBelow(above: Standing, node: NodeRecord): Standing {
  const archived = above.archived || node.archived !== null;
  const scope = node.acl === null ? above.scope : { acl: node.acl, above: above.scope };
  return { scope, archived, area: node.area ?? above.area };
}

const grants = (caller: Caller, entries: readonly AccessControlEntry[]): Rights =>
  entries
    .filter(({ authority }) => caller.authorities.has(authority))
    .reduce((sum, { permission }) => sum | rightsOfPermission(permission), noRights);

export function createStandings(seams: Pick<Seams, 'store'>): Standings {
  // Replaced as a whole: what a slow walk worked out from older records lands in the old one, which nobody reads.
  let kept = nothing();

  const tableOf = (caller: Caller): Map<Scope, Rights> => {
    const table = kept.tables.get(caller) ?? new Map<Scope, Rights>();
    kept.tables.set(caller, table);
    return table;
  };

  return {
    /** Walks up only as far as nothing is known. */
    async at(id) {
      const { standings } = kept;
      const chain: NodeRecord[] = [];
      let known = standings.get(id);
      for (
        let next: NodeId | null = id;
        known === undefined && next !== null;
        known = next === null ? undefined : standings.get(next)
      ) {
        const node: NodeRecord | undefined = await seams.store.nodes.get(next);
        if (node === undefined) return gone;
        chain.push(node);
        next = node.parent;
      }
      let standing = known ?? { scope: null, archived: false, area: null };
      for (const node of chain.toReversed()) {
        standing = standingBelow(standing, node);
        standings.set(node.id, standing);
      }
      return standing;
    },
    granted(caller, scope) {
      if (scope === null) return noRights;
      const table = tableOf(caller);
      let rights = table.get(scope);
      if (rights === undefined) {
        rights = noRights;
        for (const { entries } of listsInForce(scope)) rights |= grants(caller, entries);
        table.set(scope, rights);
      }
      return rights;
    },
    forget() {
      kept = nothing();
    },
  };
}
