import type { Readable } from 'node:stream';
import type { ContentHash } from '../base/ids.ts';
import type { NoText } from '../domain/renditions/extracted-text.ts';
import type { WorkLimits } from '../domain/renditions/failed-attempts.ts';
import type { FileStatements } from '../domain/renditions/file-statements.ts';
import type { TextSource } from '../domain/renditions/text-source.ts';

/** The result of an extraction. `said`: what the file says of itself. `cut`: the text was cut to the maximum length. */
export type TextOutcome = { readonly said?: FileStatements } & (
  | { readonly text: string; readonly cut: boolean }
  | {
      readonly text: null;
      readonly why: NoText;
      /** Set if the worker ran only once and may have been killed from outside, so that a second attempt may succeed. */
      readonly again?: true;
    }
);

/** Extracts texts in a sandbox with limits of time and memory, so that a malicious file cannot affect the server. */
export interface TextReader {
  /** The limits for one text. `took too long` and `too much memory` refer to these. */
  readonly limits: WorkLimits;
  /**
   * Extracts the text of a file of this kind, one file at a time. Calls `open` once, when the work begins. Never rejects
   * because of the contents of a file. Rejects if the stream fails, and with `RepositoryError('Unavailable')` if no text can
   * be extracted now.
   */
  read(
    source: TextSource,
    open: () => Promise<Readable>,
    options?: {
      /** Do not try again if the worker ends for an unknown reason; the caller decides. */
      readonly once?: boolean;
    },
  ): Promise<TextOutcome>;
  /** Cancels the running extraction and accepts no more. */
  stop(): Promise<void>;
}

/** Reads the text of plain formats (text, Markdown, HTML, XML, JSON) in this process. */
export interface PlainTextReader {
  /** The maximum length of an input in bytes, and of a text in characters. */
  readonly limit: number;
  /** Whether this media type (lower case, without parameters) is a plain format. */
  isPlain(mimeType: string): boolean;
  /**
   * The text of the first `limit` bytes, without most markup. Undefined if the type is not plain, or the bytes are not text.
   * Never throws.
   */
  textOf(mimeType: string, bytes: Uint8Array): string | undefined;
}

/** The cache of extracted texts. It may be deleted at any time. */
export interface TextCache {
  /** Prepares the cache. `wasGone`: its folder did not exist, for example because it had been deleted. */
  prepare(): Promise<{ readonly wasGone: boolean }>;
  /** Reads a cached text; undefined if it is missing, damaged, or not `bytes` long. */
  read(hash: ContentHash, bytes: number): Promise<string | undefined>;
  /** Caches a text. Resolves to the size of the stored file in bytes. */
  write(hash: ContentHash, text: string): Promise<number>;
  remove(hash: ContentHash): Promise<void>;
  /** The hashes of all contents with a cached text, in no particular order. */
  hashes(): AsyncIterable<ContentHash>;
}
