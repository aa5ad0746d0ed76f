import { isUtf8 } from 'node:buffer';
import { badRequest, messageOf } from '../../base/errors/errors.ts';

/**
 * The value of a JSON body. `null` counts as no body, because clients send it in that sense. JSON must be in UTF-8 (RFC
 * 8259): bytes in another encoding would be stored as wrong characters.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid JSON: encode it in UTF-8.');
  try {
    return JSON.parse(bytes.toString('utf8')) ?? undefined;
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${messageOf(error)}.`);
  }
}

export function parseText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8: encode the text in UTF-8.');
  return bytes.toString('utf8');
}
