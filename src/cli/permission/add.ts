import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { defineCommand } from '../program/command.ts';
import { readAuthority, rolesHere, withRoles } from './access-list.ts';
import { changePermissions } from './change-permissions.ts';

interface AddOptions {
  readonly address: NodeAddress;
  readonly authority: string;
  readonly roles: readonly string[];
}

/** `permission add` */
export const permissionAdd = defineCommand<Record<never, never>, AddOptions>({
  examples: [
    {
      line: 'edu-repo permission add /Mathe GROUP_7a Consumer',
      does: 'the group may read, beside what it may already',
    },
    { line: 'edu-repo permission add /Mathe anna CCPublish', does: 'one more role; the others stay' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<authority>', 'a user name, GROUP_x, or EVERYONE')
      .argument('<role...>', 'such as Consumer, Editor, Contributor, Collaborator, Coordinator'),
  readOptions: ([address = '', authority = '', ...roles]) => ({
    address: parseNodeAddress(address),
    authority: readAuthority(authority),
    roles,
  }),
  run: ({ address, authority, roles }, context) =>
    changePermissions(
      address,
      context,
      (before) => withRoles(before, authority, [...new Set([...rolesHere(before, authority), ...roles])]),
      [authority, ...roles],
    ),
});
