import type { Command } from 'commander';
import { atRepositoryOf } from '../connection/at-remote.ts';
import type { InRepository } from '../node-arguments/address.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** A command. `readOptions` turns arguments and flags into options; `run` sees only the options. */
export interface CommandDefinition<Flags extends object, Options> {
  /** Two or three examples, the most common first. */
  readonly examples: readonly Example[];
  /** What the help says below the options. Ends with a line feed. */
  readonly notes?: string;
  /** The command handles `context.signal` itself. Otherwise Ctrl-C ends it immediately. */
  readonly endsOnSignal?: boolean;
  /** The maximum time of a call in milliseconds without `--timeout`; 0 for none. Left out: as for most commands. */
  readonly defaultTimeout?: number;
  /** Whether the command is recorded as a job, which can go on after an interruption: by default not. Dry runs never are. */
  recorded?(flags: Flags): boolean;
  /** Declares arguments and options. */
  configure(command: Command): void;
  /** Pure. Throws a usage failure if the arguments or their combination are invalid. */
  readOptions(words: readonly string[], flags: Flags): Options;
  /** The addresses of nodes in the options. A remote that they name is the repository of the command. */
  nodes?(options: Options): readonly (InRepository | undefined)[];
  run(options: Options, context: Context): Promise<ExitCode>;
}

/** A command without its type parameters, to run it. */
export interface RunnableCommand
  extends Pick<
    CommandDefinition<never, never>,
    'examples' | 'notes' | 'endsOnSignal' | 'defaultTimeout' | 'configure'
  > {
  isRecorded(words: readonly string[], flags: object): boolean;
  execute(words: readonly string[], flags: object, context: Context): Promise<ExitCode>;
}

export function defineCommand<Flags extends object, Options>(
  definition: CommandDefinition<Flags, Options>,
): RunnableCommand & CommandDefinition<Flags, Options> {
  return {
    ...definition,
    // Commander does not type the flags. They are those that `configure` declared.
    isRecorded(words, flags) {
      if (definition.recorded?.(flags as Flags) !== true) return false;
      try {
        definition.readOptions(words, flags as Flags);
        return true;
      } catch {
        // The command fails before it does anything.
        return false;
      }
    },
    execute: async (words, flags, context) => {
      const options = definition.readOptions(words, flags as Flags);
      const nodes = (definition.nodes?.(options) ?? []).filter((address) => address !== undefined);
      return atRepositoryOf(nodes, context, (at) => definition.run(options, at));
    },
  };
}
