import { Readable } from 'node:stream';
import type { z } from 'zod';
import { unknownMimeType } from '../base/mime-type.ts';
import type { UploadedFile } from '../contract/file-body.ts';
import type { BatchEntry } from '../contract/objects/batch.ts';
import { AnswerError } from './answer-error.ts';
import type { Client } from './client.ts';

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

/** Pieces below this size are joined, because a stream takes longer for each of them than for their copy. In bytes. */
const smallPiece = 16_384;

/** Also leaves out empty pieces, which would end a stream. */
function* joinedPieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  for (const piece of pieces) {
    if (piece.length < smallPiece) {
      small.push(piece);
      continue;
    }
    if (small.length > 0) yield Buffer.concat(small);
    small = [];
    yield piece;
  }
  const last = Buffer.concat(small);
  if (last.length > 0) yield last;
}

/** The file that `createNodes` takes, with one entry and a content that is sent as it is read. */
export function streamedEntry(
  entry: Omit<NewEntry, 'content'>,
  content: { readonly bytes: Readable; readonly size: number; readonly mimetype?: string; readonly fileName?: string },
): UploadedFile {
  const { bytes, ...facts } = content;
  const line = Buffer.from(`${JSON.stringify({ ...entry, content: facts })}\n`);
  const pieces = async function* () {
    yield line;
    yield* bytes;
  };
  const size = line.length + content.size;
  return { name: 'entries', mimeType: unknownMimeType, size, bytes: Readable.from(pieces(), { objectMode: false }) };
}

/**
 * Creates the only node of a batch. Resolves to its ID, if the server states it; rejects with `AnswerError` as a call for it alone
 * does.
 */
export async function createOne(
  { createNodes }: Pick<Client, 'createNodes'>,
  body: UploadedFile,
): Promise<string | undefined> {
  const [result] = (await createNodes({ body })).results;
  if (result === undefined || result.status === 200) return result?.node ?? undefined;
  const { status, error } = result;
  throw new AnswerError('createNode', { status, headers: {}, body: { kind: 'json', value: error } });
}

/** The file that the operation `createNodes` takes. */
export function batchFile(entries: readonly NewEntry[]): UploadedFile {
  const pieces = [...joinedPieces(piecesOf(entries))];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return { name: 'entries', mimeType: unknownMimeType, size, bytes: Readable.from(pieces, { objectMode: false }) };
}
