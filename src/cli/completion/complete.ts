import { Command, type Option } from 'commander';
import { defineCommand } from '../program/command.ts';
import type { CommandEntry, NounTable } from '../program/command-table.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { declareGlobalOptions } from '../program/global-options.ts';
import { type Candidates, candidatesOf, files, none } from './candidates.ts';

interface CommandTable {
  readonly commands: readonly CommandEntry[];
  readonly nouns: readonly NounTable[];
}

/** A noun by its name or plural. */
const nounOf = ({ nouns }: CommandTable, word: string): string | undefined =>
  nouns.find(({ noun, plural }) => noun === word || plural === word)?.noun;

const isNamed = ({ path, alias }: CommandEntry, name: string): boolean => path.at(-1) === name || alias === name;

/** The command that the words begin with, and the words after its name. */
function commandIn(
  table: CommandTable,
  words: readonly string[],
): { readonly entry: CommandEntry; readonly rest: readonly string[] } | undefined {
  const [first = '', second = ''] = words;
  const noun = nounOf(table, first);
  const length = noun === undefined ? 1 : 2;
  const isIt = (entry: CommandEntry): boolean =>
    entry.path.length === length &&
    (noun === undefined ? isNamed(entry, first) : entry.path[0] === noun && isNamed(entry, second));
  const entry = table.commands.find(isIt);
  return entry && { entry, rest: words.slice(length) };
}

/** The names of commands, or the verbs of a noun. */
function namesAfter(table: CommandTable, words: readonly string[]): Candidates {
  const { commands, nouns } = table;
  const [first] = words;
  if (first === undefined) {
    const singles = commands.filter(({ path, hidden }) => path.length === 1 && hidden !== true);
    return {
      items: [
        ...singles.map(({ path: [value], summary }) => ({ value, description: summary })),
        ...nouns.map(({ noun, summary }) => ({ value: noun, description: summary })),
      ],
    };
  }
  const noun = nounOf(table, first);
  if (words.length > 1 || noun === undefined) return none;
  const verbs = commands.filter(({ path, hidden }) => path.length === 2 && path[0] === noun && hidden !== true);
  return { items: verbs.map(({ path, summary }) => ({ value: path.at(-1) ?? '', description: summary })) };
}

/** The command with its options and arguments, without the program. */
async function declared(entry: CommandEntry): Promise<Command> {
  const command = new Command(entry.path.join(' '));
  (await entry.load()).configure(command);
  declareGlobalOptions(command);
  return command;
}

const optionOf = (command: Command, word: string | undefined): Option | undefined =>
  command.options.find((option) => option.long === word || (option.short !== undefined && option.short === word));

const takesValue = (option: Option | undefined): option is Option =>
  option !== undefined && (option.required || option.optional);

/** What an option takes, by the name in its help. */
const valueNameOf = ({ long, flags }: Option): string =>
  long === '--remote' ? 'remote' : (/<(.+)>/.exec(flags)?.[1] ?? '');

/** What an option takes. */
const valuesOf = async (option: Option, typed: string, context: Context): Promise<Candidates> =>
  option.argChoices === undefined
    ? candidatesOf(valueNameOf(option), typed, context)
    : { items: option.argChoices.map((value) => ({ value })) };

function optionsOf({ options }: Command): Candidates {
  const shown = options.filter(({ hidden }) => !hidden);
  return { items: shown.map(({ long, short, description }) => ({ value: long ?? short ?? '', description })) };
}

/** The number of arguments among the words, without options and their values. */
const argumentsIn = (command: Command, words: readonly string[]): number =>
  words.filter((word, at) => !word.startsWith('-') && !takesValue(optionOf(command, words[at - 1]))).length;

/** The words from the name of the command on. Global options may stand before it. */
function fromCommand(words: readonly string[]): readonly string[] {
  const top = new Command();
  declareGlobalOptions(top);
  let at = 0;
  while (at < words.length && words[at]?.startsWith('-') === true) at += takesValue(optionOf(top, words[at])) ? 2 : 1;
  return words.slice(at);
}

/** What may follow options before the name of the command; undefined if the command has begun. */
async function ofLeadingOption(words: readonly string[], context: Context): Promise<Candidates | undefined> {
  const [typed = '', before] = [words.at(-1), words.at(-2)];
  if (fromCommand(words.slice(0, -1)).length > 0) return undefined;
  const top = new Command();
  declareGlobalOptions(top);
  const option = optionOf(top, before);
  if (takesValue(option)) return valuesOf(option, typed, context);
  return typed.startsWith('-') ? optionsOf(top) : undefined;
}

async function candidatesFor(table: CommandTable, allWords: readonly string[], context: Context): Promise<Candidates> {
  const leading = await ofLeadingOption(allWords, context);
  if (leading !== undefined) return leading;
  const typed = allWords.at(-1) ?? '';
  const before = fromCommand(allWords.slice(0, -1));
  const found = commandIn(table, before);
  if (found === undefined) return typed.startsWith('-') ? none : namesAfter(table, before);
  const command = await declared(found.entry);
  const option = optionOf(command, before.at(-1));
  if (takesValue(option)) return valuesOf(option, typed, context);
  if (typed.startsWith('-')) return optionsOf(command);
  const declaredArguments = command.registeredArguments;
  const at = Math.min(argumentsIn(command, found.rest), declaredArguments.length - 1);
  const argument = declaredArguments[at];
  if (argument === undefined) return none;
  if (argument.argChoices !== undefined) return { items: argument.argChoices.map((value) => ({ value })) };
  return candidatesOf(argument.name(), typed, context);
}

const noSpace = 2;
const noFiles = 4;

/** The command that the script of a shell calls: prints what may stand instead of the last word, and a number that says how to use it. */
export const completeFrom = (table: CommandTable) =>
  defineCommand<Record<never, never>, { readonly words: readonly string[] }>({
    // A person who presses Tab does not wait.
    defaultTimeout: 2_000,
    examples: [
      { line: 'edu-repo complete -- ls /Ma', does: 'print the paths that begin with /Ma' },
      { line: "edu-repo complete -- node ''", does: 'print the verbs of a noun' },
    ],
    configure: (command) => command.argument('[words...]', 'the words of the command line; the last one is completed'),
    readOptions: (words) => ({ words }),
    run: async ({ words }, context) => {
      // Without a response, there is nothing to complete. A message would only be in the way of the person who types.
      const { items, isFolder, isFile } = await candidatesFor(table, words, context).catch(() => files);
      const typed = words.at(-1) ?? '';
      for (const { value, description = '' } of items) {
        if (value.startsWith(typed)) await context.output.line(`${value}\t${description}`);
      }
      await context.output.line(`:${isFile === true ? 0 : noFiles + (isFolder === true ? noSpace : 0)}`);
      return exitCodes.ok;
    },
  });
