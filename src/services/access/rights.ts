import { createLruCache } from '../../base/caching/lru-cache.ts';
import { notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import type { AccessControlEntry } from '../../domain/access/acl.ts';
import { anyUser, type Caller } from '../../domain/access/caller.ts';
import {
  accessNameOf,
  allRights,
  includes,
  noRights,
  type Rights,
  readContent,
  readProperties,
  readRights,
  rightOf,
  rightsOfPermission,
  rolesWith,
  type SingleRight,
} from '../../domain/access/rights.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { AccessFilter } from '../../ports/access-filter.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Visibility } from '../../ports/search-index.ts';
import { type AccessFilters, createAccessFilters } from './access-filters.ts';
import { type AclState, aclsInForce, type EffectiveAcl, goneAcl } from './effective-acl.ts';
import { createEffectiveAclCache, type EffectiveAclCache } from './effective-acl-cache.ts';

/** Tells who may do what. */
export interface PermissionChecker {
  /** What the caller may do with a node; nothing where the node is archived, or in another area than the caller. */
  of(caller: Caller, node: OwnedNode): Promise<Rights>;
  /** The same, and whether everybody may read it. At once where the place of the node is known: most are. */
  effectivePermissions(caller: Caller, node: OwnedNode): EffectivePermissions | Promise<EffectivePermissions>;
  /**
   * The one authorization: rejects with `NotFound` where the node is archived, gone, or in another area, `Unauthorized`
   * where signing in could help, else `Forbidden`.
   */
  require(caller: Caller, node: OwnedNode, right: SingleRight): Promise<void>;
  /** What `of` tells, for many nodes whose anchors are known beforehand, without reading their records. */
  at(caller: Caller, anchors: Iterable<NodeId>): Promise<(node: AclRooted) => Rights>;
}

export interface RightsService extends PermissionChecker {
  /**
   * Judges as if nothing were archived: for whoever looks into the trash. The caller's area is not looked at, and below
   * a folder that is gone nothing is granted to anybody but owners and administrators.
   */
  readonly inTrash: PermissionChecker;
  /** Reads a node and requires the right; what is missing, archived or in another area is `NotFound`. */
  node(caller: Caller, id: NodeId, right: SingleRight): Promise<NodeRecord>;
  /** Whether the node is neither archived nor gone, and in the area of the caller; tells nothing of their rights. */
  isThere(caller: Caller, node: OwnedNode): Promise<boolean>;
  /** Whether the caller may know that the node is there. */
  mayRead(caller: Caller, node: OwnedNode): Promise<boolean>;
  /** How much of many nodes the caller sees. */
  visibility(caller: Caller, anchors: Iterable<NodeId>): Promise<(node: AclRooted) => Visibility>;
  /** What the caller sees (of nodes with which they may do all that is wanted), for an index that asks by the anchors which `documentAnchorOf` names. */
  accessFilter(caller: Caller, wanted?: Rights): AccessFilter;
  /** Whether everybody, signed in or not, may read it. */
  isPublic(node: OwnedNode): Promise<boolean>;
  /** The entries that hold for a node from above, nearest first, each once. */
  inheritedEntries(node: NodeRecord): Promise<readonly AccessControlEntry[]>;
  /** As long as it is the same number, a caller sees a node as before, unless the node's own record has changed. */
  readonly state: number;
  /** To be called after a commit with each node that got another list, or none, or that was moved, archived or restored. */
  changed(node: AclState): void;
  /** To be called after a commit of which nobody can say which nodes it changed so. */
  forget(): void;
}

/** What of a node decides on what a caller may do with it, besides its place. */
export type OwnedNode = Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived' | 'owner'>;

/** How a caller sees a node. */
export interface EffectivePermissions {
  readonly rights: Rights;
  /** Whether everybody, signed in or not, may read it. */
  readonly isPublic: boolean;
}

/** What of a node must be known to tell a caller's rights. */
export interface AclRooted {
  readonly id: NodeId;
  /** As `anchorOf` tells it. */
  readonly aclRoot: NodeId;
  /** Null: what whoever does not own it may do. */
  readonly owner: string | null;
}

/** Where the walk to a node's rights starts. */
export const aclRootOf = (node: Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived'>): NodeId =>
  node.acl !== null || node.archived !== null || node.parent === null ? node.id : node.parent;

/** Null as an id: some node there that is no landmark. */
export type GrantedRights = (
  caller: Caller,
  standing: EffectiveAcl,
  node: { readonly id: NodeId | null; readonly owner: string | null },
) => Rights;

const keyOf = ({ authority, permission }: AccessControlEntry): string => `${authority}\n${permission}`;

function sightOf(rights: Rights): Visibility {
  if (!includes(rights, readProperties)) return 'nothing';
  return includes(rights, readContent) ? 'all' : 'metadata';
}

function refusal(caller: Caller, node: OwnedNode, right: SingleRight): RepositoryError {
  if (caller.kind !== 'person') {
    return new RepositoryError('Unauthorized', `Sign in to use node ${node.id}: it is not open to everybody.`);
  }
  return new RepositoryError(
    'Forbidden',
    `${caller.userName} may not do this with node ${node.id}: the right ${accessNameOf(right)} is missing (roles that have it: ${rolesWith(right).join(', ')}). Its owner or an administrator can give it.`,
  );
}

/** What is archived, and what is in another area than the caller, is not there for them. */
const isThere = (caller: Caller, { archived, sessionScope: area }: EffectiveAcl): boolean => !archived && area === caller.sessionScope;

/** What a caller may do with a node of an owner that stands there, if it is there for them. */
const grantedOf =
  (standings: EffectiveAclCache, landmarks: SystemFolders): GrantedRights =>
  (caller, standing, node) => {
    if (caller.kind === 'person' && (caller.isAdmin || node.owner === caller.userName)) return allRights;
    const granted = standings.granted(caller, standing.scope);
    // The top folder itself is everybody's way in; what lies in it is shown by its own rights.
    return node.id === landmarks.companyHome && caller.kind === 'person' ? granted | readRights : granted;
  };

function createJudgement(
  standings: EffectiveAclCache,
  granted: GrantedRights,
  isThere: (caller: Caller, standing: EffectiveAcl) => boolean,
): PermissionChecker {
  const rightsAt: GrantedRights = (caller, standing, node) =>
    isThere(caller, standing) ? granted(caller, standing, node) : noRights;

  const seenAt = (caller: Caller, standing: EffectiveAcl, node: OwnedNode): EffectivePermissions => ({
    rights: rightsAt(caller, standing, node),
    isPublic: includes(rightsAt(anyUser, standing, node), rightsOfPermission('ReadAll')),
  });

  return {
    effectivePermissions(caller, node) {
      const standing = standings.at(aclRootOf(node));
      return standing instanceof Promise
        ? standing.then((known) => seenAt(caller, known, node))
        : seenAt(caller, standing, node);
    },
    of: async (caller, node) => rightsAt(caller, await standings.at(aclRootOf(node)), node),
    async require(caller, node, right) {
      const standing = await standings.at(aclRootOf(node));
      if (!isThere(caller, standing)) throw notFound('Node', node.id);
      if (!includes(rightsAt(caller, standing, node), rightOf(right))) throw refusal(caller, node, right);
    },
    async at(caller, anchors) {
      const known = new Map<NodeId, EffectiveAcl>();
      for await (const piece of inBatches([...anchors])) {
        for (const anchor of piece) known.set(anchor, await standings.at(anchor));
      }
      return (node) => rightsAt(caller, known.get(node.aclRoot) ?? goneAcl, node);
    },
  };
}

/** Few ways to ask for more than reading are in use at a time. */
const mostWantedRights = 20;

/** Decides who may do what. Nothing that gives out or changes a node goes around it. */
export function createRightsService(seams: Pick<Seams, 'store'>, landmarks: SystemFolders): RightsService {
  const standings = createEffectiveAclCache(seams);
  const granted = grantedOf(standings, landmarks);
  const judgement = createJudgement(standings, granted, isThere);
  const { of, require, at } = judgement;
  const viewerOf = createAccessFilters(standings, isThere, granted);

  const viewersOf = (wanted: Rights): AccessFilters =>
    createAccessFilters(standings, isThere, (caller, standing, node) => {
      const rights = granted(caller, standing, node);
      return includes(rights, wanted) ? rights : noRights;
    });

  const knownViewers = createLruCache<AccessFilters>(mostWantedRights);

  /** The same viewers for the same rights: what an index remembers for them, it finds again. */
  const viewerWith = (wanted: Rights, caller: Caller): AccessFilter => {
    const key = String(wanted);
    let viewers = knownViewers.get(key);
    if (viewers === undefined) {
      viewers = viewersOf(wanted);
      knownViewers.set(key, viewers);
    }
    return viewers(caller);
  };

  return {
    ...judgement,
    inTrash: createJudgement(standings, granted, () => true),
    async node(caller, id, right) {
      const node = await seams.store.nodes.get(id);
      if (node === undefined) throw notFound('Node', id);
      await require(caller, node, right);
      return node;
    },
    isThere: async (caller, node) => isThere(caller, await standings.at(aclRootOf(node))),
    mayRead: async (caller, node) => includes(await of(caller, node), readProperties),
    async visibility(caller, anchors) {
      const rights = await at(caller, anchors);
      return (node) => sightOf(rights(node));
    },
    accessFilter: (caller, wanted = noRights) => (wanted === noRights ? viewerOf(caller) : viewerWith(wanted, caller)),
    isPublic: async (node) => (await judgement.effectivePermissions(anyUser, node)).isPublic,
    async inheritedEntries(node) {
      if (node.parent === null || node.acl?.inherits === false) return [];
      const { scope } = await standings.at(node.parent);
      const entries = [...aclsInForce(scope)].flatMap((list) => list.entries);
      return [...new Map(entries.toReversed().map((entry) => [keyOf(entry), entry])).values()].toReversed();
    },
    get state() {
      return standings.changes;
    },
    changed: standings.change,
    forget: standings.forget,
  };
}
