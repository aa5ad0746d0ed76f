import { documentFields } from '../../../domain/query/query.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import { fieldNorm } from '../codec/field-norms.ts';
import { growingNumbers, pushNumber } from '../codec/int-buffer.ts';
import { listsFrom, type PostingLists, type WrittenPostings } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { DistinctTexts, fieldSeparator } from './distinct-texts.ts';
import { gap, invert } from './inverter.ts';
import type { WrittenLog } from './inverter-worker.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Logs the terms of documents in the order of documents, places and positions. The inverter sorts them at the end. */
export class TermLog {
  readonly #dictionary: TermDictionary;
  readonly #log = growingNumbers();
  readonly #ranges = { documents: growingNumbers(), places: growingNumbers(), starts: growingNumbers() };
  readonly #places = createPlaces();
  readonly #texts = new DistinctTexts();
  /** A field norm for each part of each document, document after document. */
  readonly #norms: number[] = [];

  constructor(dictionary: TermDictionary) {
    this.#dictionary = dictionary;
  }

  /** The number of entries: terms, and gaps between values. */
  get length(): number {
    return this.#log.length;
  }

  /** Adds a document. Documents must come in the order of their numbers, without a gap. */
  add(document: number, source: IndexedDocument): void {
    for (let part = 0; part < documentFields.length; part += 1) this.#norms.push(0);
    this.#texts.take(source);
    for (let text = 0; text < this.#texts.count; text += 1) this.#addText(document, text);
  }

  /** The log so far, as views: copy them before adding another document. */
  written(): WrittenLog {
    const { documents, places, starts } = this.#ranges;
    return {
      vocabulary: this.#dictionary,
      log: this.#log.numbers.subarray(0, this.#log.length),
      stretches: {
        documents: documents.numbers.subarray(0, documents.length),
        places: places.numbers.subarray(0, places.length),
        starts: starts.numbers.subarray(0, starts.length),
      },
    };
  }

  /** Inverts the log, unless the posting lists of it are passed in. */
  finish(size: number, lists?: WrittenPostings): PostingLists & Pick<Segment, 'places' | 'lengths'> {
    const { log, stretches } = this.written();
    return {
      ...listsFrom(lists ?? invert(this.#dictionary, log, stretches)),
      places: this.#places.all,
      lengths: byPart(this.#norms, size),
    };
  }

  /** Adds the terms of one text as one range, for all fields that have this text. */
  #addText(document: number, text: number): void {
    const log = this.#log;
    const start = log.length;
    const values = this.#texts.values[text] ?? '';
    if (typeof values === 'string') this.#dictionary.read(values, log);
    const count = typeof values === 'string' ? log.length - start : this.#addValues(values);
    if (count === 0) {
      log.length = start;
      return;
    }
    const place = this.#places.numberOf(this.#texts.fields[text] ?? '');
    pushNumber(this.#ranges.documents, document);
    pushNumber(this.#ranges.places, place);
    pushNumber(this.#ranges.starts, start);
    for (const part of this.#places.parts[place] ?? []) {
      this.#norms[document * documentFields.length + part] = fieldNorm(count);
    }
  }

  /** Adds the terms of several values, with gaps in between. Returns the number of terms. */
  #addValues(values: readonly string[]): number {
    const log = this.#log;
    const start = log.length;
    let gaps = 0;
    for (const value of values) {
      if (log.length > start) {
        pushNumber(log, gap);
        gaps += 1;
      }
      this.#dictionary.read(value, log);
    }
    return log.length - start - gaps;
  }
}

const partNumbers: ReadonlyMap<string, number> = new Map(documentFields.map((field, number) => [field, number]));

/** Transposes field norms from document order to part order. */
function byPart(norms: readonly number[], size: number): Uint8Array {
  const parts = documentFields.length;
  const columns = new Uint8Array(parts * size);
  for (let document = 0; document < size; document += 1) {
    for (let part = 0; part < parts; part += 1) columns[part * size + document] = norms[document * parts + part] ?? 0;
  }
  return columns;
}

/** Numbers the places (see `Segment.places`), which come as the joined names of their fields. */
function createPlaces() {
  const numbers = new Map<string, number>();
  const all: (readonly string[])[] = [];
  /** For each place the numbers of the document parts among its fields. */
  const parts: (readonly number[])[] = [];
  return {
    all,
    parts,
    numberOf(joined: string): number {
      let number = numbers.get(joined);
      if (number === undefined) {
        const fields = joined.split(fieldSeparator);
        number = all.push(fields) - 1;
        parts.push(fields.flatMap((field) => partNumbers.get(field) ?? []));
        numbers.set(joined, number);
      }
      return number;
    },
  };
}
