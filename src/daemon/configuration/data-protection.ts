import { z } from 'zod';
import { parseDuration } from '../../base/duration.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { nodeNameProblem } from '../../base/node-name.ts';
import { type ExportOptions, exportFormOf, type ReportLink } from '../../domain/privacy/export-options.ts';
import { parseCronExpression } from '../../domain/schedule/cron-expression.ts';

/** When a task runs. */
export const cronExpression = z.string().superRefine((text, context) => {
  try {
    parseCronExpression(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is not a schedule. ${messageOf(error)}` });
  }
});

const retentionPeriod = z
  .string()
  .refine(
    (text) => (parseDuration(text) ?? 0) > 0,
    'must be an ISO 8601 duration longer than 0, such as PT240H or P10D',
  );

const fileName = z
  .string()
  .refine(
    (text) => nodeNameProblem(`${text}.zip`) === undefined,
    'must be usable as a file name, such as dataprotectioninfo_edu-repo',
  );

const address = z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.org/privacy' });

const link = z.strictObject({ title: z.string().min(1).max(200), url: address });

/** Other servers write the links as one text, with commas between the addresses. */
const linkText = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(address.transform((url) => ({ title: url, url }))));

/** Links to the law that grants the export. */
const defaultLinks: ReportLink[] = [
  {
    title: 'Datenschutz-Grundverordnung, Artikel 15: Auskunftsrecht',
    url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj?locale=de',
  },
];

/** The block `repository.dataprotection` (section 8 of the contract). */
export const DataProtectionSettings = z
  .strictObject({
    enabled: z.boolean().default(false),
    cronExpression: cronExpression.default('Cron[0 * * * * ?]'),
    retentionPeriod: retentionPeriod.default('PT240H'),
    metadataExport: z.boolean().default(true),
    binaryExport: z.boolean().default(true),
    summaryExport: z.boolean().default(true),
    fileName: fileName.default('dataprotectioninfo_edu-repo'),
    templatePath: z.string().min(1).default('html/dataprotection/report.html'),
    links: z.union([z.array(link), linkText]).default(defaultLinks),
  })
  .refine(
    ({ metadataExport: metadata, binaryExport: binaries, summaryExport: summary }) =>
      exportFormOf({ metadata, binaries, summary }) !== undefined,
    'would create empty exports: set metadataExport, binaryExport or summaryExport to true',
  );

/** The options of the export job. `baseUrl` is the address of the repository in mails. */
export const exportOptionsOf = (
  settings: z.output<typeof DataProtectionSettings>,
  baseUrl: () => string,
): ExportOptions => ({
  enabled: settings.enabled,
  schedule: parseCronExpression(settings.cronExpression),
  retention: parseDuration(settings.retentionPeriod) ?? 0,
  metadata: settings.metadataExport,
  binaries: settings.binaryExport,
  summary: settings.summaryExport,
  fileName: settings.fileName,
  links: settings.links,
  baseUrl,
});
