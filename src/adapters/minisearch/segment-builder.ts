import { wordsOf } from '../../domain/folding.ts';
import { documentFields } from '../../domain/query.ts';
import type { IndexedDocument } from '../../ports/search-index.ts';
import { type ColumnBuilder, createColumnBuilder } from './column-builder.ts';
import { lengthCode } from './length-codes.ts';
import { nameColumn } from './name-column.ts';
import { packed } from './numbers.ts';
import { createWordListsWriter, type WordLists } from './postings.ts';
import type { Numbers, Segment, TextTable } from './segment.ts';
import { textTableOf } from './text-table.ts';
import { compareUuids, uuidSize, writeUuid } from './uuids.ts';
import { writeVarint } from './varints.ts';

/** Gathers documents, and makes a segment of them. */
export interface SegmentBuilder {
  /** The number that the document has got. The same id may come again: the one before is to be deleted then. */
  add(document: IndexedDocument): number;
  readonly size: number;
  /** How many words have come, as a measure of the work that is to be done at the end. */
  readonly words: number;
  /** A segment of all that has come. The builder is of no use afterwards. Blocks for about 10 µs a document. */
  finish(): Segment;
}

export function createSegmentBuilder(): SegmentBuilder {
  const ids = createIdList();
  const anchors = createTextNumbers();
  const owners = createTextNumbers();
  const parents = createTextNumbers();
  const parentOf: number[] = [];
  const words = createWordLog();
  const columns = new Map<string, ColumnBuilder>();
  let size = 0;

  const column = (property: string): ColumnBuilder => {
    let known = columns.get(property);
    if (known === undefined) {
      known = createColumnBuilder(property);
      columns.set(property, known);
    }
    return known;
  };

  return {
    get size() {
      return size;
    },
    get words() {
      return words.length;
    },
    add(document) {
      const number = size;
      size += 1;
      ids.add(document.id);
      anchors.add(document.anchor);
      owners.add(document.owner);
      parentOf.push(document.parent === null ? 0 : parents.numberOf(document.parent) + 1);
      words.add(number, document);
      for (const property of Object.keys(document.properties))
        column(property).add(number, document.properties[property] ?? []);
      if (document.properties['cm:name']?.[0] !== document.name) column(nameColumn).add(number, [document.name]);
      return number;
    },
    finish: () => ({
      size,
      ...ids.finish(),
      anchors: anchors.table(),
      anchorOf: anchors.column(),
      owners: owners.table(),
      ownerOf: owners.column(),
      parents: parents.uuids(),
      parentOf: packed(parentOf, parents.count),
      ...words.finish(size),
      properties: [...columns.values()].map((one) => one.finish(size)),
    }),
  };
}

function createIdList() {
  let bytes = new Uint8Array(uuidSize * 64);
  let count = 0;
  return {
    add(id: IndexedDocument['id']): void {
      if (count * uuidSize === bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      writeUuid(bytes, count * uuidSize, id);
      count += 1;
    },
    finish(): Pick<Segment, 'ids' | 'byId'> {
      const byId = Uint32Array.from({ length: count }, (_, number) => number);
      // Of the same id, the later one comes last.
      byId.sort((a, b) => compareUuids(bytes, a * uuidSize, bytes, b * uuidSize) || a - b);
      return { ids: bytes.slice(0, count * uuidSize), byId };
    },
  };
}

/** Numbers texts in the order in which they come, and remembers which came when. */
function createTextNumbers() {
  const numbers = new Map<string, number>();
  const column: number[] = [];
  const numberOf = (text: string): number => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(text, number);
    }
    return number;
  };
  return {
    numberOf,
    get count() {
      return numbers.size;
    },
    add: (text: string): number => column.push(numberOf(text)),
    table: (): TextTable => textTableOf([...numbers.keys()]),
    column: (): Numbers => packed(column, numbers.size),
    uuids(): Uint8Array {
      const bytes = new Uint8Array(numbers.size * uuidSize);
      // Only parents are numbered as ids.
      for (const [id, number] of numbers) writeUuid(bytes, number * uuidSize, id as IndexedDocument['id']);
      return bytes;
    },
  };
}

/** In the log of words: here ends a value, and the next one begins. */
const gap = 0xffffffff;

/** Words of two values are farther apart than the words of any phrase. */
const gapWidth = 256;

/** Writes down which words come, in the order of documents, places and positions; sorts them at the end. */
function createWordLog() {
  const numbers = new Map<string, number>();
  let log = new Uint32Array(1 << 12);
  let length = 0;
  /** Of each stretch (one place of one document): the document, the place, and where it starts in the log. */
  const stretches = { documents: [] as number[], places: [] as number[], starts: [] as number[] };
  const places = createPlaces();
  /** One byte for each part of each document, document after document. */
  const lengths: number[] = [];
  const lengthSums = new Float64Array(documentFields.length);

  const push = (entry: number): void => {
    if (length === log.length) {
      const larger = new Uint32Array(log.length * 2);
      larger.set(log);
      log = larger;
    }
    log[length] = entry;
    length += 1;
  };

  const pushText = (text: string): number => {
    const found = wordsOf(text);
    for (const word of found) {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
      }
      push(number);
    }
    return found.length;
  };

  /** How many words there are. */
  const pushStretch = (document: number, fields: readonly string[], texts: readonly string[]): number => {
    const start = length;
    let count = 0;
    for (const text of texts) {
      if (length > start) push(gap);
      count += pushText(text);
    }
    if (count === 0) {
      length = start;
      return 0;
    }
    stretches.documents.push(document);
    stretches.places.push(places.numberOf(fields));
    stretches.starts.push(start);
    return count;
  };

  return {
    get length() {
      return length;
    },
    add(document: number, source: IndexedDocument): void {
      const partLengths = new Array<number>(documentFields.length).fill(0);
      for (const { fields, texts } of textsOf(source)) {
        const count = pushStretch(document, fields, texts);
        for (const field of fields) {
          const part = partNumbers.get(field);
          if (part === undefined) continue;
          partLengths[part] = count;
          lengthSums[part] = (lengthSums[part] ?? 0) + count;
        }
      }
      for (const count of partLengths) lengths.push(lengthCode(count));
    },
    finish(size: number): WordLists & Pick<Segment, 'places' | 'lengths' | 'lengthSums'> {
      const lists = sortedLists([...numbers.keys()], log.subarray(0, length), stretches);
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

/** The distinct texts of a document, each with all fields that have it. */
function textsOf(document: IndexedDocument): Iterable<FieldsAndTexts> {
  const found = new Map<string, FieldsAndTexts>();
  const add = (field: string, texts: readonly string[]): void => {
    const key = texts.length === 1 ? (texts[0] ?? '') : texts.join('\n\0\n');
    if (key === '') return;
    const known = found.get(key);
    if (known === undefined) found.set(key, { fields: [field], texts });
    else known.fields.push(field);
  };
  for (const part of documentFields) add(part, [document[part]]);
  for (const property of Object.keys(document.properties)) add(property, document.properties[property] ?? []);
  return found.values();
}

interface Stretches {
  readonly documents: readonly number[];
  readonly places: readonly number[];
  readonly starts: readonly number[];
}

/** The lists of the words of a log: `words` in the order of their numbers in the log. */
function sortedLists(words: readonly string[], log: Uint32Array, stretches: Stretches): WordLists {
  const { stretchOf, positions, starts } = byWord(words.length, log, stretches);
  const writer = createWordListsWriter();
  const order = Uint32Array.from({ length: words.length }, (_, number) => number);
  const sorted = [...words].sort();
  const numberOf = new Map(words.map((word, number) => [word, number]));
  for (const [place, word] of sorted.entries()) order[place] = numberOf.get(word) ?? 0;
  for (const number of order) {
    writer.begin(words[number] ?? '');
    const end = starts[number + 1] ?? 0;
    for (let from = starts[number] ?? 0; from < end; ) {
      const stretch = stretchOf[from] ?? 0;
      let to = from;
      let last = -1;
      for (; to < end && stretchOf[to] === stretch; to += 1) {
        const position = positions[to] ?? 0;
        writeVarint(writer.positions, position - last);
        last = position;
      }
      writer.entry(stretches.documents[stretch] ?? 0, stretches.places[stretch] ?? 0, to - from);
      from = to;
    }
    writer.end();
  }
  return writer.finish();
}

/** Sorts a log by words; what one word has stays in the order of the log. */
function byWord(wordCount: number, log: Uint32Array, { starts: stretchStarts }: Stretches) {
  const starts = new Uint32Array(wordCount + 1);
  for (const word of log) if (word !== gap) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (let word = 0; word < wordCount; word += 1) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const next = starts.slice();
  const count = starts[wordCount] ?? 0;
  const [stretchOf, positions] = [new Uint32Array(count), new Uint32Array(count)];
  for (let stretch = 0; stretch < stretchStarts.length; stretch += 1) {
    const start = stretchStarts[stretch] ?? 0;
    const end = stretchStarts[stretch + 1] ?? log.length;
    let shift = -start;
    for (let at = start; at < end; at += 1) {
      const word = log[at] ?? 0;
      if (word === gap) {
        shift += gapWidth - 1;
        continue;
      }
      const place = next[word] ?? 0;
      next[word] = place + 1;
      stretchOf[place] = stretch;
      positions[place] = at + shift;
    }
  }
  return { stretchOf, positions, starts };
}
