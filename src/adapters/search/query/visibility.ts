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

/** Caches the visibility of ACL roots until the rights of the caller change. */
export interface VisibilityCache {
  /** Resolves the ACL roots of segments that are not cached. Rejects if the access filter does. */
  forSegments(live: readonly LiveSegment[], accessFilter: AccessFilter): Promise<readonly SegmentVisibility[]>;
}

async function newTable({ anchors }: Segment, accessFilter: AccessFilter): Promise<Uint8Array> {
  const aclRoots = Array.from({ length: textCount(anchors) }, (_, number) => textAt(anchors, number));
  return Uint8Array.from(await accessFilter.at(aclRoots));
}

export function createVisibilityCache(): VisibilityCache {
  const tables = new WeakMap<object, WeakMap<Segment, Uint8Array>>();

  const tableOf = async (segment: Segment, accessFilter: AccessFilter): Promise<Uint8Array> => {
    const bySegment = tables.get(accessFilter.rights) ?? new WeakMap<Segment, Uint8Array>();
    tables.set(accessFilter.rights, bySegment);
    const table = bySegment.get(segment) ?? (await newTable(segment, accessFilter));
    bySegment.set(segment, table);
    return table;
  };

  return {
    async forSegments(live, accessFilter) {
      const visibilities: SegmentVisibility[] = [];
      for (const { segment } of live) {
        const owner = accessFilter.owns === null ? -1 : (ownerNumbers(segment).get(accessFilter.owns) ?? -1);
        visibilities.push({ segment, table: await tableOf(segment, accessFilter), owner });
      }
      return visibilities;
    },
  };
}

const ownerNumbers = cachedPerObject(({ owners }: Segment) => {
  const numbers = new Map<string, number>();
  for (let number = 0; number < textCount(owners); number += 1) numbers.set(textAt(owners, number), number);
  return numbers;
});

/** The visibility of a document. */
export function visibilityOf({ segment, table, owner }: SegmentVisibility, document: number): 0 | 1 | 2 {
  const visibility = table[segment.anchorOf[document] ?? 0];
  if (visibility === aclRootVisibility.absent) return visibilityLevels.nothing;
  if (visibility === aclRootVisibility.all || segment.ownerOf[document] === owner) return visibilityLevels.all;
  return visibility === aclRootVisibility.metadata ? visibilityLevels.metadata : visibilityLevels.nothing;
}
