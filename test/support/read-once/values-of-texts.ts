import { LRUCache } from 'lru-cache';
import type { ParseResult } from '../../../src/adapters/metadata-sets/yaml-text.ts';

/** In characters. Larger texts are those of single tests. */
const maxLength = 100_000;

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

/** What a text is read with: the text, its file, the ID that its name gives, its first line. */
export type Reading = readonly [text: string, file: string, ownId?: string, firstLine?: number];

/** The value of a text that was read; undefined where none is known. */
interface ValuesOfTexts<T> {
  get(reading: Reading): T | undefined;
  /** Keeps the value of a text without mistakes, which nobody can change from then on. Returns the result. */
  keep(reading: Reading, result: ParseResult<T>): ParseResult<T>;
}

/** What is right in a text is the same whenever it is read, whatever its file. Mistakes name the file. */
export function createValuesOfTexts<T extends object>(): ValuesOfTexts<T> {
  const values = new LRUCache<string, T>({ max: 100 });
  const keyOf = ([text, , ownId, firstLine]: Reading): string => JSON.stringify([text, ownId, firstLine]);
  return {
    get: (reading) => (reading[0].length > maxLength ? undefined : values.get(keyOf(reading))),
    keep(reading, result) {
      if ('mistakes' in result || reading[0].length > maxLength) return result;
      freeze(result.value);
      values.set(keyOf(reading), result.value);
      return result;
    },
  };
}
