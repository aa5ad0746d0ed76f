import type { ImportResult } from './harvest.ts';

/** What an item can become. */
export const itemResults = ['created', 'changed', 'already there', 'skipped', 'failed'] as const;

export interface ImportProblem {
  readonly severity: 'error' | 'warning';
  /** Where in the item it is, such as the header of a column; null for the whole item. */
  readonly column: string | null;
  readonly why: string;
  /** What people can do; null if `why` says it. */
  readonly next: string | null;
}

/** What became of an item, or would become of it. Texts are empty if the item does not have them. */
export interface ReportedItem {
  readonly result: (typeof itemResults)[number];
  /** Where it stands in the file, such as `row 12`. */
  readonly where: string;
  /** The ID of its node; null if there is none. */
  readonly node: string | null;
  /** The name of its node. */
  readonly name: string;
  readonly title: string;
  readonly link: string;
  readonly file: string;
  readonly type: string;
  readonly licence: string;
  readonly problems: readonly ImportProblem[];
}

/** What an import of a file did, or would do. */
export interface FileImportReport {
  readonly outcome: ImportResult;
  /** Why it failed; null if it came to its end. */
  readonly reason: string | null;
  /** The kind of the file, as `import --kind` takes it; null if it was not recognised. */
  readonly kind: string | null;
  /** The same in words, with facts such as the number of rows. */
  readonly understoodAs: string | null;
  /** The number of items by what became of them, and of those that were stored without some of their values. */
  readonly counts: Readonly<Record<ReportedItem['result'] | 'warnings', number>>;
  /** The first items. */
  readonly items: readonly ReportedItem[];
  /** The first items with problems. */
  readonly problems: readonly ReportedItem[];
}

/** The number of all items. */
export const itemCount = ({ counts }: Pick<FileImportReport, 'counts'>): number =>
  itemResults.reduce((sum, result) => sum + counts[result], 0);
