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

/** `group create` */
export const groupCreate = defineCommand<GroupProfileFlags & { readonly parent?: string }, CreateOptions>({
  examples: [
    { line: "edu-repo group create 7a --title 'Klasse 7a'", does: 'in permissions it is called GROUP_7a' },
    { line: 'edu-repo group create 7a --parent schueler', does: 'its members belong to schueler too' },
  ],
  configure: (command) => {
    declareGroupProfile(command.argument('<group>', 'its name')).option(
      '--parent <group>',
      'a group that the new one becomes a member of',
    );
  },
  readOptions: ([group = ''], flags) => ({ group, profile: readGroupProfile(flags), parent: flags.parent }),
  run: async ({ group, profile, parent }, context) => {
    if (context.globals.dryRun) {
      context.output.note(`Would make the group ${group}.`);
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const made = await client.createGroup({ repository, group, parent, body: profile });
    await (await context.printer()).record(made, groupRecord);
    return exitCodes.ok;
  },
});
