import type { NodeId } from '../../base/ids.ts';
import type { PathStep } from '../../domain/query.ts';
import { firstValue } from './columns.ts';
import { isDeleted } from './deletions.ts';
import { nameColumn } from './name-column.ts';
import type { LiveSegment, PropertyColumn, Segment } from './segment.ts';
import { findDocument } from './segment-documents.ts';
import { type SegmentSight, sightOf } from './sight.ts';
import { textAt } from './text-table.ts';
import { compareUuids, uuidSize, writeUuid } from './uuids.ts';

/** Tells where documents lie, by their parents. */
export interface Tree {
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

export function createTree(live: readonly LiveSegment[], sights: readonly SegmentSight[]): Tree {
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

  /** From the document itself up. Parents in a circle end it, as a half-followed move may leave them. */
  const wayUp = (from: Place): Place[] => {
    const way: Place[] = [];
    for (let place: Place | null = from; place !== null; place = parentOf(place)) {
      const { at, document } = place;
      if (way.some((before) => before.at === at && before.document === document)) break;
      way.push(place);
    }
    return way;
  };

  const placeIn = (segment: Segment, document: number): Place => ({ at: numbers.get(segment) ?? -1, document });

  const nameOf = ({ at, document }: Place): string | undefined => {
    const properties = live[at]?.segment.properties ?? [];
    return valueIn(properties, nameColumn, document) ?? valueIn(properties, 'cm:name', document);
  };

  const hasName = (place: Place, name: string): boolean => {
    const sight = sights[place.at];
    return sight !== undefined && sightOf(sight, place.document) > 0 && (nameOf(place) ?? '') === name;
  };

  const isAtEnd = (place: Place, steps: readonly PathStep[]): boolean => {
    const last = steps.at(-1);
    if (last === undefined || (last.name !== undefined && !hasName(place, last.name))) return false;
    const before = steps.slice(0, -1);
    if (before.length === 0) return last.deep || live[place.at]?.segment.parentOf[place.document] === 0;
    const above = wayUp(place).slice(1);
    return (last.deep ? above : above.slice(0, 1)).some((one) => isAtEnd(one, before));
  };

  return {
    isBelow(node) {
      const wanted = new Uint8Array(uuidSize);
      writeUuid(wanted, 0, node);
      const answers: Map<number, boolean>[] = live.map(() => new Map());
      const hasParent = ({ at, document }: Place): boolean => {
        const segment = live[at]?.segment;
        const number = (segment?.parentOf[document] ?? 0) - 1;
        return (
          segment !== undefined && number >= 0 && compareUuids(segment.parents, number * uuidSize, wanted, 0) === 0
        );
      };
      return (segment, document) => {
        const place = placeIn(segment, document);
        // What lies in one folder is below the same nodes.
        const folder = segment.parentOf[document] ?? 0;
        let answer = answers[place.at]?.get(folder);
        if (answer === undefined) {
          answer = wayUp(place).some(hasParent);
          answers[place.at]?.set(folder, answer);
        }
        return answer;
      };
    },
    isAtEnd: (steps) => (segment, document) => steps.length > 0 && isAtEnd(placeIn(segment, document), steps),
  };
}

function valueIn(properties: readonly PropertyColumn[], name: string, document: number): string | undefined {
  const column = properties.find(({ property }) => property === name);
  const value = column === undefined ? -1 : firstValue(column, document);
  return column === undefined || value < 0 ? undefined : textAt(column.values, value);
}
