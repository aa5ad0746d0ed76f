import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import { type AccessFilter, aclRootVisibility } from '../../../ports/access-filter.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { textAt, textCount } from '../segment/text-table.ts';

/** The visibility of a document, as a number that can be compared. */
export const visibilityLevels = { nothing: 0, metadata: 1, all: 2 } as const;

/** The visibility of the documents of a segment for one caller. */
export interface SegmentVisibility {
  readonly segment: Segment;
  /** By the number of an ACL root: its visibility as the access filter returned it; 0 if not loaded yet. */
  readonly table: Uint8Array;
  /** The number of the caller among the owners; -1 if the caller owns nothing here. */
  readonly owner: number;
  /** The ACL roots that were needed, but are not loaded yet. */
  readonly unknown: Set<number>;
}

/** Caches the visibility of ACL roots until the rights of the caller change. */
export interface VisibilityCache {
  forSegments(live: readonly LiveSegment[], accessFilter: AccessFilter): readonly SegmentVisibility[];
  /** Loads all unknown ACL roots. Rejects if the access filter does. */
  load(visibilities: readonly SegmentVisibility[], accessFilter: AccessFilter): Promise<void>;
}

export function createVisibilityCache(): VisibilityCache {
  const tables = new WeakMap<object, WeakMap<Segment, Uint8Array>>();

  const tableOf = (segment: Segment, { rights }: AccessFilter): Uint8Array => {
    const bySegment = tables.get(rights) ?? new WeakMap<Segment, Uint8Array>();
    tables.set(rights, bySegment);
    const table = bySegment.get(segment) ?? new Uint8Array(textCount(segment.anchors));
    bySegment.set(segment, table);
    return table;
  };

  return {
    forSegments: (live, accessFilter) =>
      live.map(({ segment }) => ({
        segment,
        table: tableOf(segment, accessFilter),
        owner: accessFilter.owns === null ? -1 : (ownerNumbers(segment).get(accessFilter.owns) ?? -1),
        unknown: new Set(),
      })),
    async load(visibilities, accessFilter) {
      const distinct = new Set(
        visibilities.flatMap(({ segment, unknown }) => [...unknown].map((number) => textAt(segment.anchors, number))),
      );
      const aclRoots = [...distinct];
      const loaded = await accessFilter.at(aclRoots);
      const byAclRoot = new Map(aclRoots.map((aclRoot, at) => [aclRoot, loaded[at] ?? aclRootVisibility.absent]));
      for (const { segment, table, unknown } of visibilities) {
        for (const number of unknown)
          table[number] = byAclRoot.get(textAt(segment.anchors, number)) ?? aclRootVisibility.absent;
        unknown.clear();
      }
    },
  };
}

const ownerNumbers = cachedPerObject(({ owners }: Segment) => {
  const numbers = new Map<string, number>();
  for (let number = 0; number < textCount(owners); number += 1) numbers.set(textAt(owners, number), number);
  return numbers;
});

/**
 * The visibility of a document: nothing while the visibility of its ACL root is not loaded. Such a root is added to
 * `unknown`.
 */
export function visibilityOf({ segment, table, owner, unknown }: SegmentVisibility, document: number): 0 | 1 | 2 {
  const aclRoot = segment.anchorOf[document] ?? 0;
  const visibility = table[aclRoot] ?? 0;
  if (visibility === 0) {
    unknown.add(aclRoot);
    return visibilityLevels.nothing;
  }
  if (visibility === aclRootVisibility.absent) return visibilityLevels.nothing;
  if (visibility === aclRootVisibility.all || segment.ownerOf[document] === owner) return visibilityLevels.all;
  return visibility === aclRootVisibility.metadata ? visibilityLevels.metadata : visibilityLevels.nothing;
}
