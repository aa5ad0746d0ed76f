import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../base/byte-range.ts';
import type { FileBody } from '../../contract/file-body.ts';

type Facts = Pick<FileBody, 'mimeType' | 'fileName' | 'disposition'>;

/** A file that the caller may read. It is opened only if the client does not have it yet. */
export interface FileOffer extends Facts {
  /** The size of the whole file, in bytes. */
  readonly size: number;
  /** Equal for equal bytes, different for different bytes. Letters, digits, `-`, `.` and `_`. */
  readonly tag: string;
  /** The encoding of a text, if it is known. Called only if the client does not have the file yet. */
  charset?(): Promise<string | undefined>;
  /** Opens the file, or a range within it. Call this once at most. */
  open(range?: ByteRange): Promise<Readable>;
}

/** The address to request instead of a file. */
export interface Redirect {
  readonly location: string;
}

/** Offers bytes in memory. The default tag is their digest. */
export function offerOf(bytes: Buffer, facts: Facts & { readonly tag?: string }): FileOffer {
  return {
    tag: createHash('sha256').update(bytes).digest('hex'),
    ...facts,
    size: bytes.length,
    open: async (range) => {
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return Readable.from(part.length === 0 ? [] : [part]);
    },
  };
}
