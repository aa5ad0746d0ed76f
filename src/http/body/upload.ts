import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { badRequest } from '../../base/errors/errors.ts';
import { unknownMimeType } from '../../base/mime-type.ts';
import { mimeTypeOfName } from '../../base/mime-type-of-name.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import type { FormUpload } from '../../contract/page.ts';
import type { Reception } from './body-guard.ts';
import { chunkBytes, type FilePart, type FormFields, receiveMultipart } from './multipart.ts';

/** The limits of the other fields of the form, which are ignored. */
const fieldLimits = { fields: 20, fieldBytes: 100_000 };

/**
 * A part without media type counts as plain text (RFC 7578, 4.4). Then the extension of the file name decides, if it is
 * known.
 */
function statedType({ name, mimeType }: FilePart): string | undefined {
  return mimeType === 'text/plain' && mimeTypeOfName(name) !== unknownMimeType ? undefined : mimeType;
}

/**
 * Receives a `multipart/form-data` body with one file of at most `maxSize` bytes. The value resolves as soon as the file
 * begins, in a field of any name; it is undefined if the form has no file. The stream of the file ends only after the
 * whole form was parsed, and fails otherwise, so that a truncated file is never taken for a whole one. Throws
 * `BadRequest` if the media type has no boundary.
 */
export function receiveUpload(
  request: IncomingMessage,
  contentType: string,
  maxSize: number | undefined,
): Reception<UploadedFile | undefined> {
  const { value, stop } = receiveFormWithFile(request, contentType, maxSize);
  return { value: value.then(({ file }) => file), stop };
}

/** Receives a form as `receiveUpload` does, and also the fields that come before the file. */
export function receiveFormWithFile(
  request: IncomingMessage,
  contentType: string,
  maxSize: number | undefined,
): Reception<FormUpload> {
  const bytes = new PassThrough({ highWaterMark: chunkBytes });
  const { promise: value, resolve, reject } = withResolvers<FormUpload>();
  let files = 0;
  let form: Reception<FormFields> | undefined;

  const takeFile = (part: FilePart, fields: FormFields): void => {
    files += 1;
    if (files > 1) {
      part.bytes.resume();
      form?.stop(badRequest('The form has more than one file: send one.'));
      return;
    }
    part.bytes.pipe(bytes, { end: false });
    resolve({ fields: { ...fields }, file: { name: part.name, mimeType: statedType(part), bytes } });
  };

  // Without a name, a browser may have sent the field although no file was chosen. It then has no bytes.
  const takeIfSent = (part: FilePart, fields: FormFields): void => {
    if (part.name === '') whenNotEmpty(part.bytes, () => takeFile(part, fields));
    else takeFile(part, fields);
  };

  form = receiveMultipart(request, contentType, { ...fieldLimits, fileBytes: maxSize }, takeIfSent);
  form.value.then(
    (fields) => {
      resolve({ fields, file: undefined });
      bytes.end();
    },
    (failure: Error) => {
      reject(failure);
      bytes.destroy(failure);
    },
  );
  // The reader of the file gets the failure. A refused upload has no reader, so the rejections need handlers.
  value.catch(() => undefined);
  bytes.on('error', () => undefined);
  return { value, stop: form.stop };
}

/** Calls back when the first bytes of a stream have come, and leaves them in it. Does nothing if the stream ends without bytes. */
function whenNotEmpty(bytes: Readable, proceed: () => void): void {
  const onReadable = (): void => {
    const first: unknown = bytes.read();
    if (first === null) return;
    bytes.off('readable', onReadable);
    bytes.unshift(first);
    proceed();
  };
  bytes.on('readable', onReadable);
}

function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
