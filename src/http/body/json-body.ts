import { isUtf8 } from 'node:buffer';
import { badRequest, messageOf } from '../../base/errors/errors.ts';

/** Whether a value has more levels of objects and lists. Never goes deeper than the limit. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) ?? undefined;
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${messageOf(error)}.`);
  }
}

/**
 * The value of a JSON body. `null` counts as no body, because clients send it in that sense. JSON must be in UTF-8 (RFC
 * 8259), with or without a byte order mark: bytes in another encoding would be stored as wrong characters. Throws
 * `BadRequest` if the body is not JSON, or is nested more than `maxDepth` deep.
 */
export function parseJson(bytes: Buffer, maxDepth: number): unknown {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid JSON: encode it in UTF-8.');
  const value = parsedJson(bytes.toString('utf8'));
  if (isDeeper(value, maxDepth)) {
    throw badRequest(`The body is nested more than ${maxDepth} deep. Send fewer lists and objects inside each other.`);
  }
  return value;
}

export function parseText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8: encode the text in UTF-8.');
  return bytes.toString('utf8');
}
