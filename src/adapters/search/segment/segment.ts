import type { Numbers } from '../codec/packed-ints.ts';
import type { PropertyColumns } from './property-columns.ts';
import type { SegmentBytes } from './segment-bytes.ts';
import type { TextTable } from './text-table.ts';

/**
 * An immutable part of the index. It consists of typed arrays and strings, so it can be written to disk without
 * conversion, transferred to a worker thread, and read by concurrent searches. Large parts that are read rarely may
 * stay in the file of the segment. Documents are numbered from 0 in the order in which they were added.
 */
export interface Segment {
  /** The number of documents. */
  readonly size: number;
  /** The UUID of each document, 16 bytes each. */
  readonly ids: Uint8Array;
  /** The numbers of all documents in the order of their IDs. */
  readonly byId: Uint32Array;
  /** The distinct ACL roots, in the order of their first documents. */
  readonly anchors: TextTable;
  /** For each document the number of its ACL root. */
  readonly anchorOf: Numbers;
  /** The distinct owners, in the order of their first documents. */
  readonly owners: TextTable;
  readonly ownerOf: Numbers;
  /** The distinct UUIDs of parents, 16 bytes each, in the order of their first documents. */
  readonly parents: Uint8Array;
  /** For each document the number of its parent plus 1; 0 if it has none. */
  readonly parentOf: Numbers;
  /**
   * The places in which terms occur. A place is a set of fields (parts of documents, and properties) that have the same
   * text in a document, so that this text is indexed only once. A posting has the number of a place.
   */
  readonly places: readonly (readonly string[])[];
  /** The field norm of each document for each part of documents (in the order of `documentFields`), part after part. */
  readonly lengths: Uint8Array;
  /** The distinct folded terms in the order of their UTF-16 code units, each followed by a NUL. */
  readonly words: string;
  /** The start of each term, and the end of the last one as an additional element. */
  readonly wordStarts: Uint32Array;
  /** For each term the number of documents that it occurs in. */
  readonly documentCounts: Uint32Array;
  /**
   * The posting list of each term, in the order of documents, as varints. A posting starts with the difference to the
   * document of the previous posting (to -1 for the first; 0 for another place in the same document). The second number is
   * the place times 4, plus the frequency less 1 if that is below 3. Otherwise it is the place times 4 plus 3, and the
   * frequency less 4 follows as a third number.
   */
  readonly postings: Uint8Array;
  /** The start of each posting list, and the end of the last one as an additional element. */
  readonly postingStarts: Uint32Array;
  /**
   * For each posting, in the same order, the positions of the term in this place, counted in words from 0. Each is the
   * difference to the one before, the first one to -1. Between two values of a property, 256 positions are skipped.
   */
  readonly positions: SegmentBytes;
  readonly positionStarts: Uint32Array;
  readonly properties: PropertyColumns;
}

/** A segment with its deletions. Deletions are not part of the segment, which never changes. */
export interface LiveSegment {
  readonly segment: Segment;
  /** A bit for each document, lowest bits first: 1 if it is deleted. Never changed in place. Null if no document is deleted. */
  readonly deleted: Uint8Array | null;
}
