import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { AccessControlEntry, AccessControlList } from '../../domain/access/acl.ts';
import { type AuthorityType, authorityNameOf, authorityTypeOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { isPermission } from '../../domain/access/rights.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { putList } from '../records/node-changes.ts';

export interface AclInput {
  /** Undefined: as it was. A missing word must never open a node that was closed. */
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
  get(caller: Caller, node: NodeId): Promise<NodePermissions>;
  /**
   * Replaces the local list. A list without entries that inherits is none at all. Unknown permissions and authorities
   * are `BadRequest`, naming them (the first 20 of each); so is `Deny`, which would do nothing.
   */
  set(caller: Caller, node: NodeId, acl: AclInput): Promise<void>;
}

const noList: AccessControlList = { inherits: true, entries: [] };

/** One entry per authority and permission, each once. */
function settledEntries(given: AclInput): AccessControlEntry[] {
  const entries = new Map<string, AccessControlEntry>();
  for (const { authority, type, permissions } of given.entries) {
    const name = authorityNameOf(authority, type);
    if (permissions.length === 0) throw badRequest(`The entry for ${name} names no permission.`);
    for (const permission of permissions) entries.set(`${name}\n${permission}`, { authority: name, permission });
  }
  return [...entries.values()];
}

/** What in the entries names no permission. */
const unknownPermissions = (entries: readonly AccessControlEntry[]): string[] => [
  ...new Set(entries.map(({ permission }) => permission).filter((name) => !isPermission(name))),
];

/** Other servers take it and let the person in all the same; who wrote it must not believe that it keeps anybody out. */
const deny = 'Deny';
const insteadOfDeny =
  'Deny takes nothing away from anybody here. Set «inherited» to false and list all who may do something, or leave the others out.';

/** The roles that people give. */
const usualRoles = ['Consumer', 'Editor', 'Contributor', 'Collaborator', 'Coordinator'] as const;

/** The role that was meant where only the case is wrong, else which there are. */
function insteadOf(unknown: readonly string[]): string {
  const meant = usualRoles.filter((role) => unknown.some((name) => name.toLowerCase() === role.toLowerCase()));
  return meant.length > 0 ? `Did you mean ${meant.join(', ')}?` : `The usual ones are ${usualRoles.join(', ')}.`;
}

const mostNamed = 20;

const named = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;

function problemOf(permissions: readonly string[], authorities: readonly string[]): string | undefined {
  const unknown = permissions.filter((name) => name !== deny);
  const problems = [
    ...(permissions.includes(deny) ? [insteadOfDeny] : []),
    ...(unknown.length > 0 ? [`Unknown permissions: ${named(unknown)}. ${insteadOf(unknown)}`] : []),
    ...(authorities.length > 0 ? [`Nobody is called ${named(authorities)}: make them first, or mend the name.`] : []),
  ];
  return problems.length === 0 ? undefined : problems.join(' ');
}

async function unknownAuthorities(change: Change, entries: readonly AccessControlEntry[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of new Set(entries.map(({ authority }) => authority))) {
    const type = authorityTypeOf(name);
    const known =
      type === 'USER' ? await change.people.has(name) : type === 'GROUP' ? await change.groups.has(name) : true;
    if (!known) unknown.push(name);
  }
  return unknown;
}

export function createPermissionService(seams: Pick<Seams, 'store'>, rights: RightsService): PermissionService {
  return {
    async get(caller, id) {
      const node = await rights.node(caller, id, 'ReadPermissions');
      return { local: node.acl ?? noList, inherited: await rights.inheritedEntries(node) };
    },

    async set(caller, id, given) {
      await rights.node(caller, id, 'ChangePermissions');
      const entries = settledEntries(given);
      await seams.store.change(async (change) => {
        const node = await change.nodes.get(id);
        // Gone since the right was checked: then there is nothing to protect any more.
        if (node === undefined) return;
        const problem = problemOf(unknownPermissions(entries), await unknownAuthorities(change, entries));
        if (problem !== undefined) throw badRequest(problem);
        const inherits = given.inherits ?? node.acl?.inherits ?? true;
        const acl = inherits && entries.length === 0 ? null : { inherits, entries };
        const changed = putList(change, node, acl);
        change.afterCommit(() => rights.changed(changed));
      });
    },
  };
}
