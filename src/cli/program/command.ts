import type { Command } from 'commander';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';

interface Example {
  readonly line: string;
  readonly does: string;
}

/** A command. `readOptions` turns arguments and flags into options; `run` sees only the options. */
export interface CommandDefinition<Flags extends object, Options> {
  /** Two or three examples, the most common first. */
  readonly examples: readonly Example[];
  /** The command handles `context.signal` itself. Otherwise Ctrl-C ends it immediately. */
  readonly endsOnSignal?: boolean;
  /** A call of the command may take any time. Without `--timeout`, it has no limit. */
  readonly unlimitedTime?: boolean;
  /** Declares arguments and options. */
  configure(command: Command): void;
  /** Pure. Throws a usage failure if the arguments or their combination are invalid. */
  readOptions(words: readonly string[], flags: Flags): Options;
  run(options: Options, context: Context): Promise<ExitCode>;
}

/** A command without its type parameters, to run it. */
export interface RunnableCommand
  extends Pick<CommandDefinition<never, never>, 'examples' | 'endsOnSignal' | 'unlimitedTime' | 'configure'> {
  execute(words: readonly string[], flags: object, context: Context): Promise<ExitCode>;
}

export function defineCommand<Flags extends object, Options>(
  definition: CommandDefinition<Flags, Options>,
): RunnableCommand & CommandDefinition<Flags, Options> {
  return {
    ...definition,
    // Commander does not type the flags. They are those that `configure` declared.
    execute: async (words, flags, context) => definition.run(definition.readOptions(words, flags as Flags), context),
  };
}
