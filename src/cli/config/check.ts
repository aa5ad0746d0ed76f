import { dataDirectoryOf, noRepository } from '../connection/connect.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** What is in force, as `-o json` prints it. */
interface ConfigurationReport {
  readonly dataDirectory: string;
  readonly mistakes: readonly string[];
  /** Variables without effect, and settings that are probably wrong. */
  readonly warnings: readonly string[];
  readonly dataprotection: {
    readonly enabled: boolean;
    readonly nextRuns: readonly string[];
    readonly retentionPeriod: string;
    readonly template: string;
    readonly mail: string;
  } | null;
}

/** The job runs at times in Berlin, whatever the time zone of this machine. */
const berlinTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
});

const shownRuns = (runs: readonly string[]): string =>
  `${runs.map((run) => berlinTime.format(new Date(run))).join(', ')} (Europe/Berlin)`;

const reportRecord: RecordView<ConfigurationReport> = {
  id: ({ dataDirectory }) => dataDirectory,
  fields: ({ dataDirectory, mistakes, dataprotection: exports }) => [
    ['data directory', dataDirectory],
    ['mistakes', mistakes.length === 0 ? 'none' : String(mistakes.length)],
    ...(exports === null
      ? []
      : ([
          ['data exports', exports.enabled ? 'enabled' : 'disabled (repository.dataprotection.enabled)'],
          [exports.enabled ? 'next runs' : 'next runs if enabled', shownRuns(exports.nextRuns)],
          ['kept for', exports.retentionPeriod],
          ['report template', exports.template],
          ['mails to', exports.mail],
        ] as const)),
  ],
};

async function readReport(dataDirectory: string, environment: Context['environment']): Promise<ConfigurationReport> {
  const { isInitialized } = await import('../../daemon/data-directory/data-directory.ts');
  const { withAccessExplained } = await import('../../daemon/data-directory/directory-access.ts');
  const { checkConfiguration } = await import('../../daemon/configuration/check-configuration.ts');
  return withAccessExplained(dataDirectory, async () => {
    if (!(await isInitialized(dataDirectory))) throw await noRepository(dataDirectory);
    const { mistakes, warnings, dataExports } = await checkConfiguration(dataDirectory, environment);
    const nextRuns = dataExports?.nextRuns.map((run) => run.toISOString()) ?? [];
    const dataprotection = dataExports === undefined ? null : { ...dataExports, nextRuns };
    return { dataDirectory, mistakes, warnings, dataprotection };
  });
}

const mistakesFound = ({ mistakes, dataDirectory }: ConfigurationReport, again: string): Failure =>
  new Failure(exitCodes.error, {
    what: `Found ${counted(mistakes.length, 'mistake')} in the configuration of ${dataDirectory}.`,
    why: 'With a mistake in config.yaml or own-dictionary.yaml, the server does not start. With one in a template, exports or mails fail.',
    next: `Correct the mistakes listed above, and check again: ${again}`,
  });

async function run(_: undefined, context: Context): Promise<ExitCode> {
  refuseUrl(context);
  const { data } = context.globals;
  const report = await readReport(await dataDirectoryOf(context.globals, context.environment), context.environment);
  await (await context.printer()).record(report, reportRecord);
  for (const mistake of report.mistakes) context.output.report(mistake);
  for (const warning of report.warnings) context.output.report(`Warning: ${warning}`);
  if (report.mistakes.length === 0) return exitCodes.ok;
  throw mistakesFound(report, `edu-repo config check${data === undefined ? '' : ` --data ${shellWord(data)}`}`);
}

export const configCheck = defineCommand<Record<never, never>, undefined>({
  examples: [
    {
      line: 'edu-repo config check',
      does: 'list all mistakes in config.yaml and the templates, and show when data exports run and where mails go',
    },
    { line: 'edu-repo config check --data /srv/repo -o json', does: 'check another data directory, with JSON output' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run,
});
