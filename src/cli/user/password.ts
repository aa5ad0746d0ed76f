import { readStdin } from '../files/stdin-text.ts';
import { whyNoQuestion } from '../print/questions.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import { generatePassword } from './generated-password.ts';

/** The flags for the source of a password. A flag never contains a password, because other users can see command lines. */
export interface PasswordFlags {
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export type PasswordSource = 'stdin' | 'generator' | 'question';

/** The source of a password; a question by default. */
export function passwordSource(flags: PasswordFlags): PasswordSource {
  if (flags.passwordStdin === true && flags.generatePassword === true) {
    throw usageFailure(
      '--password-stdin and --generate-password cannot be combined.',
      'The command either reads or generates a password.',
      'Leave one of them out',
    );
  }
  if (flags.passwordStdin === true) return 'stdin';
  return flags.generatePassword === true ? 'generator' : 'question';
}

/** The lines of stdin, without their line ends. Spaces are part of a password. */
export async function passwordLines(context: Context): Promise<string[]> {
  const text = await readStdin(context.stdin, 'The password');
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

const cannotAsk = (person: string, context: Context) =>
  usageFailure(
    `A password for ${person} is required.`,
    `The command cannot ask for the password: ${whyNoQuestion(context.globals)}.`,
    `To generate a password: edu-repo ${context.commandName} ${shellWord(person)} --generate-password; to read it from a file: --password-stdin < FILE`,
  );

/** A new password for a person from the given source. Throws a usage failure if a question is not possible. */
export async function newPasswordFrom(source: PasswordSource, person: string, context: Context): Promise<string> {
  if (source === 'generator') return generatePassword();
  if (source === 'stdin') return (await passwordLines(context)).join('\n');
  if (context.questions.possible)
    return context.questions.newPassword(
      `${context.commandName === 'user passwd' ? 'New password' : 'Password'} of ${person}`,
    );
  throw cannotAsk(person, context);
}
