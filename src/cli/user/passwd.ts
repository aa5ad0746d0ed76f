import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { accountOf, type Connection } from '../connection/connect.ts';
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
    'Your current password is required.',
    'Only administrators can set a password without the current one. With --password-stdin, write the current password on the first line and the new one on the second.',
    'Run edu-repo user passwd at a terminal, or use --password-stdin with two lines',
  );

/** Reads the new password from stdin, after a line with the current password if that is required. */
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
  const oldPassword = await context.questions.password('Your current password');
  return { oldPassword, newPassword: await newPasswordFrom(passwordFrom, person, context) };
}

/** What a dry run sends: what is on stdin, or else a password that no one gets. */
const checkedCredential = (options: PasswdOptions, client: Client, context: Context): Promise<Credential> =>
  options.passwordFrom === 'stdin'
    ? credentialFrom(options, client, context)
    : Promise.resolve({ newPassword: randomUUID() });

/** Deletes the saved tokens, because the server has revoked them and treats the use of a revoked token as theft. */
async function forgetLogin({ where }: Connection, { globals, environment, output }: Context): Promise<void> {
  const url = new URL(where);
  const logins = createLoginStore(settingsFile(globals, environment));
  await logins.alone(url, async () => {
    const saved = await logins.read(url, accountOf(globals, environment));
    if (saved !== undefined) await logins.write(url, { ...saved, tokens: undefined });
  });
  output.report('Sign in again: edu-repo login');
}

export const userPasswd = defineCommand<PasswordFlags, PasswdOptions>({
  examples: [
    { line: 'edu-repo user passwd', does: 'change your own password' },
    {
      line: 'edu-repo user passwd anna --generate-password',
      does: 'set a generated password for anna and show it once',
    },
    {
      line: 'edu-repo user passwd anna --password-stdin < password.txt',
      does: 'read the password from stdin, for use in scripts',
    },
  ],
  configure: (command) =>
    command
      .argument('[user]', 'user name (default: yourself)')
      .option(
        '--password-stdin',
        'read the password from stdin; to change your own, put the current one on the line before it',
      )
      .option('--generate-password', 'generate a random password and show it once on stderr'),
  readOptions: ([person = '-me-'], flags) => ({ person, passwordFrom: passwordSource(flags) }),
  run: async (options, context) => {
    const { person, passwordFrom } = options;
    const connection = await context.connect();
    const { client } = connection;
    if (context.globals.dryRun) {
      const { person: user } = await client.getPerson({ repository, person });
      // Only administrators need no current password, for which a dry run does not ask.
      if ((await client.validateSession()).isAdmin || passwordFrom === 'stdin')
        await client.setPersonCredential({
          repository,
          person,
          body: await checkedCredential(options, client, context),
        });
      context.output.note(`Would set the password of ${user.userName} and revoke all their sessions and tokens.`);
      return exitCodes.ok;
    }
    const self = (await client.validateSession()).authorityName;
    const body = await credentialFrom(options, client, context);
    await client.setPersonCredential({ repository, person, body });
    if (passwordFrom === 'generator') {
      context.output.report(
        `New password of ${person === '-me-' ? self : person}, shown only once: ${body.newPassword}`,
      );
    }
    context.output.note('The password was changed. Existing sessions and tokens are no longer valid.');
    const isOwn = person === '-me-' || person === self;
    if (isOwn && connection.signedInBy === 'login') await forgetLogin(connection, context);
    return exitCodes.ok;
  },
});
