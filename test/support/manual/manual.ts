import { readFileSync } from 'node:fs';
import { Command, type Option } from 'commander';
import type { Example } from '../../../src/cli/program/command.ts';
import type { CommandEntry } from '../../../src/cli/program/command-table.ts';
import { commands, nouns } from '../../../src/cli/program/commands.ts';
import { declareGlobalOptions } from '../../../src/cli/program/global-options.ts';
import { helpTopics } from '../../../src/cli/program/help-topics.ts';

/** An argument or option, as the help shows it. */
export interface Term {
  readonly term: string;
  readonly description: string;
}

/** What the help says of a command. */
export interface ManualCommand {
  /** Without `edu-repo`, such as `node get`. */
  readonly name: string;
  readonly summary: string;
  /** The words after the name, such as `[options] <address>`. */
  readonly usage: string;
  readonly examples: readonly Example[];
  readonly terms: readonly Term[];
  readonly notes: string | undefined;
}

/** A noun with its commands, or a command of one word: a page of the manual. */
export interface ManualPage {
  readonly word: string;
  readonly summary: string;
  readonly commands: readonly ManualCommand[];
}

/** The manual of the program, made from the definitions that its help reads. Hidden names are not in it. */
export interface Manual {
  readonly version: string;
  readonly pages: readonly ManualPage[];
  readonly globalOptions: readonly Term[];
  /** The pages of `edu-repo help TOPIC`, by topic. */
  readonly topics: Readonly<Record<string, string>>;
}

function termsOf(command: Command): Term[] {
  const help = command.helpOption(false).createHelp();
  const ofOption = (option: Option): Term => ({
    term: help.optionTerm(option),
    description: help.optionDescription(option),
  });
  return [
    ...help.visibleArguments(command).map((argument) => ({
      term: help.argumentTerm(argument),
      description: help.argumentDescription(argument),
    })),
    ...help.visibleOptions(command).map(ofOption),
  ];
}

async function manualCommand(entry: CommandEntry): Promise<ManualCommand> {
  const { examples, notes, configure } = await entry.load();
  const command = new Command();
  configure(command);
  const terms = termsOf(command);
  return { name: entry.path.join(' '), summary: entry.summary, usage: command.usage(), examples, terms, notes };
}

function globalOptions(): Term[] {
  const command = new Command();
  declareGlobalOptions(command);
  return [
    ...termsOf(command),
    { term: '--as <user>', description: 'use the login of this user at a remote; only after the name of the command' },
    { term: '-h, --help', description: 'show the help of the program, a noun or a command' },
    { term: '-V, --version', description: 'print the version' },
  ];
}

/** Reads the definitions of all commands. */
export async function readManual(): Promise<Manual> {
  const shown = commands.filter(({ hidden }) => hidden !== true);
  const words = [...new Set(shown.map(({ path: [word] }) => word))];
  const pages = words.map(async (word) => {
    const own = await Promise.all(shown.filter(({ path }) => path[0] === word).map(manualCommand));
    const summary = nouns.find(({ noun }) => noun === word)?.summary ?? own[0]?.summary ?? '';
    return { word, summary, commands: own };
  });
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return { version, pages: await Promise.all(pages), globalOptions: globalOptions(), topics: helpTopics };
}
