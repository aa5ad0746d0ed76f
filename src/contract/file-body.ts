import type { Readable } from 'node:stream';
import type { ByteRange } from '../base/byte-range.ts';

/** A file that a client uploads. The stream can be read once; the reader must consume or destroy it. */
export interface UploadedFile {
  readonly name: string;
  /** The media type that the sender states; not verified. */
  readonly mimeType: string | undefined;
  /** The size in bytes; undefined if the sender does not know it in advance. */
  readonly size?: number | undefined;
  readonly bytes: Readable;
}

/** A file that a client downloads. */
export interface FileBody {
  readonly bytes: Readable;
  /** The size in bytes; undefined if the server does not state it. */
  readonly size: number | undefined;
  readonly mimeType: string;
  /** The encoding of a text, if it is known. */
  readonly charset?: string | undefined;
  readonly fileName: string | undefined;
  /** `inline` only for types that a browser shows without running code. */
  readonly disposition: 'attachment' | 'inline';
  /** An opaque tag that changes with the bytes. */
  readonly tag?: string | undefined;
  /** The range, if this is only a part of the file. `total` is the size of the whole file, `size` that of the range. */
  readonly part?: (ByteRange & { readonly total: number }) | undefined;
}
