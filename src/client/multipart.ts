import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { unknownMimeType } from '../base/mime-type.ts';
import type { UploadedFile } from '../contract/file-body.ts';
import { ChangedFileError } from './answer-error.ts';

export interface EncodedBody {
  readonly contentType: string;
  /** The length of the body in bytes; undefined if it is not known in advance. */
  readonly length: number | undefined;
  readonly bytes: Readable;
}

/** Escapes the same three characters as browsers (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (text: string): string => text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

// The body must have the announced length: a server waits for missing bytes, and parses excess bytes as a request.
async function* partsOf(file: UploadedFile, head: Buffer, tail: Buffer): AsyncGenerator<Buffer> {
  let sent = 0;
  yield head;
  for await (const chunk of file.bytes) {
    sent += (chunk as Buffer).length;
    if (file.size !== undefined && sent > file.size) break;
    yield chunk as Buffer;
  }
  if (file.size !== undefined && sent !== file.size) {
    throw new ChangedFileError(file.name, file.size);
  }
  yield tail;
}

/** Encodes a file as `multipart/form-data` (RFC 7578), as a stream. The file is not loaded into memory. */
export function encodeMultipart(field: string, file: UploadedFile): EncodedBody {
  const boundary = `edu-repo-${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${quoted(file.name)}"\r\n` +
      `Content-Type: ${file.mimeType ?? unknownMimeType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const bytes = Readable.from(partsOf(file, head, tail), { objectMode: false, highWaterMark: 262_144 });
  // A request that fails before it reads the first byte would leave the file open.
  bytes.once('close', () => file.bytes.destroy());
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: file.size === undefined ? undefined : head.length + file.size + tail.length,
    bytes,
  };
}
