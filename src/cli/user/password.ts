import { readStdin } from '../files/stdin-text.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import { generatePassword } from './generated-password.ts';

/** The flags by which a command is told where a password comes from. Never the password itself. */
export interface PasswordFlags {
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export type PasswordSource = 'stdin' | 'generator' | 'question';

/** Where a password comes from; a question where nothing else was said. */
export function passwordSource(flags: PasswordFlags): PasswordSource {
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

/** The lines of stdin as passwords: only their line ends are taken away. */
export async function passwordLines(context: Context): Promise<string[]> {
  const text = await readStdin(context.stdin, 'The password');
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

const cannotAsk = (person: string, context: Context) =>
  usageFailure(
    `No password for ${person} was given.`,
    'Nobody is there to be asked for one (stdin or stderr is no terminal, or --no-input).',
    `Try: edu-repo ${context.commandName} ${person} --generate-password, or --password-stdin < FILE`,
  );

/** A new password for a person, from where it was said to come. */
export async function newPasswordFrom(source: PasswordSource, person: string, context: Context): Promise<string> {
  if (source === 'generator') return generatePassword();
  if (source === 'stdin') return (await passwordLines(context)).join('\n');
  if (context.questions.possible)
    return context.questions.newPassword(
      `${context.commandName === 'user passwd' ? 'New password' : 'Password'} of ${person}`,
    );
  throw cannotAsk(person, context);
}
