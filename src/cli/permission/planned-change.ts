import { isPermission } from '../../base/permission-names.ts';
import type { Client } from '../../client/client.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type AccessListInput, type NodePermissions, roleHelp, rolesHere, rolesIn } from './access-list.ts';
import { requireAuthority } from './unknown-authority.ts';

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

/** Throws a failure for a new role that does not exist, or for the authority that gets it. */
export async function checkChange(change: PlannedChange, client: Client): Promise<void> {
  for (const { name, added } of roleChanges(change)) {
    const unknown = added.filter((role) => !isPermission(role));
    if (unknown.length > 0) {
      throw new Failure(exitCodes.error, {
        what: `Unknown permissions: ${unknown.join(', ')}.`,
        why: `The common ones are these ${roleHelp}.`,
        next: 'Choose one of them',
      });
    }
    if (added.length > 0) await requireAuthority(client, name);
  }
}

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
