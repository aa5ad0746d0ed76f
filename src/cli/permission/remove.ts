import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type NodePermissions, readAuthority, rolesHere, withRoles } from './access-list.ts';
import { changePermissions } from './change-permissions.ts';

interface RemoveOptions {
  readonly address: NodeAddress;
  readonly authority: string;
  /** The roles to remove; empty for all. */
  readonly roles: readonly string[];
}

function remaining(before: NodePermissions, { address, authority, roles }: RemoveOptions): string[] {
  const here = rolesHere(before, authority);
  const missing = roles.filter((role) => !here.includes(role));
  if (here.length > 0 && missing.length === 0) return here.filter((role) => roles.length > 0 && !roles.includes(role));
  const what = missing.length === 0 ? 'has no role' : `does not have the role ${missing.join(', ')}`;
  throw new Failure(exitCodes.notFound, {
    what: `${authority} ${what} on ${writeNodeAddress(address)} itself.`,
    why:
      here.length === 0
        ? 'Inherited roles can be removed only at the folder that grants them.'
        : `Roles granted on the node itself: ${here.join(', ')}.`,
    next: `To list the roles: edu-repo permission get ${shellWord(writeNodeAddress(address))}`,
  });
}

export const permissionRemove = defineCommand<Record<never, never>, RemoveOptions>({
  examples: [
    { line: 'edu-repo permission remove /Mathe GROUP_7a', does: 'remove all roles of a group on the folder itself' },
    { line: 'edu-repo permission remove /Mathe anna CCPublish', does: 'remove one role; the others stay' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<authority>', 'user name, GROUP_x, or EVERYONE')
      .argument('[role...]', 'roles to remove (default: all)'),
  readOptions: ([address = '', authority = '', ...roles]) => ({
    address: parseNodeAddress(address),
    authority: readAuthority(authority),
    roles,
  }),
  nodes: ({ address }) => [address],
  run: (options, context) =>
    changePermissions(
      options.address,
      context,
      (before) => withRoles(before, options.authority, remaining(before, options)),
      [options.authority, ...options.roles],
    ),
});
