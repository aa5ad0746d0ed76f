import { flatText } from '../codec/flat-text.ts';
import { type GrowingNumbers, growingNumbers, pushNumber, writtenNumbers } from '../codec/int-buffer.ts';
import {
  type ByteCursor,
  copyBytes,
  type GrowingBytes,
  growingBytes,
  readVarint,
  skipVarint,
  writeVarint,
  writtenBytes,
} from '../codec/varints.ts';
import type { Segment } from './segment.ts';
import { bytesInMemory } from './segment-bytes.ts';

/** The part of a segment that tells which words stand where. */
export type PostingLists = Pick<
  Segment,
  'words' | 'wordStarts' | 'documentCounts' | 'postings' | 'postingStarts' | 'positions' | 'positionStarts'
>;

/** The same as it is written. */
export type WrittenPostings = Omit<PostingLists, 'positions'> & { readonly positions: Uint8Array };

/** Written lists as a part of a segment. */
export const listsFrom = ({ positions, ...lists }: WrittenPostings): PostingLists => ({
  ...lists,
  positions: bytesInMemory(positions),
});

/** Frequencies from here on are written behind the place. */
export const frequencyEscape = 3;

/** Writes the lists of a segment, word after word in their order, and for each word its entries in the order of documents. */
export interface PostingsWriter {
  begin(word: string): void;
  /** The word stands `frequency` times in that place of that document; its positions are to be written to `positions`. */
  add(document: number, place: number, frequency: number): void;
  readonly positions: GrowingBytes;
  /**
   * All entries and positions of a word of another segment, in which documents have numbers that are lower by `shift`, and places the same
   * numbers as here. The quickest way: nearly all bytes are copied as they are.
   */
  copyFrom(segment: PostingLists, word: number, shift: number): void;
  /** Takes back a word that has no entry. */
  end(): void;
  finish(): WrittenPostings;
}

export function createPostingsWriter(): PostingsWriter {
  const words: string[] = [];
  let end = 0;
  const wordStarts = startsFrom0();
  const documentCounts = growingNumbers();
  const postings = growingBytes(1 << 16);
  const postingStarts = startsFrom0();
  const positions = growingBytes(1 << 16);
  const positionStarts = startsFrom0();
  let word = '';
  let last = -1;
  let count = 0;

  return {
    positions,
    begin(next) {
      word = next;
      last = -1;
      count = 0;
    },
    add(document, place, frequency) {
      writeVarint(postings, document - last);
      if (document !== last) count += 1;
      last = document;
      writeVarint(postings, place * 4 + Math.min(frequency - 1, frequencyEscape));
      if (frequency > frequencyEscape) writeVarint(postings, frequency - frequencyEscape - 1);
    },
    copyFrom(segment, word, shift) {
      const end = segment.postingStarts[word + 1] ?? 0;
      const cursor: ByteCursor = { bytes: segment.postings, at: segment.postingStarts[word] ?? 0 };
      const first = readVarint(cursor) - 1;
      writeVarint(postings, first + shift - last);
      const start = cursor.at;
      copyBytes(postings, segment.postings, start, end);
      last = first + shift + documentSpan(segment.postings, start, end);
      count += segment.documentCounts[word] ?? 0;
      copyPositions(positions, segment, word);
    },
    end() {
      if (count === 0) return;
      words.push(word);
      end += word.length + 1;
      pushNumber(wordStarts, end);
      pushNumber(documentCounts, count);
      pushNumber(postingStarts, postings.length);
      pushNumber(positionStarts, positions.length);
    },
    finish: () => ({
      words: flatText(words.length === 0 ? '' : `${words.join('\0')}\0`),
      wordStarts: writtenNumbers(wordStarts),
      documentCounts: writtenNumbers(documentCounts),
      postings: writtenBytes(postings),
      postingStarts: writtenNumbers(postingStarts),
      positions: writtenBytes(positions),
      positionStarts: writtenNumbers(positionStarts),
    }),
  };
}

function copyPositions(to: GrowingBytes, { positions, positionStarts }: PostingLists, word: number): void {
  const [start, end] = [positionStarts[word] ?? 0, positionStarts[word + 1] ?? 0];
  if (positions.memory !== undefined) copyBytes(to, positions.memory, start, end);
  else copyBytes(to, positions.between(start, end), 0, end - start);
}

/** A cursor at the positions of the word with this number, to be gone through at once. */
export const positionsCursor = (
  { positions, positionStarts }: Pick<Segment, 'positions' | 'positionStarts'>,
  word: number,
): ByteCursor => ({ bytes: positions.between(positionStarts[word] ?? 0, positionStarts[word + 1] ?? 0), at: 0 });

/** How much higher the number of the last document of some entries is than that of the first, whose place they begin with. */
function documentSpan(postings: Uint8Array, start: number, end: number): number {
  let steps = 0;
  let at = start;
  for (;;) {
    const hasMore = ((postings[at] ?? 0) & frequencyEscape) === frequencyEscape;
    at = skipVarint(postings, at);
    if (hasMore) at = skipVarint(postings, at);
    if (at >= end) return steps;
    const step = postings[at] ?? 0;
    if (step < 0x80) {
      at += 1;
      steps += step;
    } else {
      const cursor: ByteCursor = { bytes: postings, at };
      steps += readVarint(cursor);
      at = cursor.at;
    }
  }
}

function startsFrom0(): GrowingNumbers {
  const starts = growingNumbers();
  pushNumber(starts, 0);
  return starts;
}

/** The entries of one word, read out: entry n is in the three columns at n. What is beyond `count` means nothing. */
export interface DecodedPostings {
  documents: Uint32Array;
  places: Uint32Array;
  frequencies: Uint32Array;
  count: number;
}

export const createDecodedPostings = (): DecodedPostings => ({
  documents: new Uint32Array(1024),
  places: new Uint32Array(1024),
  frequencies: new Uint32Array(1024),
  count: 0,
});

/** Reads all entries of the word with this number into `entries`, which is the caller's own, and used again and again. */
export function decodePostings(
  { postings, postingStarts }: Pick<Segment, 'postings' | 'postingStarts'>,
  word: number,
  entries: DecodedPostings,
): void {
  const end = postingStarts[word + 1] ?? 0;
  let from = postingStarts[word] ?? 0;
  // An entry has two bytes at least.
  reserve(entries, (end - from) >>> 1);
  const { documents, places, frequencies } = entries;
  let document = -1;
  let count = 0;
  // Nearly all numbers have one byte: reading these here, and the others by a cursor, doubles the speed.
  const cursor: ByteCursor = { bytes: postings, at: 0 };
  const rest = (): number => {
    cursor.at = from;
    const value = readVarint(cursor);
    from = cursor.at;
    return value;
  };
  while (from < end) {
    const step = postings[from] ?? 0;
    if (step < 0x80) from += 1;
    document += step < 0x80 ? step : rest();
    const first = postings[from] ?? 0;
    if (first < 0x80) from += 1;
    const code = first < 0x80 ? first : rest();
    const times = code & frequencyEscape;
    documents[count] = document;
    places[count] = code >>> 2;
    frequencies[count] = times === frequencyEscape ? frequencyEscape + 1 + rest() : times + 1;
    count += 1;
  }
  entries.count = count;
}

/** Whether it holds for an entry of the word with this number; looks at no entry behind the first one for which it does. */
export function somePosting(
  { postings, postingStarts }: Pick<Segment, 'postings' | 'postingStarts'>,
  word: number,
  holds: (document: number, place: number) => boolean,
): boolean {
  const cursor: ByteCursor = { bytes: postings, at: postingStarts[word] ?? 0 };
  const end = postingStarts[word + 1] ?? 0;
  let document = -1;
  while (cursor.at < end) {
    document += readVarint(cursor);
    const code = readVarint(cursor);
    if ((code & frequencyEscape) === frequencyEscape) readVarint(cursor);
    if (holds(document, code >>> 2)) return true;
  }
  return false;
}

function reserve(entries: DecodedPostings, count: number): void {
  if (count <= entries.documents.length) return;
  const capacity = Math.max(count, entries.documents.length * 2);
  entries.documents = new Uint32Array(capacity);
  entries.places = new Uint32Array(capacity);
  entries.frequencies = new Uint32Array(capacity);
}
