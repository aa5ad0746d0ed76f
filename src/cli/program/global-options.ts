import type { EventEmitter } from 'node:events';
import { type Command, InvalidArgumentError, Option } from 'commander';

const outputFormats = ['table', 'json', 'jsonl', 'csv', 'yaml', 'id'] as const;
export type OutputFormat = (typeof outputFormats)[number];

const progressForms = ['text', 'jsonl', 'none'] as const;
type ProgressForm = (typeof progressForms)[number];

/** The options of all commands, accepted before and after the command name. */
export interface GlobalOptions {
  readonly data: string | undefined;
  readonly remote: string | undefined;
  readonly url: string | undefined;
  /** The user whose stored login is used at a remote; undefined for the last login. */
  readonly as: string | undefined;
  /** The user's configuration file. */
  readonly config: string | undefined;
  /** The output format; undefined for the default, a table. */
  readonly output: OutputFormat | undefined;
  /** Whether tables also show IDs. */
  readonly long: boolean;
  /** The names of the fields to print; undefined for all. */
  readonly fields: readonly string[] | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** The maximum time of a call in milliseconds. A file may take longer. */
  readonly timeout: number | undefined;
  /** The maximum rate of uploads and of downloads, in bytes per second; undefined for no limit. */
  readonly limitRate: number | undefined;
  /** The form of the progress on stderr. */
  readonly progress: ProgressForm;
  /** Whether questions are allowed. */
  readonly input: boolean;
  readonly debug: boolean;
}

const millisecondsOf: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses `30`, `30s`, `500ms`, `5m` or `1h` into milliseconds. A bare number is in seconds. */
function readTimeout(text: string): number {
  const parts = /^(\d{1,9})(ms|s|m|h)?$/.exec(text);
  const milliseconds = Number(parts?.[1]) * (millisecondsOf[parts?.[2] ?? 's'] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new InvalidArgumentError('Use a time such as 30s, 500ms or 5m.');
  // The maximum of a Node.js timer.
  return Math.min(milliseconds, 2_147_483_647);
}

const bytesOf: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000, g: 1_000_000_000 };

/** In bytes per second. The server ends uploads that are much slower. */
const minLimitRate = 16_000;

/** Parses `500k`, `2M` or `1.5MB` into bytes per second. A bare number is in bytes. */
function readRate(text: string): number {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(?:([kmg])b?|b)?$/i.exec(text) ?? [];
  const rate = Number(number) * (bytesOf[unit.toLowerCase()] ?? Number.NaN);
  if (!(rate >= minLimitRate))
    throw new InvalidArgumentError('Use a number of bytes per second such as 500k or 2M, and at least 16k.');
  return rate;
}

/** Parses names that are separated by commas. */
function readFields(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('Write the names of fields, separated by commas.');
  return [...new Set(names)];
}

const declared = (): Option[] => [
  new Option('--data <dir>', 'the data directory of the local repository'),
  new Option('--remote <name>', 'a remote repository (see edu-repo remote add)'),
  new Option('--url <url>', 'the address of a repository, such as https://repo.example.org/edu-sharing/rest'),
  new Option('--as <user>', 'use the login of this user at a remote (see edu-repo login status)'),
  new Option('--config <file>', 'your settings file with the remotes; logins are stored next to it'),
  new Option('-o, --output <format>', 'output format').choices(outputFormats),
  new Option('--fields <names>', 'print only these fields, such as name,path,size').argParser(readFields),
  new Option('-l, --long', 'show more in tables: IDs, and in ls also type, size, time and version'),
  new Option('--json', 'same as -o json'),
  new Option('-q, --quiet', 'print only errors'),
  new Option('-v, --verbose', 'also print details, such as every call to the server'),
  new Option('--no-color', 'disable colours'),
  new Option('-y, --yes', 'answer yes to all questions'),
  new Option('-n, --dry-run', 'show what would change, without changing anything'),
  new Option(
    '--timeout <time>',
    'give up if a call takes longer than this, or a file moves too slowly (30s, 5m)',
  ).argParser(readTimeout),
  new Option('--limit-rate <rate>', 'upload and download at most this many bytes per second (500k, 2M)').argParser(
    readRate,
  ),
  new Option('--progress <form>', 'form of the progress on stderr').choices(progressForms).default('text'),
  new Option('--no-input', 'never ask questions'),
  new Option('--debug', 'show stack traces'),
];

/** Declares the global options, except for those of whose names the command has an option of its own. */
export function declareGlobalOptions(command: Command): void {
  const own = new Set(command.options.map(({ long }) => long));
  for (const option of declared()) if (!own.has(option.long)) command.addOption(option);
}

/**
 * Declares the global options with a short form again on a command, hidden, because commander resolves a bundle such as
 * `-rn` only with the options of the command that has `-r`.
 */
export function declareBundledOptions(command: Command): void {
  for (const option of declared()) {
    if (option.short !== undefined) command.addOption(option.hideHelp());
  }
}

// Commander parses what it is given as this event, and leaves both out of its types.
type Emitting = Command & Pick<EventEmitter, 'emit'>;

/**
 * Gives `--as` to a command with an option of its own with this name, as `import` has, if it was typed after the name of the command:
 * commander takes it for the global option.
 */
export function giveOwnAs(program: Command, command: Command, name: string): void {
  const typed: unknown = program.getOptionValue('as');
  const { rawArgs } = program as Command & { readonly rawArgs: readonly string[] };
  const at = rawArgs.findIndex((word) => word === '--as' || word.startsWith('--as='));
  if (typed === undefined || at < rawArgs.indexOf(name) || command.options.every(({ long }) => long !== '--as')) return;
  program.setOptionValue('as', undefined);
  (command as Emitting).emit('option:as', typed);
}

type ParsedFlags = Partial<GlobalOptions> & { readonly json?: boolean };

/** Reads the global options from any position of the command line. */
export function readGlobalOptions(program: Command, command: Command): GlobalOptions {
  const top = program.opts<ParsedFlags>();
  const bundled = command.opts<ParsedFlags>();
  const flag = (name: 'quiet' | 'verbose' | 'yes' | 'dryRun' | 'long'): boolean =>
    (bundled[name] ?? top[name]) === true;
  return {
    data: top.data,
    remote: top.remote,
    url: top.url,
    as: top.as,
    config: top.config,
    output: bundled.output ?? top.output ?? (top.json === true ? 'json' : undefined),
    long: flag('long'),
    fields: top.fields,
    quiet: flag('quiet'),
    verbose: flag('verbose'),
    color: top.color !== false,
    yes: flag('yes'),
    dryRun: flag('dryRun'),
    timeout: top.timeout,
    limitRate: top.limitRate,
    progress: top.progress ?? 'text',
    input: top.input !== false,
    debug: top.debug === true,
  };
}
