import type { IncomingMessage } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { badRequest, messageOf, RepositoryError } from '../base/errors.ts';
import { unknownMimeType } from '../base/mime-type.ts';
import type { UploadedFile } from '../contract/call.ts';

/** A file that is being received: it flows to whoever reads it, and nothing of it is kept here. */
export interface Upload {
  /** Resolves at the start of the file, whatever its field is called; undefined where the form has none. */
  readonly file: Promise<UploadedFile | undefined>;
  /**
   * Stops receiving; to be called when the answer is decided. What is still on its way is read and forgotten, for five
   * seconds at most: a client that is still sending would else see a broken connection instead of the answer.
   */
  abandon(): Promise<void>;
}

/** What formidable tells of a part when it starts. */
interface StartedPart {
  readonly originalFilename?: string | null;
  readonly mimetype?: string | null;
}

/** A part of a form, before it is taken for a field or a file. */
interface Part {
  readonly originalFilename: string | null;
  mimetype: string | null;
}

function asBadRequest(error: unknown): RepositoryError {
  if (error instanceof RepositoryError) return error;
  const tooLarge = typeof error === 'object' && error !== null && 'httpCode' in error && error.httpCode === 413;
  return tooLarge
    ? new RepositoryError('TooLarge', 'The file is larger than this repository takes (limits.upload).', {
        cause: error,
      })
    : badRequest(`The upload is broken: ${messageOf(error)}. Nothing was kept of it.`);
}

/** A part with a file name is a file, also where it does not say of which type (RFC 7578, 4.4). */
function nameType<P extends Part>(part: P, handle: (part: P) => void): void {
  if (part.originalFilename !== null) part.mimetype ??= unknownMimeType;
  handle(part);
}

/** What follows the last boundary belongs to the request too: without it the request is not whole. */
async function requestEnd(request: IncomingMessage): Promise<void> {
  if (!request.complete) await finished(request);
}

const patience = 5_000;

/** Resolves when the client has sent all, has gone, or has been listened to for long enough. */
async function forgetRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners('data').resume();
  await finished(request, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
}

/**
 * Receives a `multipart/form-data` body with one file. The file's stream ends only when the whole form was understood,
 * and breaks where it was not, so that a half-received file is never taken for a whole one.
 */
export function receiveUpload(context: Context, maximalSize: number | undefined): Upload {
  const bytes = new PassThrough({ highWaterMark: 1_048_576 });
  let files = 0;
  let resolveFile: (file: UploadedFile | undefined) => void = () => {};
  let rejectFile: (error: unknown) => void = () => {};
  const file = new Promise<UploadedFile | undefined>((resolve, reject) => {
    resolveFile = resolve;
    rejectFile = reject;
  });

  const fail = (error: unknown): void => {
    const failure = asBadRequest(error);
    rejectFile(failure);
    bytes.destroy(failure);
  };

  const sink = (): Writable =>
    new Writable({
      highWaterMark: 1_048_576,
      write: (chunk: Buffer, _encoding, done) => {
        if (bytes.destroyed) done(bytes.errored ?? new Error('the file is not wanted any more'));
        else bytes.write(chunk, done);
      },
    });

  const begin = (part?: StartedPart): Writable => {
    files += 1;
    // Throwing here would end the process: the parser calls this where nobody listens.
    if (files > 1) fail(badRequest('The form has more than one file: send one.'));
    resolveFile({
      name: part?.originalFilename ?? '',
      mimeType: part?.mimetype ?? undefined,
      bytes,
    });
    return sink();
  };

  const parse = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      // Beside the file there is nothing to be kept.
      maxFields: 20,
      maxFieldsSize: 100_000,
      allowEmptyFiles: true,
      minFileSize: 0,
      maxFileSize: maximalSize ?? Number.MAX_SAFE_INTEGER,
      maxTotalFileSize: maximalSize ?? Number.MAX_SAFE_INTEGER,
      onPart: nameType,
      // The types of the parser know neither the argument that it passes nor what may be thrown.
      fileWriteStreamHandler: begin as () => Writable,
    },
  });
  parse(context, async () => {})
    .then(() => requestEnd(context.req))
    .then(() => {
      resolveFile(undefined);
      bytes.end();
    })
    .catch(fail);
  // Whoever reads the file hears of its end; nobody else needs to.
  file.catch(() => undefined);
  bytes.on('error', () => undefined);

  return {
    file,
    async abandon() {
      if (bytes.writableFinished) return;
      bytes.destroy(new Error('the upload was refused'));
      await forgetRest(context.req);
    },
  };
}
