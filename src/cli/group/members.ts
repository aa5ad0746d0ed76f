import { Option } from 'commander';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { membersOf } from './groups.ts';
import { memberList } from './views.ts';

const kinds = { user: 'USER', group: 'GROUP' } as const;

interface MembersOptions {
  readonly group: string;
  readonly type: 'USER' | 'GROUP' | undefined;
}

export const groupMembers = defineCommand<{ readonly type?: keyof typeof kinds }, MembersOptions>({
  examples: [
    { line: 'edu-repo group members 7a', does: 'list the direct members: people and groups' },
    { line: 'edu-repo group members 7a --type user -o id', does: 'print only user names' },
  ],
  configure: (command) =>
    command
      .argument('<group>', 'group, with or without GROUP_')
      .addOption(new Option('--type <kind>', 'list only people, or only groups').choices(Object.keys(kinds))),
  readOptions: ([group = ''], { type }) => ({ group, type: type === undefined ? undefined : kinds[type] }),
  run: async ({ group, type }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(membersOf(client, group, type), memberList);
    if (shown === 0) context.output.note('No members found.');
    return exitCodes.ok;
  },
});
