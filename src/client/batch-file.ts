import { Readable } from 'node:stream';
import type { z } from 'zod';
import { unknownMimeType } from '../base/mime-type.ts';
import type { UploadedFile } from '../contract/file-body.ts';
import type { BatchEntry } from '../contract/objects/batch.ts';

/** An entry of a batch, with its content in memory. */
export type NewEntry = Omit<z.input<typeof BatchEntry>, 'content'> & {
  readonly content?: { readonly bytes: Uint8Array; readonly mimetype?: string; readonly fileName?: string };
};

function* piecesOf(entries: readonly NewEntry[]): Generator<Uint8Array> {
  for (const { content, ...entry } of entries) {
    if (content === undefined) {
      yield Buffer.from(`${JSON.stringify(entry)}\n`);
      continue;
    }
    const { bytes, ...facts } = content;
    yield Buffer.from(`${JSON.stringify({ ...entry, content: { ...facts, size: bytes.length } })}\n`);
    yield bytes;
  }
}

/** The file that the operation `createNodes` takes. */
export function batchFile(entries: readonly NewEntry[]): UploadedFile {
  const pieces = [...piecesOf(entries)];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  // An empty piece would end a stream of bytes.
  const bytes = Readable.from(
    pieces.filter(({ length }) => length > 0),
    { objectMode: false },
  );
  return { name: 'entries', mimeType: unknownMimeType, size, bytes };
}
