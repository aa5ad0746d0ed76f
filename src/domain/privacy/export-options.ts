import type { CronExpression } from '../schedule/cron-expression.ts';

/** The links in the report. */
export interface ReportLink {
  readonly title: string;
  readonly url: string;
}

/** The configuration block `repository.dataprotection` (section 8 of the contract). */
export interface ExportOptions {
  readonly enabled: boolean;
  readonly schedule: CronExpression;
  /** How long a finished export is kept, in milliseconds. */
  readonly retention: number;
  /** Whether to include properties as JSON files. */
  readonly metadata: boolean;
  /** Whether to include originals and thumbnails. */
  readonly binaries: boolean;
  /** Whether to include the report. */
  readonly summary: boolean;
  /** The file name without date and extension. */
  readonly fileName: string;
  readonly links: readonly ReportLink[];
  /** The address of the repository in mails, including the context path. It never comes from a request. */
  readonly baseUrl: () => string;
}

/** The form of an export, from the three switches (output rules 1 and 2). */
export type ExportForm =
  | { readonly kind: 'report' }
  | {
      readonly kind: 'archive';
      readonly metadata: boolean;
      readonly binaries: boolean;
      readonly report: boolean;
    };

/** Undefined if all three switches are off, so that the export would be empty. */
export function exportFormOf(
  switches: Pick<ExportOptions, 'metadata' | 'binaries' | 'summary'>,
): ExportForm | undefined {
  const { metadata, binaries, summary } = switches;
  if (summary && !metadata) return { kind: 'report' };
  if (!metadata && !binaries) return undefined;
  return { kind: 'archive', metadata, binaries, report: summary };
}

/** The date in Berlin as `yyMMdd`. */
function datePrefix(at: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: 'Europe/Berlin', year: '2-digit', month: '2-digit', day: '2-digit' },
  }).formatToParts(at);
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? '';
  return part('year') + part('month') + part('day');
}

/** The name of the export node: `261124_dataprotectioninfo_edu-repo.zip`. */
export const exportFileName = (fileName: string, form: ExportForm, at: Date): string =>
  `${datePrefix(at)}_${fileName}.${form.kind === 'report' ? 'pdf' : 'zip'}`;
