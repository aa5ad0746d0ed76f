import type { ByteRange } from '../../base/byte-range.ts';

const oneRange = /^bytes[ \t]*=[ \t]*(?:(\d+)[ \t]*-[ \t]*(\d*)|-[ \t]*(\d+))[ \t]*$/i;

/** The last bytes of the file; all of it where it has fewer. */
const suffixOf = (length: number, size: number): ByteRange | 'outside' =>
  length === 0 ? 'outside' : { start: Math.max(0, size - length), end: size - 1 };

/**
 * The part of a file of `size` bytes that a `Range` header (RFC 9110, 14.2) asks for. `whole` where it asks for none,
 * for several at once, or in a form that is none; of an empty file there is no part, so it is always whole.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  if (header === undefined || size === 0) return 'whole';
  const [found, first, last, suffix] = oneRange.exec(header) ?? [];
  if (found === undefined) return 'whole';
  if (suffix !== undefined) return suffixOf(Number(suffix), size);
  const start = Number(first);
  const end = last === undefined || last === '' ? size - 1 : Number(last);
  // Such a range is no range: it is passed over.
  if (end < start && last !== '') return 'whole';
  return start >= size ? 'outside' : { start, end: Math.min(end, size - 1) };
}
