import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageFailure } from '../failure.ts';
import { repository } from '../nodes/node.ts';
import { generatePassword } from '../people/generated-password.ts';
import { userRecord } from '../people/views.ts';
import { readStdin } from '../stdin-text.ts';

interface CreateFlags {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

interface CreateOptions {
  readonly person: string;
  readonly profile: { readonly firstName?: string; readonly lastName?: string; readonly email?: string };
  readonly passwordFrom: 'stdin' | 'generator' | 'question';
}

function passwordSource(flags: CreateFlags): CreateOptions['passwordFrom'] {
  if (flags.passwordStdin === true && flags.generatePassword === true) {
    throw usageFailure(
      'A password cannot be read and generated.',
      '--password-stdin and --generate-password exclude each other.',
      'Leave one of them out',
    );
  }
  if (flags.passwordStdin === true) return 'stdin';
  return flags.generatePassword === true ? 'generator' : 'question';
}

async function passwordFrom(source: CreateOptions['passwordFrom'], person: string, context: Context): Promise<string> {
  if (source === 'generator') return generatePassword();
  if (source === 'stdin') {
    const text = await readStdin(context.stdin, 'The password');
    return text.replace(/\r?\n$/, '');
  }
  if (context.questions.possible) return context.questions.newPassword(`Password of ${person}`);
  throw usageFailure(
    `No password for ${person} was given.`,
    'Nobody is there to be asked for one (stdin or stderr is no terminal, or --no-input).',
    `Try: edu-repo user create ${person} --generate-password, or --password-stdin < FILE`,
  );
}

/** `user create` */
export const userCreate = defineCommand<CreateFlags, CreateOptions>({
  examples: [
    {
      line: 'edu-repo user create anna --first-name Anna --last-name Beispiel --email anna@schule.example',
      does: 'asks for the password, twice',
    },
    { line: 'edu-repo user create anna --generate-password', does: 'makes a password and shows it once' },
    { line: 'edu-repo user create anna --password-stdin < password.txt', does: 'for scripts' },
  ],
  configure: (command) =>
    command
      .argument('<user>', 'the name to sign in with')
      .option('--first-name <name>', 'first name')
      .option('--last-name <name>', 'last name')
      .option('--email <address>', 'address for mail')
      .option('--password-stdin', 'read the password from stdin')
      .option('--generate-password', 'make a random password, and show it once on stderr'),
  readOptions: ([person = ''], flags) => ({
    person,
    profile: {
      ...(flags.firstName === undefined ? {} : { firstName: flags.firstName }),
      ...(flags.lastName === undefined ? {} : { lastName: flags.lastName }),
      ...(flags.email === undefined ? {} : { email: flags.email }),
    },
    passwordFrom: passwordSource(flags),
  }),
  run: async ({ person, profile, passwordFrom: source }, context) => {
    const password = await passwordFrom(source, person, context);
    if (context.globals.dryRun) {
      context.output.note(`Would make the person ${person} with a home folder.`);
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const made = await client.createPerson({ repository, person, password, body: profile });
    await (await context.printer()).record({ person: made }, userRecord);
    if (source === 'generator') context.output.tell(`Password of ${person}, shown this once: ${password}`);
    return exitCodes.ok;
  },
});
