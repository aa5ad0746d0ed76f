import type { Readable } from 'node:stream';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { ImportedPiece } from '../../contract/objects/metadata-import.ts';
import type { ImportFile } from '../../domain/metadata-import/import-file.ts';

/** All files of an import together, in bytes: vocabularies of a hundred thousand entries have some twenty million. */
const mostBytes = 64 * 1024 * 1024;
const mostFiles = 2_000;
/** In bytes; whoever writes the lines cuts files into pieces. */
const longestLine = 1024 * 1024;

const tooLarge = (): RepositoryError =>
  new RepositoryError('TooLarge', `The files have more than ${mostBytes} bytes together: bring fewer at a time.`);

async function* chunksOf(bytes: Readable): AsyncGenerator<Buffer> {
  // An upload is a stream of bytes.
  for await (const chunk of bytes) yield chunk as Buffer;
}

async function* linesOf(bytes: Readable): AsyncGenerator<string> {
  let open: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(bytes)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...open, chunk.subarray(from, end)]).toString('utf8');
      open = [];
      length = 0;
      from = end + 1;
    }
    open.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longestLine)
      throw badRequest(`A line of the files has more than ${longestLine} bytes: cut it into pieces.`);
  }
  if (length > 0) yield Buffer.concat(open).toString('utf8');
}

const noJson = (number: number, cause: unknown): RepositoryError =>
  new RepositoryError('BadRequest', `Line ${number} of the files is no JSON.`, { cause });

function pieceIn(line: string, number: number) {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw noJson(number, cause);
  }
  const parsed = ImportedPiece.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(`Line ${number} of the files is not {"name", "base64", "beside"}.`);
}

async function filesInLines(bytes: Readable): Promise<ImportFile[]> {
  const files = new Map<string, { readonly pieces: Buffer[]; readonly beside: boolean }>();
  let total = 0;
  let number = 0;
  for await (const line of linesOf(bytes)) {
    number += 1;
    if (line.trim() === '') continue;
    const { name, base64, beside } = pieceIn(line, number);
    const piece = Buffer.from(base64, 'base64');
    total += piece.length;
    if (total > mostBytes) throw tooLarge();
    const file = files.get(name) ?? { pieces: [], beside };
    file.pieces.push(piece);
    files.set(name, file);
    if (files.size > mostFiles) throw badRequest(`There are more than ${mostFiles} files: bring fewer at a time.`);
    await yieldToEventLoop();
  }
  return [...files].map(([name, { pieces, beside }]) => ({ name, bytes: Buffer.concat(pieces), beside }));
}

async function oneFile({ name, bytes }: UploadedFile): Promise<ImportFile[]> {
  const pieces: Buffer[] = [];
  let total = 0;
  for await (const chunk of chunksOf(bytes)) {
    total += chunk.length;
    if (total > mostBytes) throw tooLarge();
    pieces.push(chunk);
  }
  return [{ name, bytes: Buffer.concat(pieces), beside: false }];
}

/** The files of an import: the one that was uploaded, or those in its lines (`application/x-ndjson`, or a name in `.jsonl`). */
export const uploadedFiles = (upload: UploadedFile): Promise<ImportFile[]> =>
  /^application\/(?:x-)?ndjson\b/.test(upload.mimeType ?? '') || /\.(?:jsonl|ndjson)$/.test(upload.name)
    ? filesInLines(upload.bytes)
    : oneFile(upload);
