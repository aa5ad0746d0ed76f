import { cacheLast } from '../../base/caching/cache-last.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentReference } from '../../domain/nodes/records.ts';
import { charsetOf } from '../../domain/text/decoded-text.ts';
import type { Seams } from '../../ports/seams.ts';
import { headOf } from '../renditions/stored-contents.ts';

type Charset = ReturnType<typeof charsetOf>;

/** Finds the encoding of a text from the beginning of its bytes. Undefined if it is unknown, and for other files. */
export type CharsetOfContent = (content: ContentReference) => Promise<Charset>;

/** Types whose files can declare their encoding, which a `charset` would override (RFC 7303, section 3). */
const declareEncoding: ReadonlySet<string> = new Set(['text/html', 'text/xml']);

/** The number of bytes to read. Hardly any longer text has its first umlaut later. */
const readBytes = 65_536;

const maxCached = 1_000;

export function createCharsetOfContent({ content }: Pick<Seams, 'content'>): CharsetOfContent {
  const cached = new Map<ContentHash, Charset>();
  return async ({ hash, mimeType }) => {
    if (!mimeType.startsWith('text/') || declareEncoding.has(mimeType)) return undefined;
    const charset = cached.has(hash) ? cached.get(hash) : charsetOf(await headOf(content, hash, readBytes));
    cacheLast(cached, hash, charset, maxCached);
    return charset;
  };
}
