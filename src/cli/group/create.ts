import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { groupNamed } from './groups.ts';
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

const nameTaken = (group: string): Failure =>
  new Failure(exitCodes.error, {
    what: `The group ${group} already exists.`,
    why: 'Each group has a name of its own.',
    next: 'Choose another name',
  });

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
    if (context.globals.dryRun) {
      if (parent !== undefined) await client.getGroup({ repository, group: parent });
      if ((await groupNamed(client, group)) !== undefined) throw nameTaken(group);
      context.output.note(`Would create the group ${group}.`);
      return exitCodes.ok;
    }
    const made = await client.createGroup({ repository, group, parent, body: profile });
    await (await context.printer()).record(made, groupRecord);
    return exitCodes.ok;
  },
});
