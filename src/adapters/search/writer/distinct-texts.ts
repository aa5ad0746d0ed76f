import { documentFields } from '../../../domain/query/query.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';

/** Separates the names of fields that have the same text. */
export const fieldSeparator = '\0';

/** The distinct texts of a document. */
export interface DistinctTexts {
  readonly count: number;
  /** For each text the names of all fields that have it, joined by `fieldSeparator`. */
  readonly fields: readonly string[];
  /** For each text its single value, or its list of values. */
  readonly values: readonly (string | readonly string[])[];
  /** Replaces the texts by those of another document. */
  take(document: IndexedDocument): void;
}

/**
 * Up to this many texts are compared one by one, which is faster than hashing. Further ones are hashed, so that the
 * cost is not quadratic.
 */
const maxCompared = 64;

/** Finds the distinct texts of one document after the other. Reuses its arrays, because there are many documents. */
export function createDistinctTexts(): DistinctTexts {
  const fields: string[] = [];
  const values: (string | readonly string[])[] = [];
  let count = 0;
  /** The numbers of the texts beyond `maxCompared`. */
  const numbers = new Map<string, number>();

  const find = (value: string | readonly string[]): number => {
    const compared = Math.min(count, maxCompared);
    for (let text = 0; text < compared; text += 1) if (isSame(values[text] ?? '', value)) return text;
    return count < maxCompared ? -1 : (numbers.get(keyOf(value)) ?? -1);
  };

  const add = (field: string, value: string | readonly string[]): void => {
    const existing = find(value);
    if (existing >= 0) {
      fields[existing] += fieldSeparator + field;
      return;
    }
    fields[count] = field;
    values[count] = value;
    if (count >= maxCompared) numbers.set(keyOf(value), count);
    count += 1;
  };

  return {
    fields,
    values,
    get count() {
      return count;
    },
    take(document: IndexedDocument): void {
      count = 0;
      if (numbers.size > 0) numbers.clear();
      for (const part of documentFields) if (document[part] !== '') add(part, document[part]);
      const { properties } = document;
      for (const property of Object.keys(properties)) {
        const all = properties[property] ?? [];
        const [only = ''] = all;
        if (all.length > 1) add(property, all);
        else if (only !== '') add(property, only);
      }
    },
  };
}

/** A single value and a list of one value have different keys. */
const keyOf = (value: string | readonly string[]): string => JSON.stringify(value);

function isSame(one: string | readonly string[], other: string | readonly string[]): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
