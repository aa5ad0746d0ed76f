import type { Readable } from 'node:stream';
import type { ContentHash } from '../base/ids.ts';
import type { NoText } from '../domain/renditions/extracted-text.ts';
import type { TextSource } from '../domain/renditions/text-source.ts';
import type { WorkLimits } from '../domain/renditions/work-limits.ts';

/** What came of reading a text. `cut`: there is more of it. */
export type TextOutcome =
  | { readonly text: string; readonly cut: boolean }
  | {
      readonly text: null;
      readonly why: NoText;
      /** It was run once only, and may have been ended from outside: it is worth another try. */
      readonly again?: true;
    };

/** Reads texts of contents apart from this process, under limits of time and memory: whatever a file does, it harms nobody else. */
export interface TextReader {
  /** What a text may take: `took too long` and `too much memory` mean these. */
  readonly limits: WorkLimits;
  /**
   * Looks at bytes that begin like such a source, one content at a time. `open` is called once, when it is its turn. What
   * is in the bytes never makes it reject; it rejects where they cannot be read, and with
   * `RepositoryError('Unavailable')` where no texts can be read now.
   */
  read(
    source: TextSource,
    open: () => Promise<Readable>,
    how?: {
      /** Where the process ends for no known reason, leave the second try to the caller. */
      readonly once?: boolean;
    },
  ): Promise<TextOutcome>;
  /** Ends at once what is being read, and takes nothing more. */
  stop(): Promise<void>;
}

/** Reads the text of plain formats (text, Markdown, HTML, XML, JSON) in this process. */
export interface PlainTextReader {
  /** The maximum length of an input in bytes, and of a text in characters. */
  readonly limit: number;
  /** Whether this media type (lower case, without parameters) is a plain format. */
  isPlain(mimeType: string): boolean;
  /**
   * The text of the first `limit` bytes, without most markup; the input may be cut there. Undefined if the type is not plain, or the
   * bytes are not text. Never throws.
   */
  textOf(mimeType: string, bytes: Uint8Array): string | undefined;
}

/** Texts that were read: a cache that may be deleted at any time. */
export interface TextCache {
  /** Makes ready to keep texts. Whether none were there, as when the cache was deleted. */
  prepare(): Promise<{ readonly wasGone: boolean }>;
  /** Undefined where it is not there (any more), is damaged, or is not `bytes` long. */
  read(hash: ContentHash, bytes: number): Promise<string | undefined>;
  /** Resolves to how many bytes it takes. */
  write(hash: ContentHash, text: string): Promise<number>;
  remove(hash: ContentHash): Promise<void>;
  /** All contents of which texts are there, in no order. */
  hashes(): AsyncIterable<ContentHash>;
}
