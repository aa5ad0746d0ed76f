import type { NodeId } from '../../../base/ids.ts';
import type { PathStep } from '../../../domain/query/query.ts';
import { compareUuids, uuidSize, writeUuid } from '../codec/uuids.ts';
import { isDeleted } from '../segment/deletions.ts';
import { firstValue } from '../segment/doc-values.ts';
import { nameColumn } from '../segment/name-doc-values.ts';
import type { LiveSegment, PropertyColumn, Segment } from '../segment/segment.ts';
import { findDocument } from '../segment/segment-documents.ts';
import { textAt } from '../segment/text-table.ts';
import { type SegmentVisibility, visibilityOf } from './visibility.ts';

/** Tells where documents lie, by their parents. */
export interface HierarchyFilter {
  /** Whether a document lies below the node, at any depth. */
  isBelow(node: NodeId): (segment: Segment, document: number) => boolean;
  /** Whether a document lies at the end of these steps. Names count only where the document that has them is seen. */
  isAtEnd(steps: readonly PathStep[]): (segment: Segment, document: number) => boolean;
}

/** A document in one of the segments. */
interface Place {
  readonly at: number;
  readonly document: number;
}

export function createHierarchyFilter(
  live: readonly LiveSegment[],
  sights: readonly SegmentVisibility[],
): HierarchyFilter {
  const numbers = new Map(live.map(({ segment }, at) => [segment, at]));
  /** For each segment and number of a parent where it is; null: it is not in the index. */
  const parents: Map<number, Place | null>[] = live.map(() => new Map());

  const placeOf = (id: Uint8Array): Place | null => {
    for (const [at, { segment, deleted }] of live.entries()) {
      const document = findDocument(segment, id);
      if (document >= 0 && !isDeleted(deleted, document)) return { at, document };
    }
    return null;
  };

  const parentOf = ({ at, document }: Place): Place | null => {
    const segment = live[at]?.segment;
    const number = (segment?.parentOf[document] ?? 0) - 1;
    if (segment === undefined || number < 0) return null;
    const known = parents[at]?.get(number);
    if (known !== undefined) return known;
    const found = placeOf(segment.parents.subarray(number * uuidSize, (number + 1) * uuidSize));
    parents[at]?.set(number, found);
    return found;
  };

  /**
   * Works out for folders what they have from those above them, from the top (`start`) down, and once for each folder.
   * Parents in a circle, as a half-followed move may leave them, end it.
   */
  const fromAbove = <Kept>(
    start: Kept,
    below: (place: Place, above: Kept) => Kept,
  ): ((folder: Place | null) => Kept) => {
    const known: Map<number, Kept>[] = live.map(() => new Map());
    return (folder) => {
      const way: Place[] = [];
      let kept: Kept | undefined;
      for (let place = folder; place !== null && kept === undefined; ) {
        kept = known[place.at]?.get(place.document);
        if (kept !== undefined) break;
        known[place.at]?.set(place.document, start);
        way.push(place);
        place = parentOf(place);
      }
      let above = kept ?? start;
      for (const place of way.reverse()) {
        above = below(place, above);
        known[place.at]?.set(place.document, above);
      }
      return above;
    };
  };

  const placeIn = (segment: Segment, document: number): Place => ({ at: numbers.get(segment) ?? -1, document });

  const nameOf = ({ at, document }: Place): string | undefined => {
    const properties = live[at]?.segment.properties ?? [];
    return valueIn(properties, nameColumn, document) ?? valueIn(properties, 'cm:name', document);
  };

  const hasName = (place: Place, name: string): boolean => {
    const sight = sights[place.at];
    return sight !== undefined && visibilityOf(sight, place.document) > 0 && (nameOf(place) ?? '') === name;
  };

  const isTop = ({ at, document }: Place): boolean => live[at]?.segment.parentOf[document] === 0;

  const isCalled = (place: Place, { name }: PathStep): boolean => name === undefined || hasName(place, name);

  const hasParent = ({ at, document }: Place, id: Uint8Array): boolean => {
    const { parents, parentOf } = live[at]?.segment ?? nowhere;
    const number = (parentOf[document] ?? 0) - 1;
    return number >= 0 && compareUuids(parents, number * uuidSize, id, 0) === 0;
  };

  return {
    isBelow(node) {
      const wanted = new Uint8Array(uuidSize);
      writeUuid(wanted, 0, node);
      const isBelow = fromAbove(false, (place, above) => above || hasParent(place, wanted));
      const answers: Map<number, boolean>[] = live.map(() => new Map());
      return (segment, document) => {
        const place = placeIn(segment, document);
        // What lies in one folder is below the same nodes.
        const folder = segment.parentOf[document] ?? 0;
        let answer = answers[place.at]?.get(folder);
        if (answer === undefined) {
          answer = hasParent(place, wanted) || isBelow(parentOf(place));
          answers[place.at]?.set(folder, answer);
        }
        return answer;
      };
    },
    isAtEnd(steps) {
      const last = steps.at(-1);
      if (last === undefined) return () => false;
      const before = steps.slice(0, -1);
      const reachedAt = fromAbove(reachedNowhere(before), (place, above) => {
        const reached = reachedNowhere(before);
        for (const [number, step] of before.entries()) {
          const leads = number === 0 ? step.deep || isTop(place) : isReached(above, number - 1, step);
          if (leads && isCalled(place, step)) reached.here[number] = 1;
          reached.hereOrAbove[number] = (reached.here[number] ?? 0) | (above.hereOrAbove[number] ?? 0);
        }
        return reached;
      });
      return (segment, document) => {
        const place = placeIn(segment, document);
        if (!isCalled(place, last)) return false;
        if (before.length === 0) return last.deep || isTop(place);
        return isReached(reachedAt(parentOf(place)), before.length - 1, last);
      };
    },
  };
}

const nowhere: Pick<Segment, 'parents' | 'parentOf'> = { parents: new Uint8Array(), parentOf: new Uint8Array() };

/** How far the steps of a path lead to a folder: 1 at the number of each step that ends there. */
interface Reached {
  readonly here: Uint8Array;
  readonly hereOrAbove: Uint8Array;
}

const reachedNowhere = ({ length }: readonly PathStep[]): Reached => ({
  here: new Uint8Array(length),
  hereOrAbove: new Uint8Array(length),
});

/** Whether a step can be taken from a folder or what is above it, where it follows the step with this number. */
const isReached = ({ here, hereOrAbove }: Reached, number: number, { deep }: PathStep): boolean =>
  (deep ? hereOrAbove : here)[number] === 1;

function valueIn(properties: readonly PropertyColumn[], name: string, document: number): string | undefined {
  const column = properties.find(({ property }) => property === name);
  const value = column === undefined ? -1 : firstValue(column, document);
  return column === undefined || value < 0 ? undefined : textAt(column.values, value);
}
