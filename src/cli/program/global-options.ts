import { type Command, InvalidArgumentError, Option } from 'commander';

export const outputFormats = ['table', 'json', 'jsonl', 'csv', 'yaml', 'id'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** The options that every command knows, before and after its name. */
export interface GlobalOptions {
  readonly data: string | undefined;
  readonly remote: string | undefined;
  readonly url: string | undefined;
  /** The user's configuration file. */
  readonly config: string | undefined;
  /** Undefined: a table, as nobody asked for anything else. */
  readonly output: OutputFormat | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Waiting for a server that says nothing, in milliseconds. */
  readonly timeout: number | undefined;
  /** False: never ask. */
  readonly input: boolean;
  readonly debug: boolean;
}

const millisecondsOf: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `30`, `30s`, `500ms`, `5m` or `1h` (a bare number counts seconds) into milliseconds. */
export function readTimeout(text: string): number {
  const parts = /^(\d{1,9})(ms|s|m|h)?$/.exec(text);
  const milliseconds = Number(parts?.[1]) * (millisecondsOf[parts?.[2] ?? 's'] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new InvalidArgumentError('Write a time such as 30s, 500ms or 5m.');
  // Node.js counts such times in 31 bits.
  return Math.min(milliseconds, 2_147_483_647);
}

const declared = (): Option[] => [
  new Option('--data <dir>', 'the data directory of the local repository'),
  new Option('--remote <name>', 'a repository that edu-repo remote add has named'),
  new Option('--url <url>', 'the address of a repository: …/edu-sharing/rest'),
  new Option('--config <file>', 'your own settings: remotes, and the logins beside them'),
  new Option('-o, --output <format>', 'how data is printed').choices(outputFormats),
  new Option('--json', 'the same as -o json'),
  new Option('-q, --quiet', 'say nothing but errors'),
  new Option('-v, --verbose', 'say more, such as every call'),
  new Option('--no-color', 'no colours'),
  new Option('-y, --yes', 'answer every question with yes'),
  new Option('-n, --dry-run', 'change nothing, only say what would be done'),
  new Option('--timeout <time>', 'how long a silent server is waited for (30s, 5m)').argParser(readTimeout),
  new Option('--no-input', 'never ask'),
  new Option('--debug', 'show stack traces'),
];

/** Declares the global options at the top command. */
export function declareGlobalOptions(program: Command): void {
  for (const option of declared()) program.addOption(option);
}

/**
 * Declares those with a short form at a command again, hidden: commander reads `-rn` as one bundle at the command that
 * knows its first letter, and looks for the other letters there only.
 */
export function declareBundledOptions(command: Command): void {
  for (const option of declared()) {
    if (option.short !== undefined) command.addOption(option.hideHelp());
  }
}

type Given = Partial<GlobalOptions> & { readonly json?: boolean };

/** The global options as they stand on the command line, wherever they stood. */
export function readGlobalOptions(program: Command, command: Command): GlobalOptions {
  const top = program.opts<Given>();
  const bundled = command.opts<Given>();
  const flag = (name: 'quiet' | 'verbose' | 'yes' | 'dryRun'): boolean => (bundled[name] ?? top[name]) === true;
  return {
    data: top.data,
    remote: top.remote,
    url: top.url,
    config: top.config,
    output: bundled.output ?? top.output ?? (top.json === true ? 'json' : undefined),
    quiet: flag('quiet'),
    verbose: flag('verbose'),
    color: top.color !== false,
    yes: flag('yes'),
    dryRun: flag('dryRun'),
    timeout: top.timeout,
    input: top.input !== false,
    debug: top.debug === true,
  };
}
