import { documentFields } from '../../domain/query.ts';
import type { IndexedDocument } from '../../ports/search-index.ts';
import { growingNumbers, pushNumber } from './growing-numbers.ts';
import { gap, invertedLists } from './inverted-lists.ts';
import { lengthCode } from './length-codes.ts';
import type { WordLists } from './postings.ts';
import type { Segment } from './segment.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Writes down which words come, in the order of documents, places and positions; sorts them at the end. */
export function createWordLog(vocabulary: Vocabulary) {
  const log = growingNumbers(1 << 12);
  const stretches = { documents: [] as number[], places: [] as number[], starts: [] as number[] };
  const places = createPlaces();
  /** One byte for each part of each document, document after document. */
  const lengths: number[] = [];
  const lengthSums = new Float64Array(documentFields.length);

  /** How many words there are. */
  const pushStretch = (document: number, { fields, texts }: FieldsAndTexts): number => {
    const start = log.length;
    let gaps = 0;
    for (const text of texts) {
      if (log.length > start) {
        pushNumber(log, gap);
        gaps += 1;
      }
      vocabulary.read(text, log);
    }
    const count = log.length - start - gaps;
    if (count === 0) {
      log.length = start;
      return 0;
    }
    stretches.documents.push(document);
    stretches.places.push(places.numberOf(fields));
    stretches.starts.push(start);
    return count;
  };

  return {
    get length() {
      return log.length;
    },
    add(document: number, source: IndexedDocument): void {
      const first = lengths.length;
      for (let part = 0; part < documentFields.length; part += 1) lengths.push(0);
      for (const one of textsOf(source)) {
        const count = pushStretch(document, one);
        for (const field of one.fields) {
          const part = partNumbers.get(field);
          if (part === undefined) continue;
          lengths[first + part] = lengthCode(count);
          lengthSums[part] = (lengthSums[part] ?? 0) + count;
        }
      }
    },
    finish(size: number): WordLists & Pick<Segment, 'places' | 'lengths' | 'lengthSums'> {
      const lists = invertedLists(vocabulary, log.numbers.subarray(0, log.length), stretches);
      return { ...lists, places: places.all, lengths: byPart(lengths, size), lengthSums };
    },
  };
}

const partNumbers: ReadonlyMap<string, number> = new Map(documentFields.map((field, number) => [field, number]));

function byPart(lengths: readonly number[], size: number): Uint8Array {
  const parts = documentFields.length;
  const columns = new Uint8Array(parts * size);
  for (let document = 0; document < size; document += 1) {
    for (let part = 0; part < parts; part += 1) columns[part * size + document] = lengths[document * parts + part] ?? 0;
  }
  return columns;
}

function createPlaces() {
  const numbers = new Map<string, number>();
  const all: (readonly string[])[] = [];
  return {
    all,
    numberOf(fields: readonly string[]): number {
      const key = fields.length === 1 ? (fields[0] ?? '') : fields.join('\n');
      let number = numbers.get(key);
      if (number === undefined) {
        number = all.length;
        numbers.set(key, number);
        all.push(fields);
      }
      return number;
    },
  };
}

interface FieldsAndTexts {
  readonly fields: string[];
  readonly texts: readonly string[];
}

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** The distinct texts of a document, each with all fields that have it. They are few: comparing them costs less than hashing them. */
function textsOf(document: IndexedDocument): readonly FieldsAndTexts[] {
  const found: FieldsAndTexts[] = [];
  for (const part of documentFields) if (document[part] !== '') addTexts(found, part, [document[part]]);
  const { properties } = document;
  for (const property of Object.keys(properties)) addTexts(found, property, properties[property] ?? []);
  return found;
}

function addTexts(found: FieldsAndTexts[], field: string, texts: readonly string[]): void {
  if (texts.length === 0 || (texts.length === 1 && texts[0] === '')) return;
  for (const known of found) {
    if (!sameTexts(known.texts, texts)) continue;
    known.fields.push(field);
    return;
  }
  found.push({ fields: [field], texts });
}
