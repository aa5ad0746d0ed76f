import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { badRequest, messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { Reception } from './body-guard.ts';

/** The fields of a form by name, without a prototype. A field that was sent more than once is a list. */
export type FormFields = Readonly<Record<string, string | string[]>>;

/** What a form may bring. */
export interface MultipartLimits {
  readonly fields: number;
  /** Of all fields together, in bytes. */
  readonly fieldBytes: number;
  /** Undefined: no limit. */
  readonly fileBytes: number | undefined;
}

/** A file of a form. Its stream ends at the end of the file; whether the form is whole is not known then. */
export interface FilePart {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Readable;
}

/** A longer header than any client writes; a boundary has at most 70 characters (RFC 2046, 5.1.1). */
const maxTypeLength = 1_000;

const hasBoundary = /;\s*boundary\s*=\s*(?:"[^"]|[^\s;"])/i;

/** Whether the type is that of a form whose parts can be told apart. */
export const isFormWithBoundary = (contentType: string): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType) && hasBoundary.test(contentType);

/** Of a part. What is longer is cut. */
const maxHeaderBytes = 16_384;
const maxHeaders = 50;

/** In memory between the connection and the reader of a file, in each of three places. */
export const chunkBytes = 262_144;

/** More than one is refused by those who take a file. */
const maxFiles = 3;

function addField(fields: Record<string, string | string[]>, name: string, value: string): void {
  const known = fields[name];
  if (known === undefined) fields[name] = value;
  else fields[name] = [known, value].flat();
}

/** Browsers write a quotation mark and the ends of lines so (WHATWG, multipart/form-data encoding). */
const fileNameOf = (name: string | undefined): string =>
  (name ?? '').replaceAll('%22', '"').replaceAll(/%0d|%0a/gi, '');

function createParser(contentType: string, { fields, fieldBytes, fileBytes }: MultipartLimits): BusboyInstance {
  if (contentType.length > maxTypeLength) throw badRequest('The header Content-Type is too long.');
  if (!hasBoundary.test(contentType)) throw badRequest('The form cannot be read: its Content-Type names no boundary.');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      highWaterMark: chunkBytes,
      fileHwm: chunkBytes,
      // A part with a type of its own is a file, also without a name.
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
    throw badRequest(`The form cannot be read: ${messageOf(error)}.`);
  }
}

const tooLargeFile = (): RepositoryError =>
  new RepositoryError('TooLarge', 'The file is larger than this repository takes (limits.upload).');

const tooLargeFields = (limit: number): RepositoryError =>
  new RepositoryError('TooLarge', `The fields of the form have more than ${limit} bytes.`);

const asFormError = (error: unknown): RepositoryError =>
  error instanceof RepositoryError
    ? error
    : badRequest(`The form is broken: ${messageOf(error)}. Nothing of it was kept.`);

/**
 * Reads a `multipart/form-data` body (RFC 7578) under limits. Files go to `takeFile`, which must read their streams or
 * leave them to be skipped by `resume()`. Nothing is written to disk. The value rejects with `BadRequest`, `TooLarge`, or
 * what `stop` was given. Throws `BadRequest` where the type has no boundary.
 */
export function receiveMultipart(
  request: IncomingMessage,
  contentType: string,
  limits: MultipartLimits,
  takeFile: (file: FilePart) => void,
): Reception<FormFields> {
  const parser = createParser(contentType, limits);
  const values: Record<string, string | string[]> = Object.create(null);
  let fieldBytes = 0;
  let fail: (reason: unknown) => void = () => undefined;

  const value = new Promise<FormFields>((resolve, reject) => {
    // The parser is not destroyed: it may be in the middle of its work.
    fail = (reason) => {
      request.unpipe(parser);
      reject(asFormError(reason));
    };
    parser.once('finish', () => {
      // What follows the last boundary belongs to the request, too.
      if (request.readableEnded) resolve(values);
      else request.once('end', () => resolve(values));
    });
  });

  const tooMany = (): void => fail(badRequest(`The form has too many parts: send at most ${limits.fields} fields.`));
  parser.on('file', (_, bytes, name, __, mimeType) => {
    bytes.on('limit', () => fail(tooLargeFile()));
    // The outcome of the form says that it broke off.
    bytes.on('error', () => undefined);
    takeFile({ name: fileNameOf(name), mimeType, bytes });
  });
  parser.on('field', (name, text, _, isCut) => {
    fieldBytes += Buffer.byteLength(text);
    if (isCut || fieldBytes > limits.fieldBytes) fail(tooLargeFields(limits.fieldBytes));
    else if (name !== undefined) addField(values, name, text);
  });
  parser.on('fieldsLimit', tooMany);
  parser.on('partsLimit', tooMany);
  parser.on('error', fail);
  request.once('close', () => {
    if (!request.complete) fail(new Error('the client broke the connection'));
  });
  request.pipe(parser);
  return { value, stop: fail };
}
