import type { TextSource } from '../../domain/renditions/text-source.ts';
import type { TextOutcome } from '../../ports/texts.ts';

/** What the worker is told to do. Contents come as files that nobody changes. */
export interface Job {
  readonly source: TextSource;
  readonly path: string;
  /** In milliseconds: what is not read then is left out. */
  readonly time: number;
}

/** What the worker answers, once for each job. */
export interface Reply {
  readonly kind: 'read';
  readonly outcome: TextOutcome;
}

const megabyte = 1_000_000;

/** What is larger is not looked at, in bytes. A PDF is held in memory as a whole; of a plain text the beginning is read. */
export const largestSource: Readonly<Record<TextSource, number>> = {
  pdf: 200 * megabyte,
  zip: 2_000 * megabyte,
  plain: 2_000 * megabyte,
};
