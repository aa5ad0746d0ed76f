import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { defineCommand } from '../program/command.ts';
import { usageFailure } from '../program/failure.ts';
import { type AccessChange, changedAccessList, readAuthority } from './access-list.ts';
import { changePermissions } from './change-permissions.ts';

interface SetFlags {
  readonly inherit?: boolean;
  readonly remove?: boolean;
}

interface SetOptions {
  readonly address: NodeAddress;
  readonly change: AccessChange;
}

const unclear = (why: string) => usageFailure('It is not clear what to set.', why, 'Try: edu-repo help permission set');

function readChange(words: readonly string[], flags: SetFlags): AccessChange {
  const [authority, ...roles] = words;
  if (authority === undefined && flags.inherit === undefined)
    throw unclear('Neither an authority nor --inherit is given.');
  if (authority !== undefined && roles.length === 0 && flags.remove !== true) {
    throw unclear(`No role for ${authority} is given, such as Consumer, Editor or Collaborator.`);
  }
  if (flags.remove === true && (authority === undefined || roles.length > 0)) {
    throw unclear('--remove takes all roles of one authority away: name it, and no roles.');
  }
  return { authority: authority === undefined ? undefined : readAuthority(authority), roles, inherit: flags.inherit };
}

/** As they stand on a command line; a change without an authority takes no rights of a user. */
const wordsOf = ({ authority, roles, inherit }: AccessChange): string[] => [
  ...(authority === undefined ? [] : [authority, ...roles]),
  ...(authority !== undefined && roles.length === 0 ? ['--remove'] : []),
  ...(inherit === undefined ? [] : [inherit ? '--inherit' : '--no-inherit']),
];

/** `permission set` */
export const permissionSet = defineCommand<SetFlags, SetOptions>({
  examples: [
    {
      line: 'edu-repo permission set /Mathe anna Collaborator',
      does: 'of anna this role and no other; what others may do stays',
    },
    {
      line: 'edu-repo permission set /Plan.md EVERYONE Consumer',
      does: 'whoever is signed in, and the guest, may read',
    },
    { line: 'edu-repo permission set /Intern --no-inherit', does: 'what holds above holds here no more' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('[authority]', 'a user name, GROUP_x, or EVERYONE')
      .argument('[role...]', 'such as Consumer, Editor, Contributor, Collaborator, Coordinator')
      .option('--remove', 'take all roles of the authority away')
      .option('--inherit', 'what holds for the folder above holds here too')
      .option('--no-inherit', 'what holds for the folder above does not hold here'),
  readOptions: ([address = '', ...words], flags) => ({
    address: parseNodeAddress(address),
    change: readChange(words, flags),
  }),
  run: ({ address, change }, context) =>
    changePermissions(address, context, (before) => changedAccessList(before, change), wordsOf(change)),
});
