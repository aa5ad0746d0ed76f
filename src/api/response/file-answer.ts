import type { ByteRange } from '../../base/byte-range.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { FileBody } from '../../contract/file-body.ts';
import { rangeOf } from '../request/range-header.ts';
import { isRequiredTag, isStillOf, namesTag, writtenTag } from './entity-tag.ts';
import type { FileOffer, Redirect } from './file-offer.ts';

/** Clients must ask again each time, because the caller may have lost the right to read the node. */
const revalidated = { 'cache-control': 'private, no-cache' };

/** Opens the file or a range of it. A range of all bytes opens the whole file, so that its digest is checked. */
async function bodyOf(offer: FileOffer, range: ByteRange | undefined): Promise<FileBody> {
  const { mimeType, fileName, disposition, tag, size: total, open } = offer;
  const facts = { mimeType, charset: await offer.charset?.(), fileName, disposition, tag };
  if (range === undefined) return { ...facts, size: total, bytes: await open() };
  const size = range.end - range.start + 1;
  const bytes = await (size === total ? open() : open(range));
  return { ...facts, size, part: { ...range, total }, bytes };
}

/**
 * Responds with a file (RFC 9110, 13 and 14): 304 if the client has the same bytes already, 206 with a range if it
 * requests one, else 200 with the whole file. Rejects with `Changed` if the client requires other bytes. Rejects with
 * `OutOfRange` if the range begins after the end, and adds the size of the file to `headers` in that case. Responds to a redirect with 302.
 */
export async function fileAnswer(
  offer: FileOffer | Redirect,
  requestHeaders: Call['headers'],
  headers: Record<string, string>,
): Promise<Answer> {
  if ('location' in offer) {
    return { status: 302, headers: { ...revalidated, ...headers, location: offer.location }, body: { kind: 'empty' } };
  }
  const { tag, size } = offer;
  if (!isRequiredTag(requestHeaders['if-match'], tag)) {
    throw new RepositoryError(
      'Changed',
      'The file is not the one that If-Match names. Download it again from its beginning.',
    );
  }
  const cacheHeaders = { ...revalidated, etag: writtenTag(tag) };
  if (namesTag(requestHeaders['if-none-match'], tag)) {
    return { status: 304, headers: { ...cacheHeaders, ...headers }, body: { kind: 'empty' } };
  }
  const range = isStillOf(requestHeaders['if-range'], tag) ? rangeOf(requestHeaders['range'], size) : 'whole';
  if (range === 'outside') {
    headers['content-range'] = `bytes */${size}`;
    throw new RepositoryError('OutOfRange', `The file has ${size} bytes. Request a range that begins within it.`);
  }
  const file = await bodyOf(offer, range === 'whole' ? undefined : range);
  return {
    status: range === 'whole' ? 200 : 206,
    headers: { ...cacheHeaders, ...headers },
    body: { kind: 'file', file },
  };
}
