import { notFound, RepositoryError } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import type { AccessControlEntry, AccessControlList } from '../domain/acl.ts';
import { anybody, type Caller } from '../domain/caller.ts';
import type { Landmarks, NodeRecord } from '../domain/records.ts';
import {
  allRights,
  includes,
  noRights,
  type Rights,
  readRights,
  rightsOf,
  rightsOfPermission,
  type SingleRight,
} from '../domain/rights.ts';
import type { Seams } from '../ports/seams.ts';
import type { Visible } from '../ports/search-index.ts';

/** Where a place in the tree takes its rights from. */
interface Standing {
  /** The nearest node with an access control list of its own, itself included; null where there is none up to the top. */
  readonly scope: Scope | null;
  /** It, or a folder above it, is archived or gone. */
  readonly archived: boolean;
}

/** An access control list in force, and the one that it inherits from. */
interface Scope {
  readonly node: NodeId;
  readonly acl: AccessControlList;
  readonly above: Scope | null;
}

export interface RightsService {
  /** What the caller may do with a node; nothing where the node is archived. */
  of(caller: Caller, node: NodeRecord): Promise<Rights>;
  /**
   * The one authorization: rejects with `NotFound` where the node is archived or gone, `Unauthorized` where signing in
   * could help, else `Forbidden`.
   */
  require(caller: Caller, node: NodeRecord, right: SingleRight): Promise<void>;
  /** Reads a node and requires the right; the missing and the archived are `NotFound`. */
  node(caller: Caller, id: NodeId, right: SingleRight): Promise<NodeRecord>;
  /** Whether the caller may know that the node is there. */
  mayRead(caller: Caller, node: NodeRecord): Promise<boolean>;
  /** A quick test for many nodes whose places are known beforehand. */
  visibility(caller: Caller, anchors: Iterable<NodeId>): Promise<Visible>;
  isPublic(node: NodeRecord): Promise<boolean>;
  /** The entries that hold for a node from above, nearest first. */
  inheritedEntries(node: NodeRecord): Promise<readonly AccessControlEntry[]>;
  /** To be called after a commit that changed a list, gave or took one, or moved, archived or restored a node. */
  forget(): void;
}

/** Where the walk to a node's rights starts. */
export const anchorOf = (node: Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived'>): NodeId =>
  node.acl !== null || node.archived !== null || node.parent === null ? node.id : node.parent;

const gone: Standing = { scope: null, archived: true };

const readProperties = rightsOf('ReadProperties');

/** What is worked out from records and kept until `forget`. */
interface Derived {
  readonly standings: Map<NodeId, Standing>;
  /** A caller's rights in each scope. */
  readonly tables: WeakMap<Caller, Map<Scope, Rights>>;
}

const nothingDerived = (): Derived => ({ standings: new Map(), tables: new WeakMap() });

/** Decides who may do what. Nothing that gives out or changes a node goes around it. */
export function createRightsService(seams: Pick<Seams, 'store'>, landmarks: Landmarks): RightsService {
  // Replaced as a whole, so that what was worked out from old records during a change lands in the old one.
  let derived = nothingDerived();

  const remember = (kept: Derived, chain: readonly NodeRecord[], top: Standing): Standing => {
    let standing = top;
    for (const node of chain.toReversed()) {
      const archived = standing.archived || node.archived !== null;
      standing =
        node.acl === null
          ? { scope: standing.scope, archived }
          : { scope: { node: node.id, acl: node.acl, above: standing.scope }, archived };
      kept.standings.set(node.id, standing);
    }
    return standing;
  };

  /** Walks up only as far as nothing is known. */
  const standingAt = async (id: NodeId): Promise<Standing> => {
    const kept = derived;
    const chain: NodeRecord[] = [];
    let next: NodeId | null = id;
    while (next !== null) {
      const known = kept.standings.get(next);
      if (known !== undefined) return remember(kept, chain, known);
      const node: NodeRecord | undefined = await seams.store.nodes.get(next);
      if (node === undefined) return gone;
      chain.push(node);
      next = node.parent;
    }
    return remember(kept, chain, { scope: null, archived: false });
  };

  const rightsIn = (caller: Caller, scope: Scope | null): Rights => {
    if (scope === null) return noRights;
    let table = derived.tables.get(caller);
    if (table === undefined) {
      table = new Map();
      derived.tables.set(caller, table);
    }
    const known = table.get(scope);
    if (known !== undefined) return known;
    let rights = noRights;
    for (let at: Scope | null = scope; at !== null; at = at.acl.inherits ? at.above : null) {
      for (const entry of at.acl.entries) {
        if (caller.authorities.has(entry.authority)) rights |= rightsOfPermission(entry.permission);
      }
    }
    table.set(scope, rights);
    return rights;
  };

  const rightsAt = (caller: Caller, standing: Standing, node: Pick<NodeRecord, 'id' | 'owner'>): Rights => {
    if (standing.archived) return noRights;
    if (caller.kind === 'person' && (caller.isAdmin || node.owner === caller.userName)) return allRights;
    const granted = rightsIn(caller, standing.scope);
    // The top folder itself is everybody's way in; what lies in it is shown by its own rights.
    return node.id === landmarks.companyHome && caller.kind === 'person' ? granted | readRights : granted;
  };

  const of = async (caller: Caller, node: NodeRecord): Promise<Rights> =>
    rightsAt(caller, await standingAt(anchorOf(node)), node);

  const refuse = (caller: Caller, node: NodeRecord, right: SingleRight): RepositoryError => {
    if (caller.kind !== 'person') {
      return new RepositoryError('Unauthorized', `Sign in to use node ${node.id}: it is not open to everybody.`);
    }
    return new RepositoryError(
      'Forbidden',
      `${caller.userName} may not do this with node ${node.id}: the right ${right} is missing. Its owner or an administrator can give it.`,
    );
  };

  const require = async (caller: Caller, node: NodeRecord, right: SingleRight): Promise<void> => {
    const standing = await standingAt(anchorOf(node));
    if (standing.archived) throw notFound('Node', node.id);
    if (!includes(rightsAt(caller, standing, node), rightsOf(right))) throw refuse(caller, node, right);
  };

  return {
    of,
    require,
    async node(caller, id, right) {
      const node = await seams.store.nodes.get(id);
      if (node === undefined) throw notFound('Node', id);
      await require(caller, node, right);
      return node;
    },
    mayRead: async (caller, node) => includes(await of(caller, node), readProperties),
    async visibility(caller, anchors) {
      const standings = new Map<NodeId, Standing>();
      for (const anchor of anchors) standings.set(anchor, await standingAt(anchor));
      return ({ id, anchor, owner }) =>
        includes(rightsAt(caller, standings.get(anchor) ?? gone, { id, owner }), readProperties);
    },
    async isPublic(node) {
      return includes(await of(anybody, node), rightsOfPermission('ReadAll'));
    },
    async inheritedEntries(node) {
      if (node.parent === null || node.acl?.inherits === false) return [];
      const entries: AccessControlEntry[] = [];
      const { scope } = await standingAt(node.parent);
      for (let at = scope; at !== null; at = at.acl.inherits ? at.above : null) entries.push(...at.acl.entries);
      return entries;
    },
    forget() {
      derived = nothingDerived();
    },
  };
}
