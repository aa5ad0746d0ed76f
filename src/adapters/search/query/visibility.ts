import { type AccessFilter, aclRootVisibility } from '../../../ports/access-filter.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { textAt, textCount } from '../segment/text-table.ts';

/** How much is seen of a document, as a number. */
export const isVisible = { nothing: 0, metadata: 1, all: 2 } as const;

/** What a viewer sees of a segment. */
export interface SegmentVisibility {
  readonly segment: Segment;
  /** At the number of an anchor what `viewer.at` told of it; 0: not asked yet. */
  readonly table: Uint8Array;
  /** The number of the viewer among the owners; -1: owns nothing here. */
  readonly owner: number;
  /** Anchors that have to be asked for. */
  readonly unknown: Set<number>;
}

/** Remembers, as long as rights are the same, what was told of anchors. */
export interface VisibilityCache {
  forSegments(live: readonly LiveSegment[], viewer: AccessFilter): readonly SegmentVisibility[];
  /** Asks for all anchors that are unknown. Rejects as the viewer does. */
  load(visibilities: readonly SegmentVisibility[], viewer: AccessFilter): Promise<void>;
}

export function createVisibilityCache(): VisibilityCache {
  const tables = new WeakMap<object, WeakMap<Segment, Uint8Array>>();

  const tableOf = (segment: Segment, { rights }: AccessFilter): Uint8Array => {
    const known = tables.get(rights) ?? new WeakMap<Segment, Uint8Array>();
    tables.set(rights, known);
    const table = known.get(segment) ?? new Uint8Array(textCount(segment.anchors));
    known.set(segment, table);
    return table;
  };

  return {
    forSegments: (live, viewer) =>
      live.map(({ segment }) => ({
        segment,
        table: tableOf(segment, viewer),
        owner: viewer.owns === null ? -1 : ownerNumber(segment, viewer.owns),
        unknown: new Set(),
      })),
    async load(visibilities, viewer) {
      const wanted = new Set(
        visibilities.flatMap(({ segment, unknown }) => [...unknown].map((number) => textAt(segment.anchors, number))),
      );
      const anchors = [...wanted];
      const told = await viewer.at(anchors);
      const sightAt = new Map(anchors.map((anchor, at) => [anchor, told[at] ?? aclRootVisibility.absent]));
      for (const { segment, table, unknown } of visibilities) {
        for (const number of unknown)
          table[number] = sightAt.get(textAt(segment.anchors, number)) ?? aclRootVisibility.absent;
        unknown.clear();
      }
    },
  };
}

const ownerNumbers = new WeakMap<Segment, Map<string, number>>();

function ownerNumber(segment: Segment, name: string): number {
  let numbers = ownerNumbers.get(segment);
  if (numbers === undefined) {
    numbers = new Map();
    for (let number = 0; number < textCount(segment.owners); number += 1)
      numbers.set(textAt(segment.owners, number), number);
    ownerNumbers.set(segment, numbers);
  }
  return numbers.get(name) ?? -1;
}

/** How much is seen of a document; nothing, as long as its anchor is unknown. */
export function visibilityOf({ segment, table, owner, unknown }: SegmentVisibility, document: number): 0 | 1 | 2 {
  const anchor = segment.anchorOf[document] ?? 0;
  const told = table[anchor] ?? 0;
  if (told === 0) {
    unknown.add(anchor);
    return isVisible.nothing;
  }
  if (told === aclRootVisibility.absent) return isVisible.nothing;
  if (told === aclRootVisibility.all || segment.ownerOf[document] === owner) return isVisible.all;
  return told === aclRootVisibility.metadata ? isVisible.metadata : isVisible.nothing;
}
