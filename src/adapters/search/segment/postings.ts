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

/** The part of a segment that maps terms to documents and positions. */
export type PostingLists = Pick<
  Segment,
  'words' | 'wordStarts' | 'documentCounts' | 'postings' | 'postingStarts' | 'positions' | 'positionStarts'
>;

/** Posting lists as `PostingsWriter` returns them. */
export type WrittenPostings = Omit<PostingLists, 'positions'> & { readonly positions: Uint8Array };

/** Converts written posting lists to a part of a segment. */
export const listsFrom = ({ positions, ...lists }: WrittenPostings): PostingLists => ({
  ...lists,
  positions: bytesInMemory(positions),
});

/** The frequency code of postings whose frequency follows as a separate number. */
export const frequencyEscape = 3;

/** Writes the posting lists of a segment: the terms in order, and the postings of each term in the order of documents. */
export class PostingsWriter {
  readonly positions = growingBytes();
  readonly #words: string[] = [];
  readonly #wordStarts = startsFrom0();
  readonly #documentCounts = growingNumbers();
  readonly #postings = growingBytes();
  readonly #postingStarts = startsFrom0();
  readonly #positionStarts = startsFrom0();
  #wordsLength = 0;
  #term = '';
  #last = -1;
  #count = 0;

  begin(term: string): void {
    this.#term = term;
    this.#last = -1;
    this.#count = 0;
  }

  /**
   * Adds a posting: the term occurs `frequency` times in this place of this document. The caller writes its positions to
   * `positions`.
   */
  add(document: number, place: number, frequency: number): void {
    writeVarint(this.#postings, document - this.#last);
    if (document !== this.#last) this.#count += 1;
    this.#last = document;
    writeVarint(this.#postings, place * 4 + Math.min(frequency - 1, frequencyEscape));
    if (frequency > frequencyEscape) writeVarint(this.#postings, frequency - frequencyEscape - 1);
  }

  /**
   * Adds all postings and positions of a term of another segment. Its document numbers are lower by `shift`; its places must
   * have the same numbers as here. This is the fastest way, since nearly all bytes are copied unchanged.
   */
  copyFrom(segment: PostingLists, term: number, shift: number): void {
    const end = segment.postingStarts[term + 1] ?? 0;
    const cursor: ByteCursor = { bytes: segment.postings, at: segment.postingStarts[term] ?? 0 };
    const first = readVarint(cursor) - 1;
    writeVarint(this.#postings, first + shift - this.#last);
    const start = cursor.at;
    copyBytes(this.#postings, segment.postings, start, end);
    this.#last = first + shift + documentSpan(segment.postings, start, end);
    this.#count += segment.documentCounts[term] ?? 0;
    copyPositions(this.positions, segment, term);
  }

  /** Ends the term. A term without postings is dropped. */
  end(): void {
    if (this.#count === 0) return;
    this.#words.push(this.#term);
    this.#wordsLength += this.#term.length + 1;
    pushNumber(this.#wordStarts, this.#wordsLength);
    pushNumber(this.#documentCounts, this.#count);
    pushNumber(this.#postingStarts, this.#postings.length);
    pushNumber(this.#positionStarts, this.positions.length);
  }

  finish(): WrittenPostings {
    return {
      words: flatText(this.#words.length === 0 ? '' : `${this.#words.join('\0')}\0`),
      wordStarts: writtenNumbers(this.#wordStarts),
      documentCounts: writtenNumbers(this.#documentCounts),
      postings: writtenBytes(this.#postings),
      postingStarts: writtenNumbers(this.#postingStarts),
      positions: writtenBytes(this.positions),
      positionStarts: writtenNumbers(this.#positionStarts),
    };
  }
}

function copyPositions(to: GrowingBytes, { positions, positionStarts }: PostingLists, term: number): void {
  const [start, end] = [positionStarts[term] ?? 0, positionStarts[term + 1] ?? 0];
  if (positions.memory !== undefined) copyBytes(to, positions.memory, start, end);
  else copyBytes(to, positions.between(start, end), 0, end - start);
}

/** A cursor at the positions of a term. Valid only until the next read of positions. */
export const positionsCursor = (
  { positions, positionStarts }: Pick<Segment, 'positions' | 'positionStarts'>,
  term: number,
): ByteCursor => ({ bytes: positions.between(positionStarts[term] ?? 0, positionStarts[term + 1] ?? 0), at: 0 });

/** The difference between the first and the last document number of some postings. They start after the first document number. */
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

/** The postings of one term, decoded. Posting n is element n of the three arrays. Elements beyond `count` have no meaning. */
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

/** Decodes all postings of a term into `into`, which the caller reuses. */
export function decodePostings(
  { postings, postingStarts }: Pick<Segment, 'postings' | 'postingStarts'>,
  term: number,
  into: DecodedPostings,
): void {
  const end = postingStarts[term + 1] ?? 0;
  let from = postingStarts[term] ?? 0;
  // A posting takes at least two bytes.
  reserve(into, (end - from) >>> 1);
  const { documents, places, frequencies } = into;
  let document = -1;
  let count = 0;
  // Nearly all numbers take one byte. Reading these inline, and only longer ones with a cursor, doubles the speed.
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
  into.count = count;
}

/** Whether the predicate holds for some posting of a term. Stops at the first one. */
export function somePosting(
  { postings, postingStarts }: Pick<Segment, 'postings' | 'postingStarts'>,
  term: number,
  holds: (document: number, place: number) => boolean,
): boolean {
  const cursor: ByteCursor = { bytes: postings, at: postingStarts[term] ?? 0 };
  const end = postingStarts[term + 1] ?? 0;
  let document = -1;
  while (cursor.at < end) {
    document += readVarint(cursor);
    const code = readVarint(cursor);
    if ((code & frequencyEscape) === frequencyEscape) readVarint(cursor);
    if (holds(document, code >>> 2)) return true;
  }
  return false;
}

function reserve(into: DecodedPostings, count: number): void {
  if (count <= into.documents.length) return;
  const capacity = Math.max(count, into.documents.length * 2);
  into.documents = new Uint32Array(capacity);
  into.places = new Uint32Array(capacity);
  into.frequencies = new Uint32Array(capacity);
}
