import { defineCommand } from '../program/command.ts';
import { usageFailure } from '../program/failure.ts';
import { addNames, changeShares, type NameFlags, readNames, type ShareOptions } from './change-shares.ts';
import { readRole } from './role-words.ts';

interface ShareFlags extends NameFlags {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly role?: string;
}

function readRoleFlags({ read, write, role }: ShareFlags): Pick<ShareOptions, 'role' | 'roleWords'> {
  const chosen = [...(read === true ? ['--read'] : []), ...(write === true ? ['--write'] : [])];
  if (chosen.length + (role === undefined ? 0 : 1) > 1) {
    throw usageFailure(
      'The role is not clear.',
      'Use only one of --read, --write and --role.',
      'For help: edu-repo help share',
    );
  }
  if (role !== undefined) return { role: readRole(role), roleWords: ['--role', role] };
  return { role: write === true ? 'Collaborator' : 'Consumer', roleWords: chosen };
}

export const share = defineCommand<ShareFlags, ShareOptions>({
  examples: [
    { line: 'edu-repo share /Mathe 7a anna', does: 'let the group 7a and the person anna read a folder' },
    { line: 'edu-repo share /Mathe 7a bert --write', does: 'let them also change and add' },
    { line: 'edu-repo share /Mathe bert --role Koordinator', does: 'give another role (edu-repo help roles)' },
  ],
  configure: (command) =>
    addNames(command)
      .option('--read', 'let them read and download: the role Consumer (default)')
      .option('--write', 'let them also change and add: the role Collaborator')
      .option('--role <role>', 'give this role, in English or German'),
  readOptions: (words, flags) => ({ ...readNames(words, flags), ...readRoleFlags(flags) }),
  nodes: ({ address }) => [address],
  run: changeShares,
});
