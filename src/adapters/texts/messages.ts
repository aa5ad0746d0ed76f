import type { TextSource } from '../../domain/renditions/text-source.ts';
import type { TextOutcome } from '../../ports/texts.ts';

/** A job for the worker. Contents are passed as files that do not change. */
export interface Job {
  readonly source: TextSource;
  readonly path: string;
  /** The time limit, in milliseconds. Text that is not read within this time is left out. */
  readonly time: number;
}

export interface Reply {
  readonly kind: 'read';
  readonly outcome: TextOutcome;
}

const megabyte = 1_000_000;

/** Maximum size of a source in bytes. A PDF, a compound file and RTF are held in memory as a whole; only the beginning of a plain text is read. */
export const maxSourceBytes: Readonly<Record<TextSource, number>> = {
  pdf: 200 * megabyte,
  zip: 2_000 * megabyte,
  'compound file': 100 * megabyte,
  rtf: 100 * megabyte,
  plain: 2_000 * megabyte,
};
