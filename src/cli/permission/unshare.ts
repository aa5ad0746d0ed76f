import { defineCommand } from '../program/command.ts';
import { addNames, changeShares, type NameFlags, readNames, type ShareOptions } from './change-shares.ts';
import { readRole } from './role-words.ts';

interface UnshareFlags extends NameFlags {
  readonly role?: string;
}

export const unshare = defineCommand<UnshareFlags, ShareOptions>({
  examples: [
    { line: 'edu-repo unshare /Mathe 7a anna', does: 'take all roles on a folder from a group and a person' },
    { line: 'edu-repo unshare /Mathe --person 7a', does: 'the person, although there is a group of this name' },
    { line: 'edu-repo unshare /Mathe anna --role Mitarbeiter', does: 'take one role; other roles stay' },
  ],
  configure: (command) => addNames(command).option('--role <role>', 'take only this role, in English or German'),
  readOptions: (words, flags) => ({
    ...readNames(words, flags),
    role: undefined,
    ...(flags.role === undefined
      ? { roleWords: [] }
      : { takenRole: readRole(flags.role), roleWords: ['--role', flags.role] }),
  }),
  nodes: ({ address }) => [address],
  run: changeShares,
});
