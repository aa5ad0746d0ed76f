import { badRequest, notFound, type RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { unicodeForms } from '../../base/normalized.ts';
import { isPermission } from '../../base/permission-names.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlEntry, AccessControlList } from '../../domain/access/acl.ts';
import {
  type AuthorityType,
  authorityNameOf,
  authorityTypeOf,
  bareGroupName,
  groupNameOf,
  groupNameProblem,
} from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type AccessName, accessOf } from '../../domain/access/rights.ts';
import { newGroup } from '../../domain/identity/new-group.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { AccessServices } from '../access/access-services.ts';
import { unknownAuthorities, withoutDeleted } from '../access/known-authorities.ts';
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

/**
 * What happens if an ACL names people or groups that do not exist. `refuse`: it is refused. `skip`: their entries are left
 * out. `create`: the groups are created, and people are refused.
 */
export type UnknownAuthorities = 'refuse' | 'skip' | 'create';

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
   * permissions and authorities, naming the first 20 of each, and for `Deny`, which would have no effect. The setting can
   * allow unknown authorities. Resolves to those whose entries were skipped.
   */
  set(caller: Caller, node: NodeId, acl: AclInput): Promise<readonly string[]>;
  /**
   * The people and groups that names mean as people type them: with or without `GROUP_`, in any spelling of a user name. Needs
   * `ChangePermissions`, which lets callers find out the same with `set`.
   */
  meanings(caller: Caller, node: NodeId, names: readonly string[]): Promise<NameMeaning[]>;
}

interface NameMeaning {
  readonly name: string;
  /** As they are in an ACL; two if there are a person and a group with this name, none if the name is unknown. */
  readonly authorities: readonly string[];
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

/** Creates the groups. Resolves to the names that cannot be new groups, such as those of people. */
async function createGroups(change: Change, names: readonly string[], at: Timestamp): Promise<string[]> {
  const rest: string[] = [];
  for (const name of names) {
    const known = await Promise.all([...unicodeForms(name)].map((form) => change.groups.has(form)));
    const isPossible =
      authorityTypeOf(name) === 'GROUP' && groupNameProblem(bareGroupName(name)) === undefined && !known.includes(true);
    // A deleted group of this name may still be in ACLs, which must not grant rights to the new one.
    if (isPossible && !(await change.departures.has(name))) change.groups.put(name, newGroup(name, {}, at));
    else rest.push(name);
  }
  return rest;
}

export function createPermissionService(
  seams: Pick<Seams, 'store' | 'clock'>,
  {
    rights,
    callers,
    references,
    userNames,
    unknownAuthorities: policy,
  }: Pick<AccessServices, 'rights' | 'callers' | 'references'> & {
    readonly userNames: UserNames;
    readonly unknownAuthorities: UnknownAuthorities;
  },
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

    async meanings(caller, id, names) {
      await rights.node(caller, id, 'ChangePermissions');
      const meanings: NameMeaning[] = [];
      for (const name of new Set(names)) {
        const person = userNames.spelled(authorityNameOf(name, undefined) ?? name);
        const candidates = [...new Set([person, ...[...unicodeForms(name)].map(groupNameOf)])];
        const unknown = await unknownAuthorities(
          seams.store,
          candidates.map((authority) => ({ authority })),
        );
        meanings.push({ name, authorities: candidates.filter((candidate) => !unknown.includes(candidate)) });
      }
      return meanings;
    },

    async set(caller, id, input) {
      await rights.node(caller, id, 'ChangePermissions');
      const stated = entriesOf(input, userNames);
      return seams.store.change(async (change) => {
        const node = await presentNode(change, id);
        const unknown = await unknownAuthorities(change, stated);
        const refused =
          policy === 'create' ? await createGroups(change, unknown, seams.clock.now().toISOString()) : unknown;
        const problem = problemOf(unknownPermissions(stated), policy === 'skip' ? [] : refused);
        if (problem !== undefined) throw badRequest(problem);
        const skipped = policy === 'skip' ? unknown : [];
        const entries = stated.filter(({ authority }) => !skipped.includes(authority));
        const inherits = input.inherits ?? node.acl?.inherits ?? true;
        const acl = inherits && entries.length === 0 ? null : { inherits, entries };
        const changed = putAcl(change, node, acl);
        change.afterCommit(() => rights.changed(changed));
        if (policy === 'create' && unknown.length > 0) change.afterCommit(() => callers.forget());
        return skipped;
      });
    },
  };
}
