import type { Command } from 'commander';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';

/** A command line that works as it stands, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** One command: its words and flags are read into options first, then the work is done with these alone. */
export interface CommandDefinition<Flags extends object, Options> {
  /** Two or three, the most usual first. */
  readonly examples: readonly Example[];
  /** It watches `context.signal` itself; without it, Ctrl-C ends the command where it stands. */
  readonly endsOnSignal?: boolean;
  /** Declares arguments and options. */
  configure(command: Command): void;
  /** Pure. Throws a usage failure where words and flags make no sense together. */
  readOptions(words: readonly string[], flags: Flags): Options;
  run(options: Options, context: Context): Promise<ExitCode>;
}

/** A command whose kinds of flags and options nobody needs to know any more. */
export interface RunnableCommand
  extends Pick<CommandDefinition<never, never>, 'examples' | 'endsOnSignal' | 'configure'> {
  execute(words: readonly string[], flags: object, context: Context): Promise<ExitCode>;
}

/** Makes a definition runnable. */
export function defineCommand<Flags extends object, Options>(
  definition: CommandDefinition<Flags, Options>,
): RunnableCommand & CommandDefinition<Flags, Options> {
  return {
    ...definition,
    // The flags are what `configure` declared; commander cannot say so in types.
    execute: async (words, flags, context) => definition.run(definition.readOptions(words, flags as Flags), context),
  };
}
