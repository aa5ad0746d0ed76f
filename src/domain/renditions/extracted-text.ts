import type { ContentHash } from '../../base/ids.ts';
import { normalized } from '../../base/normalized.ts';
import {
  type AttemptError,
  type FailedAttempt,
  type FailureReason,
  failedAttempt,
  type WorkLimits,
} from './failed-attempts.ts';

/**
 * Why a content has no extracted text, for the administrator. `scan`: the pages contain only images. `unreadable`: the
 * pages contain text whose characters are unknown. `none inside`: the content can be read, but contains no text.
 */
export type NoText = FailureReason | 'scan' | 'unreadable';

/** The result of extracting the text of a content. All nodes with this content share it. */
export interface TextRecord {
  /** The `readerVersion` that read it. Results of older versions are extracted again. */
  readonly reader: number;
  /** The time of the extraction, in ISO 8601. */
  readonly at: string;
  readonly text: {
    /** The size of the cached file. A file of another size is damaged. */
    readonly bytes: number;
    /** Whether the text was cut to the maximum length. */
    readonly cut: boolean;
  } | null;
  /** The reason why there is no text. */
  readonly why?: NoText;
  /** The failed attempt, if a later one may succeed. */
  readonly tried?: FailedAttempt;
}

/** The extracted text of a node that the index was last notified of. */
export interface NodeTextRecord {
  readonly content: ContentHash;
  /** The time of the extraction. */
  readonly at: string;
}

/** The record of a failed extraction. */
export function withoutText(failed: AttemptError<NoText>, limits: WorkLimits, now: Date): TextRecord {
  const tried = failedAttempt(failed, limits, now);
  const record = { reader: readerVersion, at: now.toISOString(), text: null, why: failed.why };
  return tried === undefined ? record : { ...record, tried };
}

/** Raise this whenever extraction can read more than before. */
export const readerVersion = 2;

/** Normalizes an extracted text: composed letters, single spaces and line breaks, no control characters. */
export function normalizeText(text: string): string {
  const clean = text
    .toWellFormed()
    // PDF readers mark a word that is hyphenated at the end of a line with a special character.
    .replace(/[\u00ad\ufffe](?:\r?\n)?/g, '')
    .replace(/(?:(?![\t\n\r])[\p{Cc}\ufeff\uffff])+/gu, ' ')
    .replace(/[^\S\n\r]+/g, ' ')
    .replace(/ ?(?:[\n\r] ?)+/g, '\n')
    .trim();
  return normalized(clean, 'NFC');
}
