import type { NodeId } from '../../../base/ids.ts';
import type { PathStep } from '../../../domain/query/query.ts';
import { compareUuids, uuidSize, writeUuid } from '../codec/uuids.ts';
import { isDeleted } from '../segment/deletions.ts';
import { firstValue, nameColumn } from '../segment/doc-values.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { findDocument } from '../segment/segment-documents.ts';
import { textAt } from '../segment/text-table.ts';
import { type SegmentVisibility, visibilityOf } from '../terms/visibility.ts';

/** Tests where in the folder tree a document is. */
export interface HierarchyFilter {
  /** Whether a document is below the node, at any depth. */
  isBelow(node: NodeId): DocumentTest;
  /** Whether a document is at the end of this path. A name matches only if the caller sees the document that has it. */
  isAtEnd(steps: readonly PathStep[]): DocumentTest;
  /** The highest score of a folder above a document, by the scores of folders in each segment. Undefined if none has a score. */
  bestAbove(scores: readonly ReadonlyMap<number, number>[]): ScoresAbove;
}

type DocumentTest = (segment: Segment, document: number) => boolean;
/** For a segment, the score of the folders above each document; undefined if there is none. */
export type ScoresAbove = (segment: Segment) => (document: number) => number | undefined;

/** A document in one of the segments. */
interface Location {
  readonly at: number;
  readonly document: number;
}

/** The folder tree, as one search sees it. */
interface Hierarchy {
  readonly live: readonly LiveSegment[];
  readonly visibilities: readonly SegmentVisibility[];
  /** The index of each segment in `live`. */
  readonly indexes: ReadonlyMap<Segment, number>;
  /** For each segment, the locations of its parents by their number; null if the index does not have the parent. */
  readonly parents: readonly Map<number, Location | null>[];
}

export function createHierarchyFilter(
  live: readonly LiveSegment[],
  visibilities: readonly SegmentVisibility[],
): HierarchyFilter {
  const hierarchy: Hierarchy = {
    live,
    visibilities,
    indexes: new Map(live.map(({ segment }, at) => [segment, at])),
    parents: live.map(() => new Map()),
  };
  return {
    isBelow: (node) => belowTest(hierarchy, node),
    isAtEnd: (steps) => pathTest(hierarchy, steps),
    bestAbove: (scores) => bestAbove(hierarchy, scores),
  };
}

function bestAbove(hierarchy: Hierarchy, scores: readonly ReadonlyMap<number, number>[]): ScoresAbove {
  const best = inherited<number>(hierarchy, noScore, ({ at, document }, above) =>
    Math.max(above, scores[at]?.get(document) ?? noScore),
  );
  return (segment) => {
    // All documents of one folder have the same result.
    const results = new Float64Array(segment.parents.length / uuidSize + 1).fill(Number.NaN);
    return (document) => {
      const folder = segment.parentOf[document] ?? 0;
      let score = results[folder] ?? Number.NaN;
      if (Number.isNaN(score)) {
        score = best(parentOf(hierarchy, locationIn(hierarchy, segment, document)));
        results[folder] = score;
      }
      return score === noScore ? undefined : score;
    };
  };
}

const noScore = Number.NEGATIVE_INFINITY;

function belowTest(hierarchy: Hierarchy, node: NodeId): DocumentTest {
  const id = new Uint8Array(uuidSize);
  writeUuid(id, 0, node);
  const isBelow = inherited(hierarchy, false, (folder, above) => above || hasParent(hierarchy, folder, id));
  const results: Map<number, boolean>[] = hierarchy.live.map(() => new Map());
  return (segment, document) => {
    const location = locationIn(hierarchy, segment, document);
    // All documents of one folder have the same result.
    const folder = segment.parentOf[document] ?? 0;
    let result = results[location.at]?.get(folder);
    if (result === undefined) {
      result = hasParent(hierarchy, location, id) || isBelow(parentOf(hierarchy, location));
      results[location.at]?.set(folder, result);
    }
    return result;
  };
}

function pathTest(hierarchy: Hierarchy, steps: readonly PathStep[]): DocumentTest {
  const last = steps.at(-1);
  if (last === undefined) return () => false;
  const before = steps.slice(0, -1);
  const reachedAt = inherited(hierarchy, nothingReached(before), (folder, above) => {
    const reached = nothingReached(before);
    for (const [number, step] of before.entries()) {
      const leads = number === 0 ? step.deep || isTop(hierarchy, folder) : isReached(above, number - 1, step);
      if (leads && matchesStep(hierarchy, folder, step)) reached.here[number] = 1;
      reached.hereOrAbove[number] = (reached.here[number] ?? 0) | (above.hereOrAbove[number] ?? 0);
    }
    return reached;
  });
  return (segment, document) => {
    const location = locationIn(hierarchy, segment, document);
    if (!matchesStep(hierarchy, location, last)) return false;
    if (before.length === 0) return last.deep || isTop(hierarchy, location);
    return isReached(reachedAt(parentOf(hierarchy, location)), before.length - 1, last);
  };
}

/**
 * Returns a function that computes a state for a folder from the state of the folder above it, from the top (`start`) down. Each
 * folder is computed once. While a move is indexed, parents may form a cycle; the walk up ends there.
 */
function inherited<State>(
  hierarchy: Hierarchy,
  start: State,
  below: (folder: Location, above: State) => State,
): (folder: Location | null) => State {
  const states: Map<number, State>[] = hierarchy.live.map(() => new Map());
  return (folder) => {
    const pending: Location[] = [];
    let state: State | undefined;
    for (let location = folder; location !== null && state === undefined; ) {
      state = states[location.at]?.get(location.document);
      if (state !== undefined) break;
      states[location.at]?.set(location.document, start);
      pending.push(location);
      location = parentOf(hierarchy, location);
    }
    let above = state ?? start;
    for (const location of pending.reverse()) {
      above = below(location, above);
      states[location.at]?.set(location.document, above);
    }
    return above;
  };
}

const locationIn = ({ indexes }: Hierarchy, segment: Segment, document: number): Location => ({
  at: indexes.get(segment) ?? -1,
  document,
});

function parentOf({ live, parents }: Hierarchy, { at, document }: Location): Location | null {
  const segment = live[at]?.segment;
  const number = (segment?.parentOf[document] ?? 0) - 1;
  if (segment === undefined || number < 0) return null;
  const cached = parents[at]?.get(number);
  if (cached !== undefined) return cached;
  const location = locate(live, segment.parents.subarray(number * uuidSize, (number + 1) * uuidSize));
  parents[at]?.set(number, location);
  return location;
}

function locate(live: readonly LiveSegment[], id: Uint8Array): Location | null {
  for (const [at, { segment, deleted }] of live.entries()) {
    const document = findDocument(segment, id);
    if (document >= 0 && !isDeleted(deleted, document)) return { at, document };
  }
  return null;
}

function hasParent({ live }: Hierarchy, { at, document }: Location, id: Uint8Array): boolean {
  const { parents, parentOf } = live[at]?.segment ?? noParents;
  const number = (parentOf[document] ?? 0) - 1;
  return number >= 0 && compareUuids(parents, number * uuidSize, id, 0) === 0;
}

const noParents: Pick<Segment, 'parents' | 'parentOf'> = { parents: new Uint8Array(), parentOf: new Uint8Array() };

const isTop = ({ live }: Hierarchy, { at, document }: Location): boolean => live[at]?.segment.parentOf[document] === 0;

const matchesStep = (hierarchy: Hierarchy, location: Location, { name }: PathStep): boolean =>
  name === undefined || hasName(hierarchy, location, name);

function hasName({ live, visibilities }: Hierarchy, { at, document }: Location, name: string): boolean {
  const visibility = visibilities[at];
  if (visibility === undefined || visibilityOf(visibility, document) === 0) return false;
  const properties = live[at]?.segment.properties;
  return (valueIn(properties?.of(nameColumn), document) ?? valueIn(properties?.of('cm:name'), document) ?? '') === name;
}

function valueIn(column: PropertyColumn | undefined, document: number): string | undefined {
  const value = column === undefined ? -1 : firstValue(column, document);
  return column === undefined || value < 0 ? undefined : textAt(column.values, value);
}

/**
 * The steps of a path that end at a folder (`here`), or at it or a folder above it: 1 at the number of each such step.
 */
interface Reached {
  readonly here: Uint8Array;
  readonly hereOrAbove: Uint8Array;
}

const nothingReached = ({ length }: readonly PathStep[]): Reached => ({
  here: new Uint8Array(length),
  hereOrAbove: new Uint8Array(length),
});

/**
 * Whether the step after the one with this number can start at a folder. If that next step is deep, it can also start
 * at a folder above.
 */
const isReached = ({ here, hereOrAbove }: Reached, number: number, { deep }: PathStep): boolean =>
  (deep ? hereOrAbove : here)[number] === 1;
