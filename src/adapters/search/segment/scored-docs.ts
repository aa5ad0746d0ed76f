import { firstPosition } from '../../../base/first-position.ts';

/** A set of documents of one segment, with scores. Its arrays are pooled, see `ScoredDocsPool`. */
export interface ScoredDocs {
  /** The documents, each once, in any order. Elements beyond `count` have no meaning. */
  readonly documents: Uint32Array;
  count: number;
  /** By document number: the score, if the document is in the set. */
  readonly scores: Float32Array;
  /** By document number: equal to `mark` if the document is in the set. */
  readonly marks: Uint8Array;
  mark: number;
}

export const has = (docs: ScoredDocs, document: number): boolean => docs.marks[document] === docs.mark;

/** Adds a document, or replaces its score. */
export function put(docs: ScoredDocs, document: number, score: number): void {
  if (docs.marks[document] !== docs.mark) {
    docs.marks[document] = docs.mark;
    docs.documents[docs.count] = document;
    docs.count += 1;
  }
  docs.scores[document] = score;
}

/** Adds a document, or adds to its score. */
export function addUp(docs: ScoredDocs, document: number, score: number): void {
  put(docs, document, has(docs, document) ? (docs.scores[document] ?? 0) + score : score);
}

/** Adds all documents of another set, or adds to their scores. */
export function addAll(docs: ScoredDocs, other: ScoredDocs): void {
  for (let at = 0; at < other.count; at += 1) {
    const document = other.documents[at] ?? 0;
    addUp(docs, document, other.scores[document] ?? 0);
  }
}

/** Adds the scores of another set, which must contain all documents of this one. */
export function addScores(docs: ScoredDocs, other: ScoredDocs): void {
  for (let at = 0; at < docs.count; at += 1) {
    const document = docs.documents[at] ?? 0;
    docs.scores[document] = (docs.scores[document] ?? 0) + (other.scores[document] ?? 0);
  }
}

/** Keeps only the documents for which the predicate holds, in their order. */
export function keep(docs: ScoredDocs, holds: (document: number) => boolean): void {
  let retained = 0;
  for (let at = 0; at < docs.count; at += 1) {
    const document = docs.documents[at] ?? 0;
    if (holds(document)) {
      docs.documents[retained] = document;
      retained += 1;
    } else docs.marks[document] = 0;
  }
  docs.count = retained;
}

/** Reuses the arrays of sets, so that a search need not allocate them. */
export interface ScoredDocsPool {
  /** Returns an empty set for documents with numbers below `size`. The caller must release it. */
  acquire(size: number): ScoredDocs;
  release(docs: ScoredDocs): void;
}

/** The maximum size of the unused arrays in the pool, in bytes. The pool always keeps `minFree` sets. */
const maxFreeBytes = 8_000_000;
const minFree = 6;

const bytesPerDocument = 9;

export function createScoredDocsPool(): ScoredDocsPool {
  const free: ScoredDocs[] = [];
  let freeBytes = 0;
  const bytesOf = ({ marks }: ScoredDocs): number => marks.length * bytesPerDocument;
  const firstOfSize = (size: number): number =>
    firstPosition(0, free.length, (at) => (free[at]?.marks.length ?? 0) >= size);
  return {
    acquire(size) {
      const [docs] = free.splice(firstOfSize(size), 1);
      if (docs === undefined) return cleared(allocate(size));
      freeBytes -= bytesOf(docs);
      return cleared(docs);
    },
    release(docs) {
      // The smallest come first, so that small segments do not use large arrays.
      free.splice(firstOfSize(docs.marks.length), 0, docs);
      freeBytes += bytesOf(docs);
      while (freeBytes > maxFreeBytes && free.length > minFree) freeBytes -= bytesOf(free.shift() ?? docs);
    },
  };
}

const allocate = (size: number): ScoredDocs => ({
  documents: new Uint32Array(size),
  count: 0,
  scores: new Float32Array(size),
  marks: new Uint8Array(size),
  mark: 0,
});

/** A new mark empties the set without clearing `marks`. After 255 uses, `marks` is cleared. */
function cleared(docs: ScoredDocs): ScoredDocs {
  docs.count = 0;
  docs.mark = docs.mark === 0xff ? 1 : docs.mark + 1;
  if (docs.mark === 1) docs.marks.fill(0);
  return docs;
}
