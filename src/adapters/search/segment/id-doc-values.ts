import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { inIdOrder } from '../codec/id-order.ts';
import { numbersUpTo } from '../codec/packed-ints.ts';
import { uuidLength, uuidSize, writeUuidText } from '../codec/uuids.ts';
import { taskSize } from '../task-scheduler.ts';
import type { PropertyColumn } from './property-columns.ts';
import type { Segment } from './segment.ts';
import { bytesInMemory } from './segment-bytes.ts';

/** Whether this is the name of a column of IDs. */
export const isIdColumn = (name: string): boolean => name === 'ID' || name === 'PARENT';

/** The column of a property, or of the built-in fields `ID` and `PARENT`. Undefined if no document has a value. */
export function* columnOf(segment: Segment, name: string): CooperativeTask<PropertyColumn | undefined> {
  if (name === 'ID') return yield* cachedColumn(idColumns, segment, idColumn);
  if (name === 'PARENT') return yield* cachedColumn(parentColumns, segment, parentColumn);
  return segment.properties.of(name);
}

const idColumns = new WeakMap<Segment, PropertyColumn>();
const parentColumns = new WeakMap<Segment, PropertyColumn>();

/** Creates the column on first use: few searches count or sort by IDs. */
function* cachedColumn(
  columns: WeakMap<Segment, PropertyColumn>,
  segment: Segment,
  make: (segment: Segment) => CooperativeTask<PropertyColumn>,
): CooperativeTask<PropertyColumn> {
  const column = columns.get(segment) ?? (yield* make(segment));
  columns.set(segment, column);
  return column;
}

function* idColumn({ ids, byId }: Segment): CooperativeTask<PropertyColumn> {
  return yield* columnOfIds('ID', ids, byId);
}

function* parentColumn({ size, parents, parentOf }: Segment): CooperativeTask<PropertyColumn> {
  const column = yield* columnOfIds('PARENT', parents, inIdOrder(parents));
  const numbers = numbersUpTo(parents.length / uuidSize, size);
  for (let document = 0; document < size; document += 1) {
    const parent = (parentOf[document] ?? 0) - 1;
    numbers[document] = parent < 0 ? 0 : (column.numbers[parent] ?? 0);
  }
  return { ...column, numbers };
}

/**
 * A column of IDs, in which each ID (16 bytes each in `uuids`) is its own value. `order` has the numbers of the IDs in
 * their order.
 */
function* columnOfIds(property: string, uuids: Uint8Array, order: Uint32Array): CooperativeTask<PropertyColumn> {
  const count = order.length;
  const bytes = Buffer.alloc(count * uuidLength);
  const starts = Uint32Array.from({ length: count + 1 }, (_, at) => at * uuidLength);
  const numbers = numbersUpTo(count, count);
  for (let at = 0; at < count; at += 1) {
    const number = order[at] ?? 0;
    writeUuidText(bytes, at * uuidLength, uuids, number * uuidSize);
    numbers[number] = at + 1;
    if (at % taskSize === taskSize - 1) yield;
  }
  return { property, values: { bytes: bytesInMemory(bytes), starts }, documents: null, starts: null, numbers };
}
