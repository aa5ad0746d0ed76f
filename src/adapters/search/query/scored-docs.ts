/** Documents of one segment that are found, with their scores. Its columns are used again and again: see `FoundPool`. */
export interface ScoredDocs {
  /** The documents, each once, in any order; what is beyond `count` means nothing. */
  readonly documents: Uint32Array;
  count: number;
  /** At the number of a document that is found: its score. */
  readonly scores: Float32Array;
  /** At the number of a document: `mark` where it is found. */
  readonly marks: Uint8Array;
  mark: number;
}

export const has = (docs: ScoredDocs, document: number): boolean => docs.marks[document] === docs.mark;

/** Adds a document, or gives it another score. */
export function put(docs: ScoredDocs, document: number, score: number): void {
  if (docs.marks[document] !== docs.mark) {
    docs.marks[document] = docs.mark;
    docs.documents[docs.count] = document;
    docs.count += 1;
  }
  docs.scores[document] = score;
}

/** Adds a document, or more to the score that it has. */
export function addUp(docs: ScoredDocs, document: number, score: number): void {
  put(docs, document, has(docs, document) ? (docs.scores[document] ?? 0) + score : score);
}

/** Adds all documents of another one, or their scores where they are there. */
export function addAll(docs: ScoredDocs, other: ScoredDocs): void {
  for (let at = 0; at < other.count; at += 1) {
    const document = other.documents[at] ?? 0;
    addUp(docs, document, other.scores[document] ?? 0);
  }
}

/** Adds to each document the score that it has in another one, in which all of them are. */
export function addScores(docs: ScoredDocs, other: ScoredDocs): void {
  for (let at = 0; at < docs.count; at += 1) {
    const document = docs.documents[at] ?? 0;
    docs.scores[document] = (docs.scores[document] ?? 0) + (other.scores[document] ?? 0);
  }
}

/** Leaves only the documents for which it holds; they stay in their order. */
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

/** Lends columns for found documents, so that a search makes none of its own. */
export interface ScoredDocsPool {
  /** Room for documents with numbers below `size`; empty. To be given back. */
  acquire(size: number): ScoredDocs;
  release(docs: ScoredDocs): void;
}

/** In bytes: columns kept for later; what is more is left to be collected, but for `fewest`. */
const maxFreeBytes = 8_000_000;
const minFree = 6;

const bytesPerDocument = 9;

export function createScoredDocsPool(): ScoredDocsPool {
  const free: ScoredDocs[] = [];
  let freeBytes = 0;
  const bytesOf = ({ marks }: ScoredDocs): number => marks.length * bytesPerDocument;
  return {
    acquire(size) {
      const at = free.findIndex(({ marks }) => marks.length >= size);
      const [docs] = at < 0 ? [] : free.splice(at, 1);
      if (docs === undefined) return cleared(allocate(size));
      freeBytes -= bytesOf(docs);
      return cleared(docs);
    },
    release(docs) {
      free.push(docs);
      freeBytes += bytesOf(docs);
      // The smallest first: small segments do not take the room of large ones.
      free.sort((one, other) => one.marks.length - other.marks.length);
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

/** Instead of wiping all marks for each search, marks of another search are told by their number. */
function cleared(docs: ScoredDocs): ScoredDocs {
  docs.count = 0;
  docs.mark = docs.mark === 0xff ? 1 : docs.mark + 1;
  if (docs.mark === 1) docs.marks.fill(0);
  return docs;
}
