import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { declareProfile, type PersonProfileFlags, type ProfileFlags, readProfile } from './profile-flags.ts';
import { userRecord } from './views.ts';

interface UpdateOptions {
  readonly person: string;
  readonly profile: PersonProfileFlags;
}

function requireChange(profile: PersonProfileFlags): PersonProfileFlags {
  if (Object.keys(profile).length > 0) return profile;
  throw usageFailure(
    'There is nothing to change.',
    'At least one option with a new value is required.',
    'For help: edu-repo help user update',
  );
}

export const userUpdate = defineCommand<ProfileFlags, UpdateOptions>({
  examples: [
    { line: 'edu-repo user update anna --last-name Neumann', does: 'change the last name; everything else stays' },
    { line: "edu-repo user update -me- --email ''", does: 'remove your own e-mail address' },
  ],
  configure: (command) => {
    declareProfile(command.argument('<user>', 'user name; -me- for yourself'));
  },
  readOptions: ([person = ''], flags) => ({ person, profile: requireChange(readProfile(flags)) }),
  run: async ({ person, profile }, context) => {
    const { client } = await context.connect();
    await client.updatePersonProfile({ repository, person, body: profile });
    if (context.globals.dryRun) {
      context.output.note(`Would change ${person}: ${JSON.stringify(profile)}`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(await client.getPerson({ repository, person }), userRecord);
    return exitCodes.ok;
  },
});
