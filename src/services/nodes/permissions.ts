import { badRequest, notFound, type RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { isPermission } from '../../base/permission-names.ts';
import type { AccessControlEntry, AccessControlList } from '../../domain/access/acl.ts';
import { type AuthorityType, authorityNameOf, authorityTypeOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type AccessName, accessOf } from '../../domain/access/rights.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import type { AccessServices } from '../access/access-services.ts';
import { rightsOnReference } from '../access/references.ts';
import { presentNode, putAcl } from '../records/node-changes.ts';
import type { UserNames } from '../records/user-names.ts';

interface AclInput {
  /**
   * Whether the node inherits; undefined leaves it unchanged. A missing field must never make a restricted node
   * accessible.
   */
  readonly inherits: boolean | undefined;
  readonly entries: readonly {
    readonly authority: string;
    readonly type: AuthorityType | undefined;
    readonly permissions: readonly string[];
  }[];
}

export interface NodePermissions {
  readonly local: AccessControlList;
  readonly inherited: readonly AccessControlEntry[];
}

export interface PermissionService {
  /** What it returns can be passed to `set`: it has no entries of deleted people and groups. */
  get(caller: Caller, node: NodeId): Promise<NodePermissions>;
  /**
   * The rights of a person on the node, as names of `access`. Callers may ask for their own on a node that they may read;
   * for those of others they need `ReadPermissions`.
   */
  of(caller: Caller, node: NodeId, userName: string): Promise<AccessName[]>;
  /**
   * Replaces the node's own ACL. An ACL that inherits and has no entries is removed. Rejects with `BadRequest` for unknown
   * permissions and authorities, naming the first 20 of each, and for `Deny`, which would have no effect.
   */
  set(caller: Caller, node: NodeId, acl: AclInput): Promise<void>;
}

const emptyAcl: AccessControlList = { inherits: true, entries: [] };

const contradictoryAuthority = (name: string, type: AuthorityType | undefined): RepositoryError =>
  badRequest(
    `"${name.slice(0, 100)}" is not the name of the type ${type}. Send ${type} as the name, too, or the type USER or GROUP for this name.`,
  );

/** One entry for each authority and permission, without duplicates. */
function entriesOf(input: AclInput, userNames: Pick<UserNames, 'spelled'>): AccessControlEntry[] {
  const entries = new Map<string, AccessControlEntry>();
  for (const { authority, type, permissions } of input.entries) {
    const stated = authorityNameOf(authority, type);
    if (stated === undefined) throw contradictoryAuthority(authority, type);
    const name = userNames.spelled(stated);
    if (permissions.length === 0)
      throw badRequest(`The entry for ${name} has no permission. Add one, or remove the entry.`);
    for (const permission of permissions) entries.set(`${name}\n${permission}`, { authority: name, permission });
  }
  return [...entries.values()];
}

const unknownPermissions = (entries: readonly AccessControlEntry[]): string[] => [
  ...new Set(entries.map(({ permission }) => permission).filter((name) => !isPermission(name))),
];

/** Other servers accept and ignore this permission. Here it is an error, so that no caller believes that it denies access. */
const deny = 'Deny';
const denyHint = 'Deny is not supported. Set "inherited" to false and list only those who get permissions.';

const commonRoles = ['Consumer', 'Editor', 'Contributor', 'Collaborator', 'Coordinator'] as const;

/** Names the intended role if only upper and lower case differ, else the common roles. */
function permissionHint(unknown: readonly string[]): string {
  const meant = commonRoles.filter((role) => unknown.some((name) => name.toLowerCase() === role.toLowerCase()));
  return meant.length > 0 ? `Did you mean ${meant.join(', ')}?` : `The common ones are ${commonRoles.join(', ')}.`;
}

const maxNamed = 20;

const named = (names: readonly string[]): string =>
  names.length <= maxNamed
    ? names.join(', ')
    : `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`;

function problemOf(permissions: readonly string[], authorities: readonly string[]): string | undefined {
  const unknown = permissions.filter((name) => name !== deny);
  const problems = [
    ...(permissions.includes(deny) ? [denyHint] : []),
    ...(unknown.length > 0 ? [`Unknown permissions: ${named(unknown)}. ${permissionHint(unknown)}`] : []),
    ...(authorities.length > 0
      ? [`Unknown people or groups: ${named(authorities)}. Create them first, or correct the names.`]
      : []),
  ];
  return problems.length === 0 ? undefined : problems.join(' ');
}

/** The people and groups in the entries that do not exist. */
export async function unknownAuthorities(
  { people, groups }: Pick<Store, 'people' | 'groups'>,
  entries: readonly Pick<AccessControlEntry, 'authority'>[],
): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of new Set(entries.map(({ authority }) => authority))) {
    const type = authorityTypeOf(name);
    const known = type === 'USER' ? await people.has(name) : type === 'GROUP' ? await groups.has(name) : true;
    if (!known) unknown.push(name);
  }
  return unknown;
}

/** The entries without those of deleted people and groups, which are removed from ACLs some time after the deletion. */
async function withoutDeleted(
  store: Pick<Store, 'people' | 'groups'>,
  entries: readonly AccessControlEntry[],
): Promise<AccessControlEntry[]> {
  const deleted = new Set(await unknownAuthorities(store, entries));
  return entries.filter(({ authority }) => !deleted.has(authority));
}

export function createPermissionService(
  seams: Pick<Seams, 'store'>,
  {
    rights,
    callers,
    references,
    userNames,
  }: Pick<AccessServices, 'rights' | 'callers' | 'references'> & { readonly userNames: UserNames },
): PermissionService {
  return {
    async get(caller, id) {
      const node = await rights.node(caller, id, 'ReadPermissions');
      const { inherits, entries } = node.acl ?? emptyAcl;
      return {
        local: { inherits, entries: await withoutDeleted(seams.store, entries) },
        inherited: await withoutDeleted(seams.store, await rights.inheritedEntries(node)),
      };
    },

    async of(caller, id, userName) {
      const isOwn = caller.kind === 'person' && caller.userName === userName;
      const node = await rights.node(caller, id, isOwn ? 'ReadProperties' : 'ReadPermissions');
      const person = isOwn ? caller : await callers.of(userName, caller.sessionScope);
      if (person === undefined) throw notFound('Person', userName);
      const onNode = await rights.of(person, node);
      if (node.original === undefined) return accessOf(onNode);
      const { onOriginal } = await references.see(person, node);
      return accessOf(rightsOnReference(onNode, onOriginal));
    },

    async set(caller, id, input) {
      await rights.node(caller, id, 'ChangePermissions');
      const entries = entriesOf(input, userNames);
      await seams.store.change(async (change) => {
        const node = await presentNode(change, id);
        const problem = problemOf(unknownPermissions(entries), await unknownAuthorities(change, entries));
        if (problem !== undefined) throw badRequest(problem);
        const inherits = input.inherits ?? node.acl?.inherits ?? true;
        const acl = inherits && entries.length === 0 ? null : { inherits, entries };
        const changed = putAcl(change, node, acl);
        change.afterCommit(() => rights.changed(changed));
      });
    },
  };
}
