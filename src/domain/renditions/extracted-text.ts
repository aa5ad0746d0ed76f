import type { ContentHash } from '../../base/ids.ts';
import {
  type AttemptError,
  type FailedAttempt,
  type FailureReason,
  failedAttempt,
  type WorkLimits,
} from './failed-attempts.ts';
import type { FileStatements } from './file-statements.ts';

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
  /** What the file says of itself. Undefined if it could not be read, or was read by a program that did not look for it. */
  readonly said?: FileStatements;
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
