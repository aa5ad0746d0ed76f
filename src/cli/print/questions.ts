import { Interrupted, usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Host } from '../program/host.ts';

/** Asks the person at the terminal. Questions go to stderr. */
export interface Questions {
  /** Whether somebody is there to answer: stdin and stderr are terminals, and `--no-input` was not given. */
  readonly possible: boolean;
  /** Yes or no; `--yes` answers by itself. */
  confirm(question: string): Promise<boolean>;
  /** One line; the answer to begin with is `suggestion`. */
  text(question: string, suggestion?: string): Promise<string>;
  /** A secret that exists already, not shown. */
  password(question: string): Promise<string>;
  /** A new secret, asked for twice and not shown. */
  newPassword(question: string): Promise<string>;
}

async function ask<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (error) {
    const wasLeft = error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);
    throw wasLeft ? new Interrupted('The question was left without an answer.', { cause: error }) : error;
  }
}

/** Makes the questions of one command line. */
export function createQuestions(
  host: Host,
  globals: Pick<GlobalOptions, 'yes' | 'input'>,
  signal: AbortSignal,
): Questions {
  const possible = globals.input && host.stdin.isTTY === true && host.stderr.isTTY === true;
  // Loaded late: it is large, prints control codes without a terminal, and most commands never ask.
  const prompts = async () => {
    const { createPromptModule } = await import('inquirer');
    return createPromptModule({ input: host.stdin, output: host.stderr, signal });
  };
  return {
    possible,
    confirm: async (message) => {
      if (globals.yes) return true;
      const prompt = await prompts();
      const { answer } = await ask(prompt([{ type: 'confirm', name: 'answer', message, default: false }]));
      return answer;
    },
    text: async (message, suggestion) => {
      const prompt = await prompts();
      const { answer } = await ask(prompt([{ type: 'input', name: 'answer', message, default: suggestion }]));
      return answer;
    },
    password: async (message) => {
      const prompt = await prompts();
      const { answer } = await ask(prompt([{ type: 'password', name: 'answer', message, mask: false }]));
      return answer;
    },
    newPassword: async (message) => {
      const prompt = await prompts();
      const { first, second } = await ask(
        prompt([
          { type: 'password', name: 'first', message, mask: false },
          { type: 'password', name: 'second', message: `${message} (again)`, mask: false },
        ]),
      );
      if (first === second) return first;
      throw usageFailure('The two passwords differ.', 'One of them was mistyped.', 'Try: the same command again');
    },
  };
}
