import type { Client } from '../../client/client.ts';
import type { Connection } from '../connection/connect.ts';
import { createLoginStore } from '../connection/login-store.ts';
import { settingsFile } from '../connection/user-settings.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { newPasswordFrom, type PasswordFlags, type PasswordSource, passwordLines, passwordSource } from './password.ts';

interface PasswdOptions {
  readonly person: string;
  readonly passwordFrom: PasswordSource;
}

interface Credential {
  readonly oldPassword?: string;
  readonly newPassword: string;
}

const noOldPassword = () =>
  usageFailure(
    'Your present password is needed too.',
    'Only administrators set passwords without it. Through stdin, it is the first line, the new one the second.',
    'Try: edu-repo user passwd at a terminal, or --password-stdin with two lines',
  );

/** From stdin: the new password, for whoever needs the present one too as the second line. */
async function fromStdin(needsOld: boolean, context: Context): Promise<Credential> {
  const lines = await passwordLines(context);
  const [first = '', second] = lines;
  if (!needsOld) return { newPassword: lines.join('\n') };
  if (second === undefined) throw noOldPassword();
  return { oldPassword: first, newPassword: second };
}

async function credentialFrom(options: PasswdOptions, client: Client, context: Context): Promise<Credential> {
  const { passwordFrom } = options;
  const { isAdmin, authorityName } = await client.validateSession();
  const person = options.person === '-me-' ? (authorityName ?? options.person) : options.person;
  const needsOld = !isAdmin;
  if (passwordFrom === 'stdin') return fromStdin(needsOld, context);
  if (!needsOld) return { newPassword: await newPasswordFrom(passwordFrom, person, context) };
  if (!context.questions.possible) throw noOldPassword();
  const oldPassword = await context.questions.password('Your present password');
  return { oldPassword, newPassword: await newPasswordFrom(passwordFrom, person, context) };
}

/** The kept tokens are worth nothing any more: shown again, they would look stolen. */
async function forgetLogin({ where }: Connection, { globals, environment, output }: Context): Promise<void> {
  const url = new URL(where);
  const logins = createLoginStore(settingsFile(globals, environment));
  await logins.alone(url, async () => {
    const saved = await logins.read(url);
    if (saved !== undefined) await logins.write(url, { ...saved, tokens: undefined });
  });
  output.report('Sign in again: edu-repo login');
}

/** `user passwd` */
export const userPasswd = defineCommand<PasswordFlags, PasswdOptions>({
  examples: [
    { line: 'edu-repo user passwd', does: 'your own: asks for the present one, and twice for the new one' },
    { line: 'edu-repo user passwd anna --generate-password', does: 'makes a password and shows it once' },
    { line: 'edu-repo user passwd anna --password-stdin < password.txt', does: 'for scripts' },
  ],
  configure: (command) =>
    command
      .argument('[user]', 'a user name; yourself when left out')
      .option('--password-stdin', 'read the password from stdin; for your own, the present one on a line before it')
      .option('--generate-password', 'make a random password, and show it once on stderr'),
  readOptions: ([person = '-me-'], flags) => ({ person, passwordFrom: passwordSource(flags) }),
  run: async (options, context) => {
    const { person, passwordFrom } = options;
    const connection = await context.connect();
    const { client } = connection;
    if (context.globals.dryRun) {
      await client.getPerson({ repository, person });
      context.output.note(`Would set the password of ${person}, and end all their sessions and tokens.`);
      return exitCodes.ok;
    }
    const self = (await client.validateSession()).authorityName;
    const body = await credentialFrom(options, client, context);
    await client.setPersonCredential({ repository, person, body });
    if (passwordFrom === 'generator') {
      context.output.report(`Password of ${person}, shown this once: ${body.newPassword}`);
    }
    context.output.note('The password is set. Sessions and tokens that were there before have ended.');
    const isOwn = person === '-me-' || person === self;
    if (isOwn && connection.signedInBy === 'login') await forgetLogin(connection, context);
    return exitCodes.ok;
  },
});
