import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import { keyOfTerm, type QueryTerm } from '../../../domain/query/term-match.ts';
import { isDeleted } from '../segment/deletions.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';
import type { MatchedTerms, matchedTerms } from './term-expansion.ts';
import { type SegmentVisibility, visibilityLevels, visibilityOf } from './visibility.ts';
import { createVisibleTerms } from './visible-terms.ts';

/** Statistics over all segments, of what the caller sees: scores must not tell how many other documents have a word. */
export interface Statistics {
  /** The inverse document frequency of a word of the query. Words with its stem and synonyms count as the word. Greater than 0. */
  idf(word: QueryTerm): number;
  /** How many documents have exactly this word, also unseen and deleted ones. Only for planning: it must not decide scores. */
  frequency(word: string): number;
}

/** The lowest quality of a match that counts as the word itself. */
const sameStem = 4;

/** Counts words when they are first asked for. */
export function statisticsOf(
  live: readonly LiveSegment[],
  visibilities: readonly SegmentVisibility[],
  termsOf: typeof matchedTerms,
): Statistics {
  const visibleTerms = createVisibleTerms(live, visibilities, 'parts and properties');
  const idfs = new Map<string, number>();
  let documents: number | undefined;
  const countOf = (at: number, { terms, qualities }: MatchedTerms): number =>
    terms.reduce(
      (most, term, number) =>
        (qualities[number] ?? 0) < sameStem
          ? most
          : Math.max(most, visibleTerms.visibleCount(at, term, Number.POSITIVE_INFINITY)),
      0,
    );
  return {
    frequency: (word) => live.reduce((sum, { segment }) => sum + documentCountOf(segment, word), 0),
    idf(term) {
      const key = keyOfTerm(term);
      let idf = idfs.get(key);
      if (idf === undefined) {
        documents ??= visibleDocuments(live, visibilities);
        const count = live.reduce((sum, { segment }, at) => sum + countOf(at, termsOf(segment, term)), 0);
        idf = Math.log(1 + (Math.max(documents, count) - count + 0.5) / (count + 0.5));
        idfs.set(key, idf);
      }
      return idf;
    },
  };
}

function documentCountOf(segment: Segment, word: string): number {
  const number = termNumber(segment, word);
  return number < 0 ? 0 : (segment.documentCounts[number] ?? 0);
}

const visibleDocuments = (live: readonly LiveSegment[], visibilities: readonly SegmentVisibility[]): number =>
  visibilities.reduce((sum, visibility, at) => {
    const one = live[at];
    return one === undefined ? sum : sum + visibleCounts(one)(visibility.table, visibility);
  }, 0);

/** The number of documents of a segment that a caller sees. Cached for each table of visibilities and each owner. */
const visibleCounts = cachedPerObject((live: LiveSegment) => {
  const byOwner = cachedPerObject((_: Uint8Array) => new Map<number, number>());
  return (table: Uint8Array, visibility: SegmentVisibility): number => {
    const known = byOwner(table);
    const count = known.get(visibility.owner) ?? visibleCountIn(live, visibility);
    known.set(visibility.owner, count);
    return count;
  };
});

function visibleCountIn({ segment: { size }, deleted }: LiveSegment, visibility: SegmentVisibility): number {
  let count = 0;
  for (let document = 0; document < size; document += 1) {
    if (visibilityOf(visibility, document) !== visibilityLevels.nothing && !isDeleted(deleted, document)) count += 1;
  }
  return count;
}
