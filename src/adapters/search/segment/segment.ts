import type { SegmentBytes } from './segment-bytes.ts';

/**
 * The shape of a part of the index that never changes: plain typed arrays and strings, so that it can be written to disk as it
 * is, handed to a worker, and read by several searches at once. What is long and seldom asked for may lie in its file. What is deleted of it is kept beside it (`deletions.ts`).
 *
 * Documents have numbers from 0 in the order in which they came. Wherever numbers may be of several widths, the narrowest one
 * that holds them all is used.
 */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Texts in UTF-8, one after the other: text n lies from `starts[n]` to `starts[n + 1]`. */
export interface TextTable {
  /** Texts that are not well-formed UTF-16 are kept as UTF-16 (little endian) behind a byte 0xff, which no UTF-8 has. */
  readonly bytes: SegmentBytes;
  /** One more than there are texts. */
  readonly starts: Uint32Array;
}

/** The values of one property of all documents. */
export interface PropertyColumn {
  readonly property: string;
  /** Each distinct value once, in the order of their UTF-16 code units. */
  readonly values: TextTable;
  /** Null: row n is that of document n. Else the documents that have a row, in order; no other has a value. */
  readonly documents: Uint32Array | null;
  /** Null: row n has the one number n. Else row n has the numbers from `starts[n]` to `starts[n + 1]`. */
  readonly starts: Uint32Array | null;
  /** Numbers of values plus 1, as they were put, each once in a row; 0: no value. */
  readonly numbers: Numbers;
}

export interface Segment {
  /** How many documents there are. */
  readonly size: number;
  /** 16 bytes for each document: its UUID. */
  readonly ids: Uint8Array;
  /** The numbers of all documents in the order of their ids. */
  readonly byId: Uint32Array;
  /** Each distinct anchor once, in the order of their first documents. */
  readonly anchors: TextTable;
  /** For each document the number of its anchor. */
  readonly anchorOf: Numbers;
  /** Each distinct owner once, in the order of their first documents. */
  readonly owners: TextTable;
  readonly ownerOf: Numbers;
  /** The UUIDs of all parents, 16 bytes each, in the order of their first documents. */
  readonly parents: Uint8Array;
  /** For each document the number of its parent plus 1; 0: none. */
  readonly parentOf: Numbers;
  /**
   * Where words can stand: the fields (parts of documents, and properties) that have one and the same text in a document, so that
   * it is kept once for all of them. Together with the word, entries of `postings` name a place by its number here.
   */
  readonly places: readonly (readonly string[])[];
  /**
   * For each part of documents (in the order of `documentFields`) a byte for each document: how many words it has there, as
   * `lengthCode` shortens it; part after part.
   */
  readonly lengths: Uint8Array;
  /** For each of these parts the number of words in all documents together. */
  readonly lengthSums: Float64Array;
  /** All distinct folded words in the order of their UTF-16 code units, each with a NUL behind it. */
  readonly words: string;
  /** Where each word starts, and, one more, the end of the last one. */
  readonly wordStarts: Uint32Array;
  /** For each word how many documents it stands in. */
  readonly documentCounts: Uint32Array;
  /**
   * For each word its entries, in the order of documents; numbers as `varints.ts` writes them. An entry is the distance to the
   * document of the entry before (to -1 for the first; 0: the same document, another place), then the place times 4 plus how often
   * it stands there less 1, where that is less than 3; else plus 3, and how often less 4 behind it.
   */
  readonly postings: Uint8Array;
  /** Where each word's entries start, and, one more, the end of the last ones. */
  readonly postingStarts: Uint32Array;
  /**
   * For each entry of `postings`, in the same order, the positions of the word in that place, counted in words from 0: each the
   * distance to the one before, the first the distance to -1. Between two values of a property 256 positions are left out.
   */
  readonly positions: SegmentBytes;
  readonly positionStarts: Uint32Array;
  readonly properties: readonly PropertyColumn[];
}

/** A part of the index with what was taken out of it since it was made. */
export interface LiveSegment {
  readonly segment: Segment;
  /** A bit for each document, lowest bits first: 1 where it is deleted. Never changed in place; null: nothing is deleted. */
  readonly deleted: Uint8Array | null;
}
