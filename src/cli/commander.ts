import { createRequire } from 'node:module';
import type * as Commander from 'commander';

// Required, not imported: an import searches the files of a CommonJS package for its exports first, and that is a
// twentieth of the time that every start takes. The type says what `require` cannot.
const commander = createRequire(import.meta.url)('commander') as typeof Commander;

/** What the command line uses of commander. */
export const { Command, CommanderError, InvalidArgumentError, Option } = commander;
export type Command = Commander.Command;
export type CommanderError = Commander.CommanderError;
export type Option = Commander.Option;
