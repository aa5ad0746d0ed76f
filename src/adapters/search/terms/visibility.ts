import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import { type AccessFilter, aclRootVisibility } from '../../../ports/access-filter.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { textAt, textCount } from '../segment/text-table.ts';

/** The visibility of a document, as a number that can be compared. */
export const visibilityLevels = { nothing: 0, metadata: 1, all: 2 } as const;

/** The visibility of the documents of a segment for one caller. */
export interface SegmentVisibility {
  readonly segment: Segment;
  /** By the number of an ACL root: its visibility as the access filter returned it. */
  readonly table: Uint8Array;
  /** The number of the caller among the owners; -1 if the caller owns nothing here. */
  readonly owner: number;
}

/** The ACL roots of a segment. The same array each time: an access filter caches by it. */
const aclRootsOf = cachedPerObject(({ anchors }: Segment): readonly string[] =>
  Array.from({ length: textCount(anchors) }, (_, number) => textAt(anchors, number)),
);

const ownerNumbers = cachedPerObject(({ owners }: Segment) => {
  const numbers = new Map<string, number>();
  for (let number = 0; number < textCount(owners); number += 1) numbers.set(textAt(owners, number), number);
  return numbers;
});

/** The visibility of the documents of each segment. Rejects if the access filter does. */
export async function visibilitiesOf(
  live: readonly LiveSegment[],
  { owns, at }: AccessFilter,
): Promise<readonly SegmentVisibility[]> {
  const visibilities: SegmentVisibility[] = [];
  for (const { segment } of live) {
    const owner = owns === null ? -1 : (ownerNumbers(segment).get(owns) ?? -1);
    visibilities.push({ segment, table: await at(aclRootsOf(segment)), owner });
  }
  return visibilities;
}

/** The visibility of a document. */
export function visibilityOf({ segment, table, owner }: SegmentVisibility, document: number): 0 | 1 | 2 {
  const visibility = table[segment.anchorOf[document] ?? 0];
  if (visibility === aclRootVisibility.absent) return visibilityLevels.nothing;
  if (visibility === aclRootVisibility.all || segment.ownerOf[document] === owner) return visibilityLevels.all;
  return visibility === aclRootVisibility.metadata ? visibilityLevels.metadata : visibilityLevels.nothing;
}
