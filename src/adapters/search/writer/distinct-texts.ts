import { documentFields } from '../../../domain/query/query.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';

/** Separates the names of fields that have the same text. */
export const fieldSeparator = '\0';

type Value = string | readonly string[];

/**
 * Up to this many texts are compared one by one, which is faster than hashing. Further ones are hashed, so that the
 * cost is not quadratic.
 */
const maxCompared = 64;

/** The distinct texts of one document at a time. Reuses its arrays, because there are many documents. */
export class DistinctTexts {
  /** For each text the names of all fields that have it, joined by `fieldSeparator`. */
  readonly fields: string[] = [];
  /** For each text its single value, or its list of values. */
  readonly values: Value[] = [];
  #count = 0;
  /** The numbers of the texts beyond `maxCompared`. */
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#count;
  }

  /** Replaces the texts with those of another document. */
  take(document: IndexedDocument): void {
    this.#count = 0;
    if (this.#numbers.size > 0) this.#numbers.clear();
    for (const part of documentFields) if (document[part] !== '') this.#add(part, document[part]);
    const { properties } = document;
    for (const property of Object.keys(properties)) {
      const all = properties[property] ?? [];
      const [only = ''] = all;
      if (all.length > 1) this.#add(property, all);
      else if (only !== '') this.#add(property, only);
    }
  }

  #add(field: string, value: Value): void {
    const existing = this.#find(value);
    if (existing >= 0) {
      this.fields[existing] += fieldSeparator + field;
      return;
    }
    this.fields[this.#count] = field;
    this.values[this.#count] = value;
    if (this.#count >= maxCompared) this.#numbers.set(keyOf(value), this.#count);
    this.#count += 1;
  }

  #find(value: Value): number {
    const compared = Math.min(this.#count, maxCompared);
    for (let text = 0; text < compared; text += 1) if (isSame(this.values[text] ?? '', value)) return text;
    return this.#count < maxCompared ? -1 : (this.#numbers.get(keyOf(value)) ?? -1);
  }
}

/** A single value and a list of one value have different keys. */
const keyOf = (value: Value): string => JSON.stringify(value);

function isSame(one: Value, other: Value): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
