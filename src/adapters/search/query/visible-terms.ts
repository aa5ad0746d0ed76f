import { metadataFields } from '../../../domain/query/query.ts';
import { isDeleted } from '../segment/deletions.ts';
import { somePosting } from '../segment/postings.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termCount } from '../segment/terms.ts';
import { isVisible, type SegmentVisibility, visibilityOf } from './visibility.ts';

/** Tells which words stand where the viewer sees them. Anchors that are unknown are noted, and nothing at them is seen. */
export interface VisibleTerms {
  /** Of the segment with this place in the search the word with this number. */
  isTermVisible(at: number, term: number): boolean;
  /** In how many documents such a word is seen; `most`: in so many or more. */
  visibleCount(at: number, term: number, limit: number): number;
}

/** Where words count: in the parts of documents, or in their properties as well. */
export type TermLocations = 'parts' | 'parts and properties';

/** What was found out of a word, as a number. */
const termState = { seen: 1, hidden: 2 } as const;

export function createVisibleTerms(
  live: readonly LiveSegment[],
  visibilities: readonly SegmentVisibility[],
  where: TermLocations,
): VisibleTerms {
  // Patterns, and words that somebody may have meant, come upon the same words again and again.
  const tables = new Map<number, Uint8Array>();
  const tableOf = (at: number): Uint8Array => {
    const segment = live[at]?.segment;
    const table = tables.get(at) ?? new Uint8Array(segment === undefined ? 0 : termCount(segment));
    tables.set(at, table);
    return table;
  };
  const visibleCount: VisibleTerms['visibleCount'] = (at, term, limit) => {
    const [one, visibility] = [live[at], visibilities[at]];
    return one === undefined || visibility === undefined ? 0 : countVisible(one, visibility, where, term, limit);
  };
  return {
    visibleCount,
    isTermVisible(at, term) {
      const table = tableOf(at);
      if (table[term] === 0) table[term] = visibleCount(at, term, 1) > 0 ? termState.seen : termState.hidden;
      return table[term] === termState.seen;
    },
  };
}

function countVisible(
  { segment, deleted }: LiveSegment,
  visibility: SegmentVisibility,
  where: TermLocations,
  term: number,
  limit: number,
): number {
  let count = 0;
  let last = -1;
  somePosting(segment, term, (document, place) => {
    if (document === last || isDeleted(deleted, document)) return false;
    if (visibilityOf(visibility, document) < requiredVisibility(segment, place, where)) return false;
    last = document;
    count += 1;
    return count === limit;
  });
  return count;
}

/** More than anybody sees. */
const never = 3;

/** How much has to be seen of a document for its words in a place. */
function requiredVisibility({ places }: Segment, place: number, where: TermLocations): number {
  const fields = places[place] ?? [];
  const isInMetadata = (field: string): boolean =>
    where === 'parts' ? (metadataFields as readonly string[]).includes(field) : field !== 'text';
  if (fields.some(isInMetadata)) return isVisible.metadata;
  return fields.includes('text') ? isVisible.all : never;
}
