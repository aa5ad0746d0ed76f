import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { badRequest, messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { Reception } from './body-guard.ts';
import { requireUncompressedForm } from './content-encoding.ts';

/** The fields of a form by name, in an object without prototype. A field that was sent several times is a list. */
export type FormFields = Readonly<Record<string, string | string[]>>;

/** The limits of a form. */
export interface MultipartLimits {
  readonly fields: number;
  /** The size of all fields together, in bytes. */
  readonly fieldBytes: number;
  /** Undefined: no limit. */
  readonly fileBytes: number | undefined;
}

/** A file of a form. When its stream ends, the rest of the form may still be incomplete. */
export interface FilePart {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Readable;
}

/**
 * The maximum length of a Content-Type, in UTF-16 code units. No client sends a longer one, because a boundary has at
 * most 70 characters (RFC 2046, 5.1.1).
 */
const maxTypeLength = 1_000;

const hasBoundary = /;\s*boundary\s*=\s*(?:"[^"]|[^\s;"])/i;

/** Whether the media type is `multipart/form-data` with a boundary. */
export const isFormWithBoundary = (contentType: string): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType) && hasBoundary.test(contentType);

/** The maximum size of the headers of a part, in bytes. Longer headers are truncated. */
const maxHeaderBytes = 16_384;
const maxHeaders = 50;

/** The size of each of the three buffers between the connection and the reader of a file, in bytes. */
export const chunkBytes = 262_144;

/**
 * The maximum number of files that are parsed: more than one, so that the receiver can refuse a second one with its own
 * message.
 */
const maxFiles = 3;

/**
 * The maximum number of bytes outside of fields and files: boundaries, headers, and what is before the first and after the last part. More
 * than the buffers of the parser, whose bytes are not counted as content yet.
 */
const maxOverhead = 1_048_576;

function addField(fields: Record<string, string | string[]>, name: string, value: string): void {
  const existing = fields[name];
  if (existing === undefined) fields[name] = value;
  else fields[name] = [existing, value].flat();
}

/** Undoes the escapes of browsers for quotation marks and line breaks (WHATWG, multipart/form-data encoding). */
const fileNameOf = (name: string | undefined): string =>
  (name ?? '').replaceAll('%22', '"').replaceAll(/%0d|%0a/gi, '');

const unreadable = (error: unknown): RepositoryError =>
  badRequest(
    `The form cannot be read: ${messageOf(error)}. Nothing was stored. Send a complete multipart/form-data body.`,
  );

function createParser(contentType: string, { fields, fieldBytes, fileBytes }: MultipartLimits): BusboyInstance {
  if (contentType.length > maxTypeLength) {
    throw badRequest(
      `The header Content-Type has more than ${maxTypeLength} characters. Send only multipart/form-data and its boundary.`,
    );
  }
  if (!hasBoundary.test(contentType)) throw unreadable(new Error('its Content-Type has no boundary'));
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      highWaterMark: chunkBytes,
      fileHwm: chunkBytes,
      // A part with another media type is a file, even without a file name.
      isPartAFile: (_, type, name) => name !== undefined || type !== 'text/plain',
      limits: {
        fields,
        fieldSize: fieldBytes,
        parts: fields + maxFiles,
        headerSize: maxHeaderBytes,
        headerPairs: maxHeaders,
        ...(fileBytes === undefined ? {} : { fileSize: fileBytes }),
      },
    });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Encodings that change bytes. The parser does not decode them, and forms must not have them (RFC 7578, 4.7). */
const encodedParts: ReadonlySet<string> = new Set(['base64', 'quoted-printable']);

const encodedPart = (encoding: string): RepositoryError =>
  badRequest(
    `A part of the form has Content-Transfer-Encoding: ${encoding}, which the server does not decode. Nothing was stored. Send the bytes as they are.`,
  );

const tooLargeFile = (): RepositoryError =>
  new RepositoryError(
    'TooLarge',
    'The file is larger than this repository accepts. Upload a smaller one, or ask the operator to raise limits.upload.',
  );

const tooLargeFields = (limit: number): RepositoryError =>
  new RepositoryError('TooLarge', `The fields of the form have more than ${limit} bytes. Send less.`);

const tooMuchOverhead = (): RepositoryError =>
  new RepositoryError(
    'TooLarge',
    `The form has more than ${maxOverhead} bytes outside of its fields and files. Nothing was stored. Send only the parts of the form.`,
  );

const asFormError = (error: unknown): RepositoryError => (error instanceof RepositoryError ? error : unreadable(error));

/** Fails a form whose bytes are mostly no content. `contentBytes` returns how many bytes of fields and files were read so far. */
function limitOverhead(request: IncomingMessage, contentBytes: () => number, fail: (reason: unknown) => void): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received - contentBytes() > maxOverhead) fail(tooMuchOverhead());
  });
}

/** Returns an object to which the fields are added as they arrive, and how many bytes they have so far. */
function collectFields(
  parser: BusboyInstance,
  limits: MultipartLimits,
  fail: (reason: unknown) => void,
): { readonly fields: FormFields; readonly bytes: () => number } {
  const fields: Record<string, string | string[]> = Object.create(null);
  let bytes = 0;
  const tooMany = (): void => fail(badRequest(`The form has too many parts: send at most ${limits.fields} fields.`));
  parser.on('fieldsLimit', tooMany);
  parser.on('partsLimit', tooMany);
  parser.on('field', (name, text, _, isCut) => {
    bytes += Buffer.byteLength(text);
    if (isCut || bytes > limits.fieldBytes) fail(tooLargeFields(limits.fieldBytes));
    else if (name !== undefined) addField(fields, name, text);
  });
  return { fields, bytes: () => bytes };
}

/**
 * Reads a `multipart/form-data` body (RFC 7578) under limits. `takeFile` gets the files, each with the fields that came before it, and must
 * read their streams, or skip them with `resume()`. Nothing is written to disk. The value rejects with `BadRequest`, with `TooLarge`, or with
 * the reason passed to `stop`. Throws `BadRequest` if the media type has no boundary, and `WrongMediaType` if the form is
 * compressed.
 */
export function receiveMultipart(
  request: IncomingMessage,
  contentType: string,
  limits: MultipartLimits,
  takeFile: (file: FilePart, fieldsBefore: FormFields) => void,
): Reception<FormFields> {
  requireUncompressedForm(request);
  const parser = createParser(contentType, limits);
  let fail: (reason: unknown) => void = () => undefined;

  const value = new Promise<FormFields>((resolve, reject) => {
    // The parser is not destroyed, because it may be in the middle of a chunk.
    fail = (reason) => {
      request.unpipe(parser);
      reject(asFormError(reason));
    };
    parser.once('finish', () => {
      // Bytes after the last boundary still belong to the request.
      if (request.readableEnded) resolve(fields);
      else request.once('end', () => resolve(fields));
    });
  });
  const { fields, bytes: fieldBytes } = collectFields(parser, limits, fail);
  const files: BusboyFileStream[] = [];
  parser.on('file', (_, bytes, name, encoding, mimeType) => {
    files.push(bytes);
    bytes.on('limit', () => fail(tooLargeFile()));
    // The value of the form reports the failure.
    bytes.on('error', () => undefined);
    takeFile({ name: fileNameOf(name), mimeType, bytes }, fields);
    if (encodedParts.has(encoding)) fail(encodedPart(encoding));
  });
  parser.on('error', fail);
  request.once('close', () => {
    if (!request.complete) fail(new Error('the client closed the connection'));
  });
  limitOverhead(request, () => files.reduce((sum, { bytesRead }) => sum + bytesRead, fieldBytes()), fail);
  request.pipe(parser);
  return { value, stop: fail };
}
