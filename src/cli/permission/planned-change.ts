import { type AccessListInput, type NodePermissions, rolesHere, rolesIn } from './access-list.ts';

/** The local ACL of a node before and after a change. */
export interface PlannedChange {
  readonly before: NodePermissions;
  readonly after: AccessListInput;
}

/** The roles that an authority gets and loses. */
interface RoleChange {
  readonly name: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function roleChanges({ before, after }: PlannedChange): RoleChange[] {
  const entries = [...before.localPermissions.permissions, ...after.permissions];
  const names = new Set(entries.map(({ authority }) => authority.authorityName));
  return [...names].map((name) => {
    const [earlier, later] = [rolesHere(before, name), rolesIn(after, name)];
    return {
      name,
      added: later.filter((role) => !earlier.includes(role)),
      removed: earlier.filter((role) => !later.includes(role)),
    };
  });
}

/** The users who lose local roles. */
export const usersWithFewerRoles = (change: PlannedChange): Set<string> =>
  new Set(
    roleChanges(change)
      .filter(({ name, removed }) => removed.length > 0 && !name.startsWith('GROUP_'))
      .map(({ name }) => name),
  );

const permissionsNamed = (roles: readonly string[]): string =>
  `the permission${roles.length === 1 ? '' : 's'} ${roles.join(', ')}`;

/** What the change of a node would do, in one sentence for each part. */
export function describeChange(change: PlannedChange, node: string): string[] {
  const sentences = roleChanges(change).flatMap(({ name, added, removed }) => [
    ...(added.length > 0 ? [`Would give ${name} ${permissionsNamed(added)} on ${node}.`] : []),
    ...(removed.length > 0 ? [`Would take ${permissionsNamed(removed)} on ${node} from ${name}.`] : []),
  ]);
  const { inherited } = change.after;
  if (inherited !== change.before.localPermissions.inherited) {
    sentences.push(
      `Would ${inherited ? 'let' : 'stop'} ${node} ${inherited ? 'inherit' : 'inheriting'} the permissions of its parent folder.`,
    );
  }
  return sentences.length > 0 ? sentences : [`Would change nothing: ${node} has these permissions.`];
}
