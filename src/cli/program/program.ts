import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { packageFolder } from '../../base/package-files.ts';
import type { OutputStream } from '../print/output.ts';
import { printableLines } from '../print/printable.ts';
import type { Example, RunnableCommand } from './command.ts';
import type { CommandEntry } from './command-table.ts';
import { commands, nouns } from './commands.ts';
import { declareBundledOptions, declareGlobalOptions, giveOwnAs } from './global-options.ts';
import type { Host } from './host.ts';
import { unshield } from './special-arguments.ts';

export interface Invocation {
  readonly entry: CommandEntry;
  readonly definition: RunnableCommand;
  readonly program: Command;
  readonly command: Command;
}

export interface ProgramActions {
  /** Called when a noun or command, such as `node` or `node get`, is recognized, before its arguments are parsed. */
  named(name: string): void;
  run(invocation: Invocation): Promise<void>;
  help(program: Command, topic: readonly string[]): Promise<void>;
}

function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

const footer = `
Specify a node by its ID, a path such as "/Mathe/Klasse 7", or "~/path" in your home folder (in quotes, so that the shell
does not expand ~). In commands that also take local files, write repo:/Mathe, or schule:/Mathe for a remote.

Topics (edu-repo help TOPIC): addresses, environment, exit-codes, filters, import, query, roles
`;

const firstExamples: readonly Example[] = [
  { line: 'edu-repo import ./Material /Mathe', does: 'upload the contents of the folder Material to /Mathe' },
  { line: 'edu-repo search bruchrechnung', does: 'find files and folders by words' },
  { line: 'edu-repo share /Mathe 7a anna', does: 'let the group 7a and the person anna read a folder' },
];

function examplesText(examples: readonly Example[]): string {
  const lines = examples.map(({ line, does }) => `  $ ${line}\n      ${does}`);
  return `Examples:\n${lines.join('\n')}\n`;
}

const maxExamples = 3;

/** The first examples of the first commands of a noun, for its help. Loads their modules. */
async function examplesOf(noun: string): Promise<Example[]> {
  const shown = commands.filter(({ path, hidden }) => path.length === 2 && path[0] === noun && hidden !== true);
  const definitions = await Promise.all(shown.slice(0, maxExamples).map(({ load }) => load()));
  return definitions.flatMap(({ examples }) => examples.slice(0, definitions.length === 1 ? maxExamples : 1));
}

const shownOn = ({ isTTY }: OutputStream, text: string): string => (isTTY === true ? printableLines(text) : text);

/** A command as it is typed, without its aliases: they are for those who type them from memory. */
const commandPath = (command: Command): string =>
  command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;

const helpStyle = {
  showGlobalOptions: true,
  commandUsage: (command: Command) => `${commandPath(command)} ${command.usage()}`,
  subcommandTerm: (command: Command) => command.name(),
};

/** The top-level command with the global options, without subcommands. */
function createTop(host: Host): Command {
  const program = new Command('edu-repo')
    .description('A self-hosted repository for educational material.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: (text) => host.stdout.write(shownOn(host.stdout, unshield(text))),
      writeErr: (text) => host.stderr.write(shownOn(host.stderr, unshield(text))),
      // `reportFailure` prints errors, in three lines.
      outputError: () => undefined,
    })
    .exitOverride()
    .helpCommand(false)
    .addHelpText('before', examplesText(firstExamples))
    .addHelpText('after', footer);
  declareGlobalOptions(program);
  return program;
}

type Prepare = (command: Command) => Promise<void>;

function nounOf(program: Command, name: string, prepare: Prepare): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const table = nouns.find(({ noun }) => noun === name);
  const group = program.command(name).helpGroup('Commands by topic:').helpCommand(false);
  group.hook('preSubcommand', (_, command) => prepare(command));
  return group.alias(table?.plural ?? name).description(table?.summary ?? name);
}

/** Adds examples to the help of a noun, unless one of the words is a verb of it, and so its help is not shown. */
async function addNounExamples(noun: Command, words: readonly string[]): Promise<void> {
  const names = noun.commands.flatMap((verb) => [verb.name(), ...verb.aliases()]);
  if (words.some((word) => names.includes(word))) return;
  const examples = await examplesOf(noun.name());
  if (examples.length > 0) noun.addHelpText('before', examplesText(examples));
}

/** Builds the program from the table of commands. Loads the module of a command when its name is recognized. */
export function createProgram(host: Host, actions: ProgramActions): Command {
  const program = createTop(host);
  const entries = new Map<Command, CommandEntry>();
  const prepare: Prepare = async (command) => {
    const entry = entries.get(command);
    actions.named(entry?.path.join(' ') ?? command.name());
    if (entry === undefined) return addNounExamples(command, program.args);
    const definition = await entry.load();
    definition.configure(command);
    declareBundledOptions(command);
    giveOwnAs(program, command, entry.path[0]);
    command.addHelpText('before', examplesText(definition.examples));
    if (definition.notes !== undefined) command.addHelpText('after', `\n${definition.notes.trimEnd()}`);
    command.action(() => actions.run({ entry, definition, program, command }));
  };
  program.hook('preSubcommand', (_, command) => prepare(command));
  for (const entry of commands) {
    const [first, second] = entry.path;
    const parent = second === undefined ? program : nounOf(program, first, prepare);
    const command = parent.command(second ?? first, { hidden: entry.hidden === true }).description(entry.summary);
    if (entry.heading !== undefined) command.helpGroup(entry.heading);
    if (entry.alias !== undefined) command.alias(entry.alias);
    entries.set(command, entry);
  }
  program
    .command('help')
    .helpGroup('More:')
    .description('Explain a command or a topic')
    .argument('[topic...]')
    .action((topic: string[]) => actions.help(program, topic));
  return program;
}
