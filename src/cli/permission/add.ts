import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { defineCommand } from '../program/command.ts';
import { readAuthority, roleHelp, rolesHere, withRoles } from './access-list.ts';
import { changePermissions } from './change-permissions.ts';
import { readPermission } from './role-words.ts';

interface AddOptions {
  readonly address: NodeAddress;
  readonly authority: string;
  readonly roles: readonly string[];
}

export const permissionAdd = defineCommand<Record<never, never>, AddOptions>({
  examples: [
    {
      line: 'edu-repo permission add /Mathe GROUP_7a Consumer',
      does: 'let a group read, in addition to its other roles',
    },
    { line: 'edu-repo permission add /Mathe anna CCPublish', does: 'add a role; the other roles stay' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<authority>', 'user name, GROUP_x, or EVERYONE')
      .argument('<role...>', roleHelp),
  readOptions: ([address = '', authority = '', ...roles]) => ({
    address: parseNodeAddress(address),
    authority: readAuthority(authority),
    roles: roles.map(readPermission),
  }),
  nodes: ({ address }) => [address],
  run: ({ address, authority, roles }, context) =>
    changePermissions(
      address,
      context,
      (before) => withRoles(before, authority, [...new Set([...rolesHere(before, authority), ...roles])]),
      [authority, ...roles],
    ),
});
