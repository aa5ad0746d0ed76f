/** A tag in the syntax of `ETag` (RFC 9110, 8.8.3). It is strong, because equal tags mean equal bytes. */
export const writtenTag = (tag: string): string => `"${tag}"`;

const tags = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Whether `If-None-Match` matches the tag: as a single tag, in a list, as a weak tag, or by `*`. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return (header.match(tags) ?? []).some((each) => each.replace(/^W\//, '') === writtenTag(tag));
}

/** Whether `If-Match` allows the tag: the header is missing, is `*`, or has the tag in its list. A weak tag never matches. */
export const isRequiredTag = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined ||
  ifMatch.trim() === '*' ||
  (ifMatch.match(tags) ?? []).some((each) => each === writtenTag(tag));

/**
 * Whether the response may contain only the requested range: `If-Range` is missing or equals this tag. A weak tag or a
 * date does not prove that the client has a part of the same bytes.
 */
export const isStillOf = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === writtenTag(tag);
