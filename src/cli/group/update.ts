import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import {
  declareGroupProfile,
  type GroupProfileFlags,
  type GroupProfileInput,
  readGroupProfile,
} from './profile-flags.ts';
import { groupEntryRecord } from './views.ts';

interface UpdateOptions {
  readonly group: string;
  readonly profile: GroupProfileInput;
}

function requireChange(profile: GroupProfileInput): GroupProfileInput {
  if (Object.keys(profile).length > 0) return profile;
  throw usageFailure(
    'There is nothing to change.',
    'At least one option with a new value is required.',
    'For help: edu-repo help group update',
  );
}

export const groupUpdate = defineCommand<GroupProfileFlags, UpdateOptions>({
  examples: [
    { line: "edu-repo group update 7a --title 'Klasse 7a (Herr Müller)'", does: 'change the title, but not the name' },
    { line: 'edu-repo group update 7a --email 7a@schule.example', does: 'set an e-mail address for the group' },
  ],
  configure: (command) => {
    declareGroupProfile(command.argument('<group>', 'group, with or without GROUP_'));
  },
  readOptions: ([group = ''], flags) => ({ group, profile: requireChange(readGroupProfile(flags)) }),
  run: async ({ group, profile }, context) => {
    const { client } = await context.connect();
    await client.updateGroupProfile({ repository, group, body: profile });
    if (context.globals.dryRun) {
      context.output.note(`Would change ${group}: ${JSON.stringify(profile)}`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(await client.getGroup({ repository, group }), groupEntryRecord);
    return exitCodes.ok;
  },
});
