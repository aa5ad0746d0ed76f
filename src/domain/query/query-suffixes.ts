import type { QueryCursor } from './query-cursor.ts';
import { maxBoost } from './query-limits.ts';
import { fuzzinessExpected } from './query-terms.ts';

const number = String.raw`\d+(?:\.\d*)?|\.\d+`;
const fuzzySuffix = new RegExp(`~(${number})?`, 'y');
const boostSuffix = new RegExp(String.raw`\^(${number})`, 'y');

/** Reads `~`, `~1` and `^2` after a term, in either order. */
export function suffixesAt(
  cursor: QueryCursor,
  quoted: boolean,
): { readonly fuzziness: number | undefined; readonly factor: number } {
  const fuzziness = fuzzinessAt(cursor, quoted);
  const factor = boostAt(cursor);
  return { fuzziness: fuzziness ?? fuzzinessAt(cursor, quoted), factor };
}

function fuzzinessAt(cursor: QueryCursor, quoted: boolean): number | undefined {
  const { position } = cursor;
  const match = cursor.match(fuzzySuffix);
  if (match === undefined) return undefined;
  const fuzziness = match[1] === undefined ? 2 : Number(match[1]);
  // After a phrase, `~` is a word distance, which `wordsQuery` rejects.
  if (!quoted && fuzziness > 1 && fuzziness !== 2) cursor.fail(position, fuzzinessExpected);
  requireEnd(cursor);
  return fuzziness;
}

/** Reads `^2` after a term or a group. 1 if there is none. */
export function boostAt(cursor: QueryCursor): number {
  const { position } = cursor;
  if (cursor.character !== '^') return 1;
  const factor = Number(
    cursor.match(boostSuffix)?.[1] ?? cursor.fail(position, '^ needs a number after it, such as ^2.5'),
  );
  if (factor > maxBoost) cursor.fail(position, `a boost can be at most ${maxBoost}`);
  requireEnd(cursor);
  return factor;
}

function requireEnd(cursor: QueryCursor): void {
  if (!cursor.endsWord()) cursor.fail(cursor.position, 'a space is missing before this character');
}
