import { documentFields } from '../../../domain/query/query.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import { fieldNorm } from '../codec/field-norms.ts';
import { growingNumbers, pushNumber } from '../codec/int-buffer.ts';
import { listsFrom, type PostingLists, type WrittenPostings } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { createDistinctTexts, fieldSeparator } from './distinct-texts.ts';
import { gap, invert } from './inverter.ts';
import type { WrittenLog } from './inverter-worker.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Writes down which words come, in the order of documents, places and positions; sorts them at the end. */
export function createTermLog(vocabulary: TermDictionary) {
  const log = growingNumbers(1 << 12);
  const stretches = { documents: growingNumbers(), places: growingNumbers(), starts: growingNumbers() };
  const places = createPlaces();
  const texts = createDistinctTexts();
  /** One byte for each part of each document, document after document. */
  const lengths: number[] = [];
  const lengthSums = new Float64Array(documentFields.length);

  /** How many words there are. */
  const pushValues = (values: readonly string[]): number => {
    const start = log.length;
    let gaps = 0;
    for (const value of values) {
      if (log.length > start) {
        pushNumber(log, gap);
        gaps += 1;
      }
      vocabulary.read(value, log);
    }
    return log.length - start - gaps;
  };

  /** The words of the text with this number, which are those of all its fields. */
  const pushStretch = (document: number, text: number): void => {
    const start = log.length;
    const values = texts.values[text] ?? '';
    if (typeof values === 'string') vocabulary.read(values, log);
    const count = typeof values === 'string' ? log.length - start : pushValues(values);
    if (count === 0) {
      log.length = start;
      return;
    }
    const place = places.numberOf(texts.fields[text] ?? '');
    pushNumber(stretches.documents, document);
    pushNumber(stretches.places, place);
    pushNumber(stretches.starts, start);
    for (const part of places.parts[place] ?? []) {
      lengths[document * documentFields.length + part] = fieldNorm(count);
      lengthSums[part] = (lengthSums[part] ?? 0) + count;
    }
  };

  const written = (): WrittenLog => ({
    vocabulary,
    log: log.numbers.subarray(0, log.length),
    stretches: {
      documents: stretches.documents.numbers.subarray(0, stretches.documents.length),
      places: stretches.places.numbers.subarray(0, stretches.places.length),
      starts: stretches.starts.numbers.subarray(0, stretches.starts.length),
    },
  });

  return {
    get length() {
      return log.length;
    },
    /** Documents come in the order of their numbers, without a gap. */
    add(document: number, source: IndexedDocument): void {
      for (let part = 0; part < documentFields.length; part += 1) lengths.push(0);
      texts.take(source);
      for (let text = 0; text < texts.count; text += 1) pushStretch(document, text);
    },
    written,
    /** The lists of what is written, where they are known, need not be made. */
    finish(size: number, known?: WrittenPostings): PostingLists & Pick<Segment, 'places' | 'lengths' | 'lengthSums'> {
      const { log, stretches } = written();
      const lists = known ?? invert(vocabulary, log, stretches);
      return { ...listsFrom(lists), places: places.all, lengths: byPart(lengths, size), lengthSums };
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
  /** For each place the numbers of the parts of documents that are among its fields. */
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
