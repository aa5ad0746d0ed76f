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

export const has = (found: ScoredDocs, document: number): boolean => found.marks[document] === found.mark;

/** Adds a document, or gives it another score. */
export function put(found: ScoredDocs, document: number, score: number): void {
  if (found.marks[document] !== found.mark) {
    found.marks[document] = found.mark;
    found.documents[found.count] = document;
    found.count += 1;
  }
  found.scores[document] = score;
}

/** Adds a document, or more to the score that it has. */
export function addUp(found: ScoredDocs, document: number, score: number): void {
  put(found, document, has(found, document) ? (found.scores[document] ?? 0) + score : score);
}

/** Adds all documents of another one, or their scores where they are there. */
export function addAll(found: ScoredDocs, other: ScoredDocs): void {
  for (let at = 0; at < other.count; at += 1) {
    const document = other.documents[at] ?? 0;
    addUp(found, document, other.scores[document] ?? 0);
  }
}

/** Adds to each document the score that it has in another one, in which all of them are. */
export function addScores(found: ScoredDocs, other: ScoredDocs): void {
  for (let at = 0; at < found.count; at += 1) {
    const document = found.documents[at] ?? 0;
    found.scores[document] = (found.scores[document] ?? 0) + (other.scores[document] ?? 0);
  }
}

/** Leaves only the documents for which it holds; they stay in their order. */
export function keep(found: ScoredDocs, holds: (document: number) => boolean): void {
  let kept = 0;
  for (let at = 0; at < found.count; at += 1) {
    const document = found.documents[at] ?? 0;
    if (holds(document)) {
      found.documents[kept] = document;
      kept += 1;
    } else found.marks[document] = 0;
  }
  found.count = kept;
}

/** Lends columns for found documents, so that a search makes none of its own. */
export interface ScoredDocsPool {
  /** Room for documents with numbers below `size`; empty. To be given back. */
  take(size: number): ScoredDocs;
  give(found: ScoredDocs): void;
}

/** In bytes: columns kept for later; what is more is left to be collected, but for `fewest`. */
const mostKept = 8_000_000;
const fewest = 6;

const bytesPerDocument = 9;

export function createScoredDocsPool(): ScoredDocsPool {
  const free: ScoredDocs[] = [];
  let kept = 0;
  const weightOf = ({ marks }: ScoredDocs): number => marks.length * bytesPerDocument;
  return {
    take(size) {
      const at = free.findIndex(({ marks }) => marks.length >= size);
      const [found] = at < 0 ? [] : free.splice(at, 1);
      if (found === undefined) return cleared(newFound(size));
      kept -= weightOf(found);
      return cleared(found);
    },
    give(found) {
      free.push(found);
      kept += weightOf(found);
      // The smallest first: small segments do not take the room of large ones.
      free.sort((one, other) => one.marks.length - other.marks.length);
      while (kept > mostKept && free.length > fewest) kept -= weightOf(free.shift() ?? found);
    },
  };
}

const newFound = (size: number): ScoredDocs => ({
  documents: new Uint32Array(size),
  count: 0,
  scores: new Float32Array(size),
  marks: new Uint8Array(size),
  mark: 0,
});

/** Instead of wiping all marks for each search, marks of another search are told by their number. */
function cleared(found: ScoredDocs): ScoredDocs {
  found.count = 0;
  found.mark = found.mark === 0xff ? 1 : found.mark + 1;
  if (found.mark === 1) found.marks.fill(0);
  return found;
}
