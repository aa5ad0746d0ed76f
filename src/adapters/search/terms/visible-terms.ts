import { metadataFields } from '../../../domain/query/query.ts';
import { isDeleted } from '../segment/deletions.ts';
import { somePosting } from '../segment/postings.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termCount } from '../segment/terms.ts';
import { type SegmentVisibility, visibilityLevels, visibilityOf } from './visibility.ts';

/**
 * Tests and counts in which documents the caller can see a term. Documents whose ACL root is not loaded yet count as
 * invisible, and the root is recorded for loading.
 */
export interface VisibleTerms {
  /** Whether a term is visible, by the index of the segment in the search and the number of the term. */
  isTermVisible(at: number, term: number): boolean;
  /** The number of documents in which a term is visible. Counts up to `limit`. */
  visibleCount(at: number, term: number, limit: number): number;
}

/** The fields whose terms count: only the parts of documents, or their properties as well. */
export type TermLocations = 'parts' | 'parts and properties';

/** The state of a term in a table; 0 if it is not known yet. */
const termState = { visible: 1, hidden: 2 } as const;

export function createVisibleTerms(
  live: readonly LiveSegment[],
  visibilities: readonly SegmentVisibility[],
  where: TermLocations,
): VisibleTerms {
  // Patterns and suggestions check the same terms repeatedly.
  const tables = new Map<number, Uint8Array>();
  const tableOf = (at: number): Uint8Array => {
    const segment = live[at]?.segment;
    const table = tables.get(at) ?? new Uint8Array(segment === undefined ? 0 : termCount(segment));
    tables.set(at, table);
    return table;
  };
  const visibleCount: VisibleTerms['visibleCount'] = (at, term, limit) => {
    const [liveSegment, visibility] = [live[at], visibilities[at]];
    return liveSegment === undefined || visibility === undefined
      ? 0
      : countVisible(liveSegment, visibility, where, term, limit);
  };
  return {
    visibleCount,
    isTermVisible(at, term) {
      const table = tableOf(at);
      if (table[term] === 0) table[term] = visibleCount(at, term, 1) > 0 ? termState.visible : termState.hidden;
      return table[term] === termState.visible;
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

/** Higher than any visibility. */
const never = 3;

/** The visibility that a document must have for its terms in a place to be visible. */
function requiredVisibility({ places }: Segment, place: number, where: TermLocations): number {
  const fields = places[place] ?? [];
  const isInMetadata = (field: string): boolean =>
    where === 'parts' ? (metadataFields as readonly string[]).includes(field) : field !== 'text';
  if (fields.some(isInMetadata)) return visibilityLevels.metadata;
  return fields.includes('text') ? visibilityLevels.all : never;
}
