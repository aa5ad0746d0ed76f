import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { AccessControlEntry } from '../../domain/access/acl.ts';
import { anyUser, type Caller, endedLink } from '../../domain/access/caller.ts';
import {
  accessNameOf,
  includes,
  noRights,
  type Rights,
  readContent,
  readProperties,
  rightOf,
  rightsOfPermission,
  rolesWith,
  type SingleRight,
} from '../../domain/access/rights.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { AccessFilter } from '../../ports/access-filter.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Visibility } from '../../ports/search-index.ts';
import { createAccessFilters, createAclsAt, createRequiredRightsFilters } from './access-filters.ts';
import {
  type AclScope,
  type AclState,
  aclsInForce,
  type EffectiveAcl,
  type GrantedRights,
  goneAcl,
  isThere,
} from './effective-acl.ts';
import { computeGrantedRights, createEffectiveAclCache, type EffectiveAclCache } from './effective-acl-cache.ts';
import { grantedRights, type RightsReason, reasonsOf } from './granted-rights.ts';

/** Checks the rights of callers on nodes. Every operation that returns or changes a node uses it. */
export interface PermissionChecker {
  /** The caller's rights on a node. None if the node is archived or in another session scope. */
  of(caller: Caller, node: OwnedNode): Promise<Rights>;
  /** The caller's rights, and whether everyone may read the node. Not a promise if the effective ACL is cached. */
  effectivePermissions(caller: Caller, node: OwnedNode): MaybePromise<EffectivePermissions>;
  /**
   * The only authorization check. Rejects with `NotFound` if the node is archived, deleted, or in another session scope,
   * with `Unauthorized` if signing in could help, else with `Forbidden`. For `CreateChildren`, rejects with `BadRequest` if
   * the folder is as deep as folders may be.
   */
  require(caller: Caller, node: OwnedNode, right: SingleRight): Promise<void>;
  /** Like `of`, for many nodes with known ACL roots, without reading their records. */
  at(caller: Caller, aclRoots: Iterable<NodeId>): Promise<(node: AclRooted) => Rights>;
}

export interface RightsService extends PermissionChecker {
  /**
   * Ignores archived marks and the caller's session scope, for the trash. Below a folder that was purged, only owners and
   * administrators have rights.
   */
  readonly inTrash: PermissionChecker;
  /** Reads a node and requires the right. Rejects with `NotFound` if it is missing, archived or in another session scope. */
  node(caller: Caller, id: NodeId, right: SingleRight): Promise<NodeRecord>;
  /** Whether the node is neither archived nor deleted, and in the caller's session scope. Independent of rights. */
  isThere(caller: Caller, node: OwnedNode): Promise<boolean>;
  /** Whether the caller may know that the node exists. */
  mayRead(caller: Caller, node: OwnedNode): Promise<boolean>;
  /** How much of each node the caller sees. */
  visibility(caller: Caller, aclRoots: Iterable<NodeId>): Promise<(node: AclRooted) => Visibility>;
  /**
   * The caller's access filter for the search index, by the ACL roots that `searchAclRootOf` returns. With `required`, it
   * shows only nodes on which the caller has all these rights.
   */
  accessFilter(caller: Caller, required?: Rights): AccessFilter;
  /** The entries that a node inherits, nearest first, without duplicates. */
  inheritedEntries(node: NodeRecord): Promise<readonly AccessControlEntry[]>;
  /** The lists whose entries apply to a node, its own included, nearest first. */
  listsInForce(node: OwnedNode): Promise<readonly Pick<AclScope, 'place' | 'acl'>[]>;
  /** Why the caller has rights on a node: the rights of all reasons together are those of `of`. */
  reasons(caller: Caller, node: OwnedNode): Promise<readonly RightsReason[]>;
  /** Call this after each commit, for each node whose ACL or parent changed, or that was archived or restored. */
  changed(node: AclState): void;
  /** Call this after a commit that changed ACLs or folders of unknown nodes. */
  forget(): void;
}

/** The fields of a node that determine a caller's rights, together with the folders above it. */
type OwnedNode = Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived' | 'owner'>;

export interface EffectivePermissions {
  readonly rights: Rights;
  /** Whether everyone may read the node, signed in or not. */
  readonly isPublic: boolean;
}

/** What `PermissionChecker.at` needs to know about a node. */
export interface AclRooted {
  readonly id: NodeId;
  /** As returned by `aclRootOf`. */
  readonly aclRoot: NodeId;
  /** If null, the rights are those of callers who do not own the node. */
  readonly owner: string | null;
}

/**
 * The node to look up the effective ACL by: this node if it has its own ACL, is archived or has no parent, otherwise its
 * parent. This need not be the ACL root itself.
 */
export const aclRootOf = (node: Pick<NodeRecord, 'id' | 'parent' | 'acl' | 'archived'>): NodeId =>
  node.acl !== null || node.archived !== null || node.parent === null ? node.id : node.parent;

const keyOf = ({ authority, permission }: AccessControlEntry): string => `${authority}\n${permission}`;

function visibilityOf(rights: Rights): Visibility {
  if (!includes(rights, readProperties)) return 'nothing';
  return includes(rights, readContent) ? 'all' : 'metadata';
}

function refusal(caller: Caller, node: OwnedNode, right: SingleRight): RepositoryError {
  if (caller.usage === endedLink) {
    const message = `This link to node ${node.id} has ended. Reload the page that contains it.`;
    return new RepositoryError('UsageRefused', message);
  }
  if (caller.usage !== undefined) {
    return new RepositoryError(
      'UsageRefused',
      `The app may not use node ${node.id} in this way: no usage allows it. Record a usage of this node first, with the same course and resource.`,
    );
  }
  if (caller.kind !== 'person') {
    return new RepositoryError('Unauthorized', `Node ${node.id} is not public. Sign in to use it.`);
  }
  const roles = rolesWith(right).join(', ');
  return new RepositoryError(
    'Forbidden',
    `${caller.userName} needs the right ${accessNameOf(right)} on node ${node.id} (roles that include it: ${roles}). Ask its owner or an administrator for access.`,
  );
}

function createPermissionChecker(
  effectiveAcls: EffectiveAclCache,
  granted: GrantedRights,
  isThere: (caller: Caller, acl: EffectiveAcl) => boolean,
): PermissionChecker {
  const rightsBy: GrantedRights = (caller, acl, node) => (isThere(caller, acl) ? granted(caller, acl, node) : noRights);

  const permissionsBy = (caller: Caller, acl: EffectiveAcl, node: OwnedNode): EffectivePermissions => ({
    rights: rightsBy(caller, acl, node),
    isPublic: includes(rightsBy(anyUser, acl, node), rightsOfPermission('ReadAll')),
  });

  return {
    effectivePermissions(caller, node) {
      return whenReady(effectiveAcls.at(aclRootOf(node)), (acl) => permissionsBy(caller, acl, node));
    },
    of: async (caller, node) => rightsBy(caller, await effectiveAcls.at(aclRootOf(node)), node),
    async require(caller, node, right) {
      const acl = await effectiveAcls.at(aclRootOf(node));
      if (!isThere(caller, acl)) throw notFound('Node', node.id);
      if (!includes(rightsBy(caller, acl, node), rightOf(right))) throw refusal(caller, node, right);
    },
    async at(caller, aclRoots) {
      const known = new Map<NodeId, EffectiveAcl>();
      for await (const batch of inBatches([...aclRoots])) {
        for (const aclRoot of batch) known.set(aclRoot, await effectiveAcls.at(aclRoot));
      }
      return (node) => rightsBy(caller, known.get(node.aclRoot) ?? goneAcl, node);
    },
  };
}

/** How many folders may be above a node by default. */
const defaultFolderDepth = 2_000;

/** Requires a right like `checker`, and that a child of the node would not be too deep. */
function createRequire(
  checker: PermissionChecker,
  effectiveAcls: EffectiveAclCache,
  maxDepth: number,
): PermissionChecker['require'] {
  return async (caller, node, right) => {
    await checker.require(caller, node, right);
    if (right !== 'CreateChildren' || (await effectiveAcls.depth(node.id)) < maxDepth) return;
    throw badRequest(
      `Folder ${node.id} is nested ${maxDepth} deep, which is the maximum. Choose a folder further up, or ask an administrator to raise limits.folderDepth in the configuration.`,
    );
  };
}

export function createRightsService(
  seams: Pick<Seams, 'store'>,
  systemFolders: SystemFolders,
  folderDepth = defaultFolderDepth,
): RightsService {
  const effectiveAcls = createEffectiveAclCache(seams);
  const granted = grantedRights(effectiveAcls.granted, systemFolders);
  // A filter evaluates each scope once and caches the result itself.
  const grantedForFilters = grantedRights(computeGrantedRights, systemFolders);
  const checker = createPermissionChecker(effectiveAcls, granted, isThere);
  const require = createRequire(checker, effectiveAcls, folderDepth);
  const aclsAt = createAclsAt(effectiveAcls);
  const accessFilterOf = createAccessFilters(aclsAt, grantedForFilters);
  const filtersRequiring = createRequiredRightsFilters(aclsAt, grantedForFilters);

  return {
    ...checker,
    require,
    inTrash: createPermissionChecker(effectiveAcls, granted, () => true),
    async node(caller, id, right) {
      const node = await seams.store.nodes.get(id);
      if (node === undefined) throw notFound('Node', id);
      await require(caller, node, right);
      return node;
    },
    isThere: async (caller, node) => isThere(caller, await effectiveAcls.at(aclRootOf(node))),
    mayRead: async (caller, node) => includes(await checker.of(caller, node), readProperties),
    async visibility(caller, aclRoots) {
      const rights = await checker.at(caller, aclRoots);
      return (node) => visibilityOf(rights(node));
    },
    accessFilter: (caller, required = noRights) =>
      required === noRights ? accessFilterOf(caller) : filtersRequiring(required)(caller),
    async inheritedEntries(node) {
      if (node.parent === null || node.acl?.inherits === false) return [];
      const { scope } = await effectiveAcls.at(node.parent);
      const entries = [...aclsInForce(scope)].flatMap(({ acl }) => acl.entries);
      return [...new Map(entries.toReversed().map((entry) => [keyOf(entry), entry])).values()].toReversed();
    },
    listsInForce: async (node) => [...aclsInForce((await effectiveAcls.at(aclRootOf(node))).scope)],
    async reasons(caller, node) {
      const acl = await effectiveAcls.at(aclRootOf(node));
      return isThere(caller, acl) ? reasonsOf(caller, acl, node, systemFolders) : [];
    },
    changed: effectiveAcls.change,
    forget: effectiveAcls.forget,
  };
}
