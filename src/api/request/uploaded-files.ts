import type { Readable } from 'node:stream';
import { bytesUpTo } from '../../base/byte-streams.ts';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { ImportedPiece } from '../../contract/objects/metadata-import.ts';
import type { ImportFile } from '../../domain/metadata-import/import-file.ts';

/** The maximum size of all files of an import, in bytes. A vocabulary of 100,000 entries has about 20 million. */
const maxBytes = 64 * 1024 * 1024;
const maxFiles = 2_000;
/** The maximum number of lines, also of blank ones. Files of the maximum size have a tenth of it. */
const maxLines = 20_000;
/** The maximum size of a line, in bytes. Clients must split larger files into several lines. */
const maxLineBytes = 1024 * 1024;

const tooLarge = (): RepositoryError =>
  new RepositoryError('TooLarge', `The files have more than ${maxBytes} bytes in total. Import fewer at a time.`);

const tooLong = (): RepositoryError =>
  badRequest(
    `A line of the upload has more than ${maxLineBytes} bytes. Split the file into several lines with the same name.`,
  );

async function* linesOf(bytes: Readable): AsyncGenerator<string> {
  let open: Buffer[] = [];
  let length = 0;
  // The chunks of an upload are always buffers.
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (length + end - from > maxLineBytes) throw tooLong();
      yield Buffer.concat([...open, chunk.subarray(from, end)]).toString('utf8');
      open = [];
      length = 0;
      from = end + 1;
    }
    open.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxLineBytes) throw tooLong();
  }
  if (length > 0) yield Buffer.concat(open).toString('utf8');
}

const invalidJson = (number: number, cause: unknown): RepositoryError =>
  new RepositoryError(
    'BadRequest',
    `Line ${number} of the upload is not valid JSON. Each line must be an object with name and base64.`,
    { cause },
  );

function chunkIn(line: string, number: number) {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalidJson(number, cause);
  }
  const parsed = ImportedPiece.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(`Line ${number} of the upload must be an object with name, base64 and, optionally, beside.`);
}

async function filesInLines(bytes: Readable): Promise<ImportFile[]> {
  const files = new Map<string, { readonly chunks: Buffer[]; readonly beside: boolean }>();
  let total = 0;
  let number = 0;
  for await (const line of linesOf(bytes)) {
    number += 1;
    if (number > maxLines)
      throw badRequest(`The upload has more than ${maxLines} lines. Send larger pieces of the files.`);
    if (line.trim() === '') continue;
    const { name, base64, beside } = chunkIn(line, number);
    const chunk = Buffer.from(base64, 'base64');
    total += chunk.length;
    if (total > maxBytes) throw tooLarge();
    const file = files.get(name) ?? { chunks: [], beside };
    file.chunks.push(chunk);
    files.set(name, file);
    if (files.size > maxFiles) throw badRequest(`There are more than ${maxFiles} files. Import fewer at a time.`);
    await yieldToEventLoop();
  }
  return [...files].map(([name, { chunks, beside }]) => ({ name, bytes: Buffer.concat(chunks), beside }));
}

async function oneFile({ name, bytes }: UploadedFile): Promise<ImportFile[]> {
  return [{ name, bytes: await bytesUpTo(bytes, maxBytes, tooLarge), beside: false }];
}

/** The files of an import: the uploaded file, or the files in its lines (`application/x-ndjson`, or a name in `.jsonl`). */
export const uploadedFiles = (upload: UploadedFile): Promise<ImportFile[]> =>
  /^application\/(?:x-)?ndjson\b/.test(upload.mimeType ?? '') || /\.(?:jsonl|ndjson)$/.test(upload.name)
    ? filesInLines(upload.bytes)
    : oneFile(upload);
