import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../base/byte-range.ts';
import type { FileBody } from '../../contract/file-body.ts';

type Facts = Pick<FileBody, 'mimeType' | 'fileName' | 'disposition'>;

/** A file that is there for the caller. It is opened only where the caller has not got it yet. */
export interface FileOffer extends Facts {
  /** Of all of it, in bytes. */
  readonly size: number;
  /** The same for the same bytes, and another one for others. Letters, digits, `-`, `.` and `_`. */
  readonly tag: string;
  /** The whole, or a part that lies within it. Called once at most. */
  open(range?: ByteRange): Promise<Readable>;
}

/** Offers what is in memory, tagged by its digest unless a tag is given. */
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
