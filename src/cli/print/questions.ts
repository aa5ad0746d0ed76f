import { Interrupted, usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Host } from '../program/host.ts';
import { printableLines } from './printable.ts';

/** Asks the user at the terminal. Questions go to stderr. */
export interface Questions {
  /** Whether the user can answer: stdin and stderr are terminals, and `--no-input` is not set. */
  readonly possible: boolean;
  /** Asks for yes or no. With `--yes`, resolves with true without asking. */
  confirm(question: string): Promise<boolean>;
  /** Asks for one line. An empty answer means `suggestion`. */
  text(question: string, suggestion?: string): Promise<string>;
  /** Asks for an existing password. The input is hidden. */
  password(question: string): Promise<string>;
  /** Asks twice for a new password. The input is hidden. */
  newPassword(question: string): Promise<string>;
}

/** Why `Questions.possible` is false, as the end of a sentence. */
export const whyNoQuestion = ({ input }: Pick<GlobalOptions, 'input'>): string =>
  input ? 'stdin or stderr is not a terminal' : '--no-input is set';

async function ask<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (error) {
    const isCancelled = error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);
    throw isCancelled ? new Interrupted('The question was cancelled.', { cause: error }) : error;
  }
}

export function createQuestions(
  host: Host,
  globals: Pick<GlobalOptions, 'yes' | 'input'>,
  signal: AbortSignal,
): Questions {
  const possible = globals.input && host.stdin.isTTY === true && host.stderr.isTTY === true;
  // Loaded on demand: the package is large, and prints control codes even without a terminal.
  const prompts = async () => {
    const { createPromptModule } = await import('inquirer');
    return createPromptModule({ input: host.stdin, output: host.stderr, signal });
  };
  return {
    possible,
    confirm: async (message) => {
      if (globals.yes) return true;
      const prompt = await prompts();
      const { answer } = await ask(
        prompt([{ type: 'confirm', name: 'answer', message: printableLines(message), default: false }]),
      );
      return answer;
    },
    text: async (message, suggestion) => {
      const prompt = await prompts();
      const { answer } = await ask(
        prompt([{ type: 'input', name: 'answer', message: printableLines(message), default: suggestion }]),
      );
      return answer;
    },
    password: async (message) => {
      const prompt = await prompts();
      const { answer } = await ask(
        prompt([{ type: 'password', name: 'answer', message: printableLines(message), mask: false }]),
      );
      return answer;
    },
    newPassword: async (message) => {
      const prompt = await prompts();
      const { first, second } = await ask(
        prompt([
          { type: 'password', name: 'first', message: printableLines(message), mask: false },
          { type: 'password', name: 'second', message: `${printableLines(message)} (again)`, mask: false },
        ]),
      );
      if (first === second) return first;
      throw usageFailure(
        'The two passwords differ.',
        'A new password must be entered twice.',
        'Run the same command again',
      );
    },
  };
}
