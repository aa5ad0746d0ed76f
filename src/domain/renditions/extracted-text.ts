import type { ContentHash } from '../../base/ids.ts';
import { normalized } from '../../base/normalized.ts';
import {
  type AttemptError,
  type FailedAttempt,
  type FailureReason,
  failedAttempt,
  type WorkLimits,
} from './work-limits.ts';

/**
 * Why there is no text of a content, in words for whoever runs the repository. `scan`: it has pages, and pictures of words
 * on them at best. `none inside`: it can be read, and nothing is written in it.
 */
export type NoText = FailureReason | 'scan';

/** What came of reading the text of a content. It is the same for all nodes with these bytes. */
export interface TextRecord {
  /** By which rules it was read (`readerVersion`): what older ones read or could not read is read anew. */
  readonly reader: number;
  /** When, in ISO 8601. */
  readonly at: string;
  readonly text: {
    /** Of the kept file: one of another length is not what was kept. */
    readonly bytes: number;
    /** There is more in the content than is kept. */
    readonly cut: boolean;
  } | null;
  /** Given where there is none. */
  readonly why?: NoText;
  /** Given where there is none and the content alone is not to blame: at another time there may be one. */
  readonly tried?: FailedAttempt;
}

/** The text of a content that a node can be found by, as the index was last told of it. */
export interface NodeTextRecord {
  readonly content: ContentHash;
  /** When it was read. */
  readonly at: string;
}

/** The record of a text that did not come out. */
export function withoutText(failed: AttemptError<NoText>, limits: WorkLimits, now: Date): TextRecord {
  const tried = failedAttempt(failed, limits, now);
  const record = { reader: readerVersion, at: now.toISOString(), text: null, why: failed.why };
  return tried === undefined ? record : { ...record, tried };
}

/** To be raised when the program learns to read texts that it could not read before. */
export const readerVersion = 1;

/** Text as it is kept: composed letters, one space or line break between words, nothing that cannot be shown. */
export function normalizeText(text: string): string {
  const tidy = text
    .toWellFormed()
    // Where a word was parted at the end of a line, PDF readers put a sign of their own instead of the hyphen.
    .replace(/[\u00ad\ufffe](?:\r?\n)?/g, '')
    .replace(/(?:(?![\t\n\r])[\p{Cc}\ufeff\uffff])+/gu, ' ')
    .replace(/[^\S\n\r]+/g, ' ')
    .replace(/ ?(?:[\n\r] ?)+/g, '\n')
    .trim();
  return normalized(tidy, 'NFC');
}
