import { isUtf8 } from 'node:buffer';
import { badRequest, messageOf } from '../../base/errors/errors.ts';

/**
 * The value of a JSON body. `null` counts as none, as clients send it so. RFC 8259: JSON is UTF-8; letters that are not
 * would otherwise be stored as something else than was sent.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw badRequest('The body is no JSON: it is not in UTF-8.');
  try {
    return JSON.parse(bytes.toString('utf8')) ?? undefined;
  } catch (error) {
    throw badRequest(`The body is no JSON: ${messageOf(error)}.`);
  }
}

/** The text of a body, every character of it. */
export function parseText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest('The body is no text in UTF-8.');
  return bytes.toString('utf8');
}
