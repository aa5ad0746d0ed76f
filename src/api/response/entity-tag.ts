/** A tag as it stands in `ETag` (RFC 9110, 8.8.3): a strong one, as equal tags stand for equal bytes. */
export const writtenTag = (tag: string): string => `"${tag}"`;

const tags = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Whether `If-None-Match` names the tag, alone, in a list, weakly, or by `*`. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return (header.match(tags) ?? []).some((each) => each.replace(/^W\//, '') === writtenTag(tag));
}

/**
 * Whether a range may be answered with a part: `If-Range` is missing, or is just this tag. A weak one, and a date, are
 * no proof that a caller has a part of the same bytes.
 */
export const isStillOf = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === writtenTag(tag);
