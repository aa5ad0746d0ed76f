import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { hasUtf8Values } from '../../base/percent-encoding.ts';
import type { FormLimits } from '../limits.ts';
import type { Reception } from './body-guard.ts';
import { parseText } from './json-body.ts';
import { type FormFields, receiveMultipart } from './multipart.ts';

/** The fields of an `application/x-www-form-urlencoded` body. Throws `BadRequest` if there are too many, or they are not in UTF-8. */
export function parseUrlencoded(bytes: Buffer, maxFields: number): FormFields {
  const text = parseText(bytes);
  if (!hasUtf8Values(text))
    throw badRequest('The percent signs of the form do not encode UTF-8. Encode ü as %C3%BC, for example, not as %FC.');
  const fields = parse(text, '&', '=', { maxKeys: maxFields + 1 }) as FormFields;
  const count = Object.values(fields).flat().length;
  if (count > maxFields) throw badRequest(`The form has too many fields: send at most ${maxFields}.`);
  return fields;
}

/** Reads the fields of a `multipart/form-data` body and skips its files. Rejects as `receiveMultipart` does. */
export function receiveFields(
  request: IncomingMessage,
  contentType: string,
  { bytes: maxBytes, fields }: FormLimits,
): Reception<FormFields> {
  const limits = { fields, fieldBytes: maxBytes, fileBytes: maxBytes };
  return receiveMultipart(request, contentType, limits, ({ bytes }) => void bytes.resume());
}

/** Why JSON is no form, for clients that send the token request as they send everything else. */
export const formInJson = (): RepositoryError =>
  new RepositoryError(
    'WrongMediaType',
    'The token endpoint takes form fields, not JSON. Send them as application/x-www-form-urlencoded; the client ID and secret may also be in the header Authorization: Basic.',
  );

/** Only the token endpoint takes a form, and it returns 401 for an invalid request (section 5.1 of the interface contract). */
export function asTokenFailure(error: unknown): unknown {
  return error instanceof RepositoryError && (error.code === 'BadRequest' || error.code === 'WrongMediaType')
    ? new RepositoryError('Unauthorized', error.message, { cause: error })
    : error;
}
