import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { defineCommand } from '../program/command.ts';
import { usageFailure } from '../program/failure.ts';
import { replacedOption } from '../program/old-names.ts';
import { type AccessChange, changedAccessList, readAuthority, roleHelp } from './access-list.ts';
import { changePermissions } from './change-permissions.ts';
import { readPermission } from './role-words.ts';

interface SetFlags {
  readonly inherit?: boolean;
  readonly remove?: boolean;
}

interface SetOptions {
  readonly address: NodeAddress;
  readonly change: AccessChange;
}

const invalidChange = (why: string) =>
  usageFailure('The permissions cannot be set.', why, 'For help: edu-repo help permission set');

function readChange(words: readonly string[], flags: SetFlags): AccessChange {
  const [authority, ...typedRoles] = words;
  const roles = typedRoles.map(readPermission);
  if (authority === undefined && flags.inherit === undefined)
    throw invalidChange('The command needs an authority, --inherit or --no-inherit.');
  if (authority !== undefined && roles.length === 0 && flags.remove !== true) {
    throw invalidChange(`Name at least one role for ${authority}, such as Consumer, Editor or Collaborator.`);
  }
  if (flags.remove === true && (authority === undefined || roles.length > 0)) {
    throw invalidChange('--remove removes all roles of one authority. Name the authority and no roles.');
  }
  return { authority: authority === undefined ? undefined : readAuthority(authority), roles, inherit: flags.inherit };
}

/** The command-line arguments for a change. */
const wordsOf = ({ authority, roles, inherit }: AccessChange): string[] => [
  ...(authority === undefined ? [] : [authority, ...roles]),
  ...(authority !== undefined && roles.length === 0 ? ['--remove'] : []),
  ...(inherit === undefined ? [] : [inherit ? '--inherit' : '--no-inherit']),
];

export const permissionSet = defineCommand<SetFlags, SetOptions>({
  examples: [
    {
      line: 'edu-repo permission set /Mathe anna Collaborator',
      does: 'give anna this role only; other people keep their roles',
    },
    {
      line: 'edu-repo permission set /Plan.md EVERYONE Consumer',
      does: 'let everyone read, including guests',
    },
    {
      line: 'edu-repo permission set /Intern --no-inherit',
      does: 'stop inheriting permissions from the parent folder',
    },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('[authority]', 'user name, GROUP_x, or EVERYONE')
      .argument('[role...]', roleHelp)
      .addOption(replacedOption('--remove', 'edu-repo unshare'))
      .option('--inherit', 'inherit the permissions of the parent folder')
      .option('--no-inherit', 'do not inherit the permissions of the parent folder'),
  readOptions: ([address = '', ...words], flags) => ({
    address: parseNodeAddress(address),
    change: readChange(words, flags),
  }),
  nodes: ({ address }) => [address],
  run: ({ address, change }, context) =>
    changePermissions(address, context, (before) => changedAccessList(before, change), wordsOf(change)),
});
