import type { RunnableCommand } from './command.ts';

interface LoadedCommand {
  readonly summary: string;
  readonly alias?: string;
  /** Left out of the help: for programs, not for people. */
  readonly hidden?: true;
  /** Imports the module of the command. Other commands and the top-level help do not load it. */
  load(): Promise<RunnableCommand>;
}

/** A command of one word, such as `ls`. */
export interface SingleCommand extends LoadedCommand {
  readonly name: string;
  /** The heading in the help. */
  readonly heading: string;
}

/** A verb of a noun, such as `get` in `node get`. */
interface VerbCommand extends LoadedCommand {
  readonly verb: string;
}

export interface NounTable {
  readonly noun: string;
  readonly plural: string;
  readonly summary: string;
  readonly commands: readonly VerbCommand[];
}

/** A command as the program runs it. */
export interface CommandEntry extends LoadedCommand {
  /** `['ls']`, or noun and verb: `['node', 'get']`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly heading?: string;
}
