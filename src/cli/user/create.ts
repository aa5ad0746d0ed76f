import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { newPasswordFrom, type PasswordFlags, type PasswordSource, passwordSource } from './password.ts';
import { declareProfile, type PersonProfileFlags, type ProfileFlags, readProfile } from './profile-flags.ts';
import { personRecord } from './views.ts';

interface CreateOptions {
  readonly person: string;
  readonly profile: PersonProfileFlags;
  readonly passwordFrom: PasswordSource;
}

export const userCreate = defineCommand<ProfileFlags & PasswordFlags, CreateOptions>({
  examples: [
    {
      line: 'edu-repo user create anna --first-name Anna --last-name Beispiel --email anna@schule.example',
      does: 'create a person after asking for a password',
    },
    {
      line: 'edu-repo user create anna --generate-password',
      does: 'create a person, generate a password and show it once',
    },
    {
      line: 'edu-repo user create anna --password-stdin < password.txt',
      does: 'read the password from stdin, for use in scripts',
    },
  ],
  configure: (command) => {
    declareProfile(command.argument('<user>', 'user name for signing in'))
      .option('--password-stdin', 'read the password from stdin')
      .option('--generate-password', 'generate a random password and show it once on stderr');
  },
  readOptions: ([person = ''], flags) => ({
    person,
    profile: readProfile(flags),
    passwordFrom: passwordSource(flags),
  }),
  run: async ({ person, profile, passwordFrom: source }, context) => {
    const password = await newPasswordFrom(source, person, context);
    const { client } = await context.connect();
    const user = await client.createPerson({ repository, person, body: { ...profile, password } });
    if (context.globals.dryRun) {
      context.output.note(`Would create the person ${person} with a home folder.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(user, personRecord);
    if (source === 'generator') context.output.report(`Password of ${person}, shown only once: ${password}`);
    return exitCodes.ok;
  },
});
