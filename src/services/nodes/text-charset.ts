import type { ContentReference } from '../../domain/nodes/records.ts';
import { charsetOf } from '../../domain/text/decoded-text.ts';
import type { Seams } from '../../ports/seams.ts';
import { headOf } from '../renditions/stored-contents.ts';

/** Types whose files can declare their encoding, which a `charset` would override (RFC 7303, section 3). */
const declareEncoding: ReadonlySet<string> = new Set(['text/html', 'text/xml']);

/** The number of bytes to read. Hardly any longer text has its first umlaut later. */
const readBytes = 65_536;

/** Reads the beginning of a text to find its encoding. Undefined if the encoding is unknown, and for other files. */
export async function textCharset(
  { content }: Pick<Seams, 'content'>,
  { hash, mimeType }: ContentReference,
): Promise<ReturnType<typeof charsetOf>> {
  if (!mimeType.startsWith('text/') || declareEncoding.has(mimeType)) return undefined;
  return charsetOf(await headOf(content, hash, readBytes));
}
