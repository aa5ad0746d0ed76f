import type { ByteRange } from '../../base/byte-range.ts';

const oneRange = /^bytes[ \t]*=[ \t]*(?:(\d+)[ \t]*-(?:[ \t]*(\d+))?|-[ \t]*(\d+))[ \t]*$/i;

/** The last `length` bytes of the file, or the whole file if it is shorter. */
const suffixOf = (length: number, size: number): ByteRange | 'outside' =>
  length === 0 ? 'outside' : { start: Math.max(0, size - length), end: size - 1 };

/**
 * The range of a file of `size` bytes that a `Range` header (RFC 9110, 14.2) requests. `whole` if the header is missing, invalid,
 * or requests several ranges. An empty file has no ranges, so it is always `whole`.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  if (header === undefined || size === 0) return 'whole';
  const [match, first, last, suffix] = oneRange.exec(header) ?? [];
  if (match === undefined) return 'whole';
  if (suffix !== undefined) return suffixOf(Number(suffix), size);
  const start = Number(first);
  const end = last === undefined ? size - 1 : Number(last);
  // A range whose end precedes its start is invalid and ignored.
  if (end < start && last !== undefined) return 'whole';
  return start >= size ? 'outside' : { start, end: Math.min(end, size - 1) };
}
