import { createMailTemplates } from '../../adapters/mail/mail-templates.ts';
import { createReportWriter } from '../../adapters/reports/report-writer.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { nextRuns } from '../../adapters/system/next-runs.ts';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { dataReportNames } from '../../domain/privacy/report-view.ts';
import { parseCronExpression } from '../../domain/schedule/cron-expression.ts';
import { TemplateError } from '../../ports/report-writer.ts';
import { harvestMailValues } from '../../services/harvests/harvest-mails.ts';
import { createMailer } from '../create-mailer.ts';
import { statIfThere } from '../data-directory/copy-durably.ts';
import { dataPaths } from '../data-directory/data-directory.ts';
import { publicUrlOf } from './api-settings.ts';
import type { Configuration } from './configuration.ts';
import { unknownVariables } from './configuration-keys.ts';
import { loadConfiguration } from './load-configuration.ts';
import { loadDictionary } from './load-dictionary.ts';
import { secretOf } from './secrets.ts';

/** The settings of data exports that are in force. */
interface DataExportSettings {
  readonly enabled: boolean;
  /** The next runs of the job if it is enabled. */
  readonly nextRuns: readonly Date[];
  /** ISO 8601. */
  readonly retentionPeriod: string;
  /** The template of the report. */
  readonly template: string;
  /** Where mails go: a server or a folder. */
  readonly mail: string;
}

export interface ConfigurationCheck {
  /** One line for each mistake, with its location and remedy. */
  readonly mistakes: readonly string[];
  /** One line for each variable that has no effect, and for each setting that is valid but probably wrong. */
  readonly warnings: readonly string[];
  /** Undefined if `config.yaml` has mistakes. */
  readonly dataExports: DataExportSettings | undefined;
}

/** The lines of the mistakes that a check finds. Rejects with other errors. */
async function mistakesIn(check: () => Promise<unknown>): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof TemplateError) return error.message.split('\n');
    throw error;
  }
}

async function checkSecrets({ authentication, metrics }: Configuration, dataDirectory: string): Promise<string[]> {
  const checks = Object.entries(authentication.oauth.clients ?? {}).map(([id, setting]) =>
    mistakesIn(() => secretOf(`authentication.oauth.clients.${id}`, setting, dataDirectory)),
  );
  const { token } = metrics;
  if (token !== null) checks.push(mistakesIn(() => secretOf('metrics.token', token, dataDirectory)));
  return (await Promise.all(checks)).flat();
}

const reportWriter = (dataDirectory: string, templatePath: string) =>
  createReportWriter({ folder: dataDirectory, path: templatePath, names: dataReportNames });

const person = { firstName: 'Anna', lastName: 'Schmidt' };

/** Examples for the mail templates, because the names of the placeholders are those of the values. */
const mailExamples: readonly (readonly [template: string, values: Readonly<Record<string, string>>])[] = [
  ['gdpr', { ...person, link: 'https://repo.example.org/', retentionPeriod: '10' }],
  ['harvest', harvestMailValues({ id: '1', source: 'https://oai.example.org/', target: '/', lastRun: null }, person)],
];

/** The mistakes in the mail templates. */
async function checkMailTemplates(dataDirectory: string): Promise<string[]> {
  const templates = createMailTemplates({ folder: dataPaths(dataDirectory).mailTemplates, displayedFolder: 'mail' });
  const checks = mailExamples.map(([name, values]) => mistakesIn(() => templates.fill(name, values)));
  return (await Promise.all(checks)).flat();
}

function dataExportsOf({ repository, mail: { server } }: Configuration, dataDirectory: string): DataExportSettings {
  const { enabled, cronExpression, retentionPeriod, templatePath } = repository.dataprotection;
  const when = parseCronExpression(cronExpression);
  return {
    enabled,
    nextRuns: nextRuns(when, 3, systemClock.now()),
    retentionPeriod,
    template: templatePath,
    mail: server.host === null ? dataPaths(dataDirectory).outbox : `${server.host}:${server.port} (${server.secure})`,
  };
}

/** Another path is right only behind a proxy that replaces it by the context path. */
function publicUrlWarnings(configuration: Configuration): string[] {
  const { publicUrl, contextPath } = configuration.server;
  if (publicUrl === null || publicUrlOf(configuration)?.endsWith(contextPath) === true) return [];
  const likely = new URL(contextPath, publicUrl).href;
  return [
    `server.publicUrl (${publicUrl}) does not end with server.contextPath (${contextPath}), so links in responses and mails lead nowhere unless your proxy adds it. Most proxies need ${likely}`,
  ];
}

/** Folders that the server reads, and that do not exist. It waits for them, so that a disk may be connected later. */
async function folderWarnings({ inbox, harvest }: Configuration): Promise<string[]> {
  const named = [
    ...(inbox ?? []).map(({ folder }, at) => [`inbox.${at}.folder`, folder] as const),
    ...(harvest.folder === null ? [] : [['harvest.folder', harvest.folder] as const]),
  ];
  const checked = await Promise.all(
    named.map(async ([setting, folder]) => {
      const found = await statIfThere(folder).catch(messageOf);
      if (typeof found === 'string') return [`${setting} (${folder}) cannot be read: ${found}`];
      if (found?.isDirectory() === true) return [];
      if (found !== undefined) return [`${setting} (${folder}) is not a folder, so nothing is read from it`];
      return [`${setting} (${folder}) does not exist, so nothing is read from it. To create it: mkdir -p ${folder}`];
    }),
  );
  return checked.flat();
}

/**
 * Reads the configuration as `serve` does, and the templates. Does not open the repository, so that a server may be
 * running. Rejects with system errors.
 */
export async function checkConfiguration(
  dataDirectory: string,
  environment: NodeJS.ProcessEnv,
): Promise<ConfigurationCheck> {
  const paths = dataPaths(dataDirectory);
  let configuration: Configuration | undefined;
  const inFile = await mistakesIn(async () => {
    configuration = await loadConfiguration({ file: paths.config, environment, overrides: {} });
  });
  const inDictionary = await mistakesIn(() => loadDictionary(paths.ownDictionary));
  const inMailTemplates = await checkMailTemplates(dataDirectory);
  const mistakes = [...inFile, ...inDictionary, ...inMailTemplates];
  const warnings = unknownVariables(environment);
  if (configuration === undefined) return { mistakes, warnings, dataExports: undefined };
  const inSecrets = await checkSecrets(configuration, dataDirectory);
  const { mail } = configuration;
  const inMail = await mistakesIn(() => createMailer(mail, dataDirectory, systemClock));
  const { templatePath, summaryExport } = configuration.repository.dataprotection;
  const inReport = summaryExport ? await mistakesIn(() => reportWriter(dataDirectory, templatePath).check()) : [];
  return {
    mistakes: [...mistakes, ...inSecrets, ...inMail, ...inReport],
    warnings: [...warnings, ...publicUrlWarnings(configuration), ...(await folderWarnings(configuration))],
    dataExports: dataExportsOf(configuration, dataDirectory),
  };
}
