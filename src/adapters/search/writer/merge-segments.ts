import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { documentFields } from '../../../domain/query/query.ts';
import { uuidPrefix } from '../codec/id-order.ts';
import { numbered } from '../codec/numbered.ts';
import { type Numbers, packed } from '../codec/packed-ints.ts';
import { compareUuids, uuidSize } from '../codec/uuids.ts';
import { listsFrom } from '../segment/postings.ts';
import { joinColumns } from '../segment/property-columns.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { type TextTable, textAt, textCount, textTableOf } from '../segment/text-table.ts';
import { mergedColumns } from './merge-doc-values.ts';
import { mergedPostings } from './merge-postings.ts';
import { removed, type Source, sourcesOf, stepSize } from './merge-sources.ts';

/**
 * Merges segments into a new one, without their deleted documents. Documents stay in the order of the segments. Calls
 * `pause` after each step of less than a millisecond, and rejects if it rejects.
 */
export async function mergeSegments(parts: readonly LiveSegment[], pause: () => Promise<void>): Promise<Segment> {
  const steps = mergeSteps(parts);
  for (;;) {
    const result = steps.next();
    if (result.done === true) return result.value;
    await pause();
  }
}

function* mergeSteps(parts: readonly LiveSegment[]): CooperativeTask<Segment> {
  const { sources, size } = yield* sourcesOf(parts);
  const ids = yield* mergedIds(sources, size);
  const aclRoots = yield* mergedTexts(sources, size, 'anchors', 'anchorOf');
  const owners = yield* mergedTexts(sources, size, 'owners', 'ownerOf');
  const parents = yield* mergedParents(sources, size);
  const places = mergedPlaces(sources);
  const lists = yield* mergedPostings(sources, places.numbers);
  const lengths = yield* mergedLengths(sources, size);
  const columns = yield* mergedColumns(sources, size);
  return {
    size,
    ...ids,
    anchors: aclRoots.table,
    anchorOf: aclRoots.column,
    owners: owners.table,
    ownerOf: owners.column,
    ...parents,
    places: places.all,
    lengths,
    ...listsFrom(lists),
    properties: yield* joinColumns(columns),
  };
}

function* mergedIds(sources: readonly Source[], size: number): CooperativeTask<Pick<Segment, 'ids' | 'byId'>> {
  const ids = new Uint8Array(size * uuidSize);
  let steps = 0;
  for (const { segment, newNumbers, hasDeletions } of sources) {
    if (!hasDeletions) {
      ids.set(segment.ids, (newNumbers[0] ?? 0) * uuidSize);
      yield;
      continue;
    }
    for (let document = 0; document < segment.size; document += 1) {
      const number = newNumbers[document] ?? removed;
      if (number === removed) continue;
      for (let byte = 0; byte < uuidSize; byte += 1)
        ids[number * uuidSize + byte] = segment.ids[document * uuidSize + byte] ?? 0;
      steps += 1;
      if (steps % (stepSize * 8) === 0) yield;
    }
  }
  return { ids, byId: yield* mergedOrder(sources, ids, size) };
}

/** Greater than the first four bytes of any ID. */
const afterAllPrefixes = 2 ** 32;

/** Merges the sorted IDs of all sources. */
function* mergedOrder(sources: readonly Source[], ids: Uint8Array, size: number): CooperativeTask<Uint32Array> {
  const byId = new Uint32Array(size);
  const offsets = new Uint32Array(sources.length);
  const next = new Uint32Array(sources.length);
  /** The first four bytes of the next ID of each source. Usually they decide the comparison. */
  const prefixes = new Float64Array(sources.length);
  const advance = (source: number): void => {
    const { segment, newNumbers } = sources[source] as Source;
    let at = offsets[source] ?? 0;
    while (at < segment.size && newNumbers[segment.byId[at] ?? 0] === removed) at += 1;
    offsets[source] = at + 1;
    next[source] = at < segment.size ? (newNumbers[segment.byId[at] ?? 0] ?? removed) : removed;
    prefixes[source] = at < segment.size ? uuidPrefix(ids, (next[source] ?? 0) * uuidSize) : afterAllPrefixes;
  };
  const isBefore = (one: number, other: number): boolean => {
    const difference = (prefixes[one] ?? afterAllPrefixes) - (prefixes[other] ?? afterAllPrefixes);
    if (difference !== 0) return difference < 0;
    // Both sources are at their ends. `removed` is no position in `ids`, and V8 would discard the compiled `compareUuids` for it.
    if (prefixes[one] === afterAllPrefixes) return false;
    return compareUuids(ids, (next[one] ?? 0) * uuidSize, ids, (next[other] ?? 0) * uuidSize) < 0;
  };
  for (let source = 0; source < sources.length; source += 1) advance(source);
  for (let position = 0; position < size; position += 1) {
    let best = 0;
    for (let source = 1; source < sources.length; source += 1) if (isBefore(source, best)) best = source;
    byId[position] = next[best] ?? 0;
    advance(best);
    if (position % (stepSize * 4) === stepSize * 4 - 1) yield;
  }
  return byId;
}

function* mergedTexts(
  sources: readonly Source[],
  size: number,
  table: 'anchors' | 'owners',
  column: 'anchorOf' | 'ownerOf',
): CooperativeTask<{ table: TextTable; column: Numbers }> {
  const numbers = new Map<string, number>();
  const all = new Uint32Array(size);
  let steps = 0;
  for (const { segment, newNumbers } of sources) {
    const renumbered = new Uint32Array(textCount(segment[table])).fill(removed);
    for (let document = 0; document < segment.size; document += 1) {
      const number = newNumbers[document] ?? removed;
      if (number === removed) continue;
      const old = segment[column][document] ?? 0;
      if (renumbered[old] === removed) renumbered[old] = numbered(numbers, textAt(segment[table], old));
      all[number] = renumbered[old] ?? 0;
      steps += 1;
      if (steps % (stepSize * 4) === 0) yield;
    }
  }
  return { table: textTableOf([...numbers.keys()]), column: packed(all, numbers.size) };
}

function* mergedParents(
  sources: readonly Source[],
  size: number,
): CooperativeTask<Pick<Segment, 'parents' | 'parentOf'>> {
  const numbers = new Map<string, number>();
  const all = new Uint32Array(size);
  let steps = 0;
  for (const { segment, newNumbers } of sources) {
    const bytes = Buffer.from(segment.parents.buffer, segment.parents.byteOffset, segment.parents.length);
    const renumbered = new Uint32Array(bytes.length / uuidSize);
    for (let document = 0; document < segment.size; document += 1) {
      const number = newNumbers[document] ?? removed;
      const old = segment.parentOf[document] ?? 0;
      if (number === removed || old === 0) continue;
      if (renumbered[old - 1] === 0) {
        const parent = bytes.toString('latin1', (old - 1) * uuidSize, old * uuidSize);
        renumbered[old - 1] = numbered(numbers, parent) + 1;
      }
      all[number] = renumbered[old - 1] ?? 0;
      steps += 1;
      if (steps % (stepSize * 4) === 0) yield;
    }
  }
  return {
    parents: Uint8Array.from(Buffer.from([...numbers.keys()].join(''), 'latin1')),
    parentOf: packed(all, numbers.size),
  };
}

/** The distinct places of all sources, and for each source the new numbers of its places. */
function mergedPlaces(sources: readonly Source[]) {
  const placeNumbers = new Map<string, number>();
  const all: (readonly string[])[] = [];
  const numbers = sources.map(({ segment }) =>
    Uint32Array.from(segment.places, (fields) => {
      const key = fields.join('\n');
      if (!placeNumbers.has(key)) all.push(fields);
      return numbered(placeNumbers, key);
    }),
  );
  return { all, numbers };
}

function* mergedLengths(sources: readonly Source[], size: number): CooperativeTask<Uint8Array> {
  const lengths = new Uint8Array(documentFields.length * size);
  for (const { segment, newNumbers, hasDeletions } of sources) {
    for (let part = 0; part < documentFields.length; part += 1) {
      yield;
      if (!hasDeletions) {
        const from = part * segment.size;
        lengths.set(segment.lengths.subarray(from, from + segment.size), part * size + (newNumbers[0] ?? 0));
        continue;
      }
      for (let document = 0; document < segment.size; document += 1) {
        const number = newNumbers[document] ?? removed;
        if (number !== removed) lengths[part * size + number] = segment.lengths[part * segment.size + document] ?? 0;
      }
    }
  }
  return lengths;
}
