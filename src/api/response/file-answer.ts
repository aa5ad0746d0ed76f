import type { ByteRange } from '../../base/byte-range.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { FileBody } from '../../contract/file-body.ts';
import { rangeOf } from '../request/range-header.ts';
import { isStillOf, namesTag, writtenTag } from './entity-tag.ts';
import type { FileOffer } from './file-offer.ts';

/** A part is read as one; a range that names every byte is the whole, and so is checked as a whole. */
async function bodyOf(offer: FileOffer, range: ByteRange | undefined): Promise<FileBody> {
  const { mimeType, fileName, disposition, tag, size: total, open } = offer;
  const facts = { mimeType, fileName, disposition, tag };
  if (range === undefined) return { ...facts, size: total, bytes: await open() };
  const size = range.end - range.start + 1;
  const bytes = await (size === total ? open() : open(range));
  return { ...facts, size, part: { ...range, total }, bytes };
}

/**
 * Answers with a file, as far as the caller wants it (RFC 9110, 13 and 14): 304 where it has the same bytes already, 206
 * with the one part it asks for, else all of it. Rejects with `OutOfRange` where the part begins behind the end, and
 * then says in `headers` how many bytes there are.
 */
export async function fileAnswer(
  offer: FileOffer,
  asked: Call['headers'],
  headers: Record<string, string>,
): Promise<Answer> {
  const { tag, size } = offer;
  // Whoever keeps it asks here each time: rights may have gone.
  const told = { 'cache-control': 'private, no-cache', etag: writtenTag(tag) };
  if (namesTag(asked['if-none-match'], tag)) {
    return { status: 304, headers: { ...told, ...headers }, body: { kind: 'empty' } };
  }
  const range = isStillOf(asked['if-range'], tag) ? rangeOf(asked['range'], size) : 'whole';
  if (range === 'outside') {
    headers['content-range'] = `bytes */${size}`;
    throw new RepositoryError('OutOfRange', `The file has ${size} bytes: ask for a part that begins within it.`);
  }
  const file = await bodyOf(offer, range === 'whole' ? undefined : range);
  return { status: range === 'whole' ? 200 : 206, headers: { ...told, ...headers }, body: { kind: 'file', file } };
}
