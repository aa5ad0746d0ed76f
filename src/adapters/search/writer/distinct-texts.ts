import { documentFields } from '../../../domain/query/query.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';

/** Between fields that have one and the same text. */
export const fieldSeparator = '\0';

/** The texts of a document, each once. */
export interface DistinctTexts {
  readonly count: number;
  /** For each text all fields that have it, joined. */
  readonly fields: readonly string[];
  /** For each text its one value as it is, or several. */
  readonly values: readonly (string | readonly string[])[];
  /** Goes on to another document. */
  take(document: IndexedDocument): void;
}

/** So many texts are compared one by one, which costs less than hashing them; a document that has more is not slowed down by their square. */
const maxCompared = 64;

/** Gives the texts of one document after the other. Nothing is made anew for a document, as there are many. */
export function createDistinctTexts(): DistinctTexts {
  const fields: string[] = [];
  const values: (string | readonly string[])[] = [];
  let count = 0;
  /** Of the texts behind the few, which is which. */
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

/** One value is no list of it. */
const keyOf = (value: string | readonly string[]): string => JSON.stringify(value);

function isSame(one: string | readonly string[], other: string | readonly string[]): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
