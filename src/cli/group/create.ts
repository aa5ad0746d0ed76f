import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import {
  declareGroupProfile,
  type GroupProfileFlags,
  type GroupProfileInput,
  readGroupProfile,
} from './profile-flags.ts';
import { groupRecord } from './views.ts';

interface CreateOptions {
  readonly group: string;
  readonly profile: GroupProfileInput;
  readonly parent: string | undefined;
}

export const groupCreate = defineCommand<GroupProfileFlags & { readonly parent?: string }, CreateOptions>({
  examples: [
    {
      line: "edu-repo group create 7a --title 'Klasse 7a'",
      does: 'create a group, which permission commands call GROUP_7a',
    },
    {
      line: 'edu-repo group create 7a --parent schueler',
      does: 'create a group that is a member of the group schueler',
    },
  ],
  configure: (command) => {
    declareGroupProfile(command.argument('<group>', 'name of the group')).option(
      '--parent <group>',
      'existing group to add the new group to',
    );
  },
  readOptions: ([group = ''], flags) => ({ group, profile: readGroupProfile(flags), parent: flags.parent }),
  run: async ({ group, profile, parent }, context) => {
    const { client } = await context.connect();
    const made = await client.createGroup({ repository, group, parent, body: profile });
    if (context.globals.dryRun) {
      context.output.note(`Would create the group ${group}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(made, groupRecord);
    return exitCodes.ok;
  },
});
