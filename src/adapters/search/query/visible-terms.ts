import { metadataFields } from '../../../domain/query/query.ts';
import { isDeleted } from '../segment/deletions.ts';
import { someEntry } from '../segment/postings.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termCount } from '../segment/terms.ts';
import { isVisible, type SegmentVisibility, visibilityOf } from './visibility.ts';

/** Tells which words stand where the viewer sees them. Anchors that are unknown are noted, and nothing at them is seen. */
export interface VisibleTerms {
  /** Of the segment with this place in the search the word with this number. */
  isSeen(at: number, word: number): boolean;
  /** In how many documents such a word is seen; `most`: in so many or more. */
  seenCount(at: number, word: number, most: number): number;
}

/** Where words count: in the parts of documents, or in their properties as well. */
export type TermLocations = 'parts' | 'parts and properties';

/** What was found out of a word, as a number. */
const told = { seen: 1, hidden: 2 } as const;

export function createVisibleTerms(
  live: readonly LiveSegment[],
  sights: readonly SegmentVisibility[],
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
  const seenCount: VisibleTerms['seenCount'] = (at, word, most) => {
    const [one, sight] = [live[at], sights[at]];
    return one === undefined || sight === undefined ? 0 : countIn(one, sight, where, word, most);
  };
  return {
    seenCount,
    isSeen(at, word) {
      const table = tableOf(at);
      if (table[word] === 0) table[word] = seenCount(at, word, 1) > 0 ? told.seen : told.hidden;
      return table[word] === told.seen;
    },
  };
}

function countIn(
  { segment, deleted }: LiveSegment,
  sight: SegmentVisibility,
  where: TermLocations,
  word: number,
  most: number,
): number {
  let count = 0;
  let last = -1;
  someEntry(segment, word, (document, place) => {
    if (document === last || isDeleted(deleted, document)) return false;
    if (visibilityOf(sight, document) < leastSight(segment, place, where)) return false;
    last = document;
    count += 1;
    return count === most;
  });
  return count;
}

/** More than anybody sees. */
const never = 3;

/** How much has to be seen of a document for its words in a place. */
function leastSight({ places }: Segment, place: number, where: TermLocations): number {
  const fields = places[place] ?? [];
  const isInSight = (field: string): boolean =>
    where === 'parts' ? (metadataFields as readonly string[]).includes(field) : field !== 'text';
  if (fields.some(isInSight)) return isVisible.metadata;
  return fields.includes('text') ? isVisible.all : never;
}
