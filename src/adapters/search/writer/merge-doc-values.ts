import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type GrowingNumbers, growingNumbers, pushNumber, writtenNumbers } from '../codec/int-buffer.ts';
import { type ColumnRows, columnForm } from '../segment/doc-values-builder.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import { textAt, textCount, textTableOf } from '../segment/text-table.ts';
import { removed, type Source, stepSize } from './merge-sources.ts';

/** The merged columns of all sources. Values that no document has any more are dropped. */
export function* mergedColumns(sources: readonly Source[], size: number): CooperativeTask<PropertyColumn[]> {
  const columns: PropertyColumn[] = [];
  for (const [property, parts] of yield* partsByProperty(sources)) {
    const column = yield* mergedColumn(property, parts, size);
    if (column.numbers.length > 0) columns.push(column);
  }
  return columns;
}

function* partsByProperty(sources: readonly Source[]): CooperativeTask<Map<string, Part[]>> {
  const byProperty = new Map<string, Part[]>();
  let steps = 0;
  for (const source of sources) {
    for (const column of source.segment.properties.all()) {
      const parts = byProperty.get(column.property);
      if (parts === undefined) byProperty.set(column.property, [{ source, column }]);
      else parts.push({ source, column });
      steps += 1;
      if (steps % stepSize === 0) yield;
    }
  }
  return byProperty;
}

interface Part {
  readonly source: Source;
  readonly column: PropertyColumn;
}

function* mergedColumn(property: string, parts: readonly Part[], size: number): CooperativeTask<PropertyColumn> {
  const used: Uint8Array[] = [];
  for (const part of parts) used.push(yield* usedValues(part));
  const { values, numbers } = yield* mergedValues(parts, used);
  const rowCount = parts.reduce(
    (sum, { column: { documents }, source }) => sum + (documents?.length ?? source.segment.size),
    0,
  );
  const numberCount = parts.reduce((sum, { column }) => sum + column.numbers.length, 0);
  const rows = {
    documents: growingNumbers(rowCount),
    starts: growingNumbers(rowCount),
    numbers: growingNumbers(numberCount),
  };
  for (const [number, part] of parts.entries()) yield* addRows(rows, part, numbers[number] ?? new Uint32Array());
  const written = {
    documents: writtenNumbers(rows.documents),
    starts: writtenNumbers(rows.starts),
    numbers: writtenNumbers(rows.numbers),
  };
  return { property, values: textTableOf(values), ...columnForm(written, size, values.length) };
}

/** The rows of a column whose documents were not removed: their new numbers, and where their values start and end. */
function* rowsOf({
  source,
  column,
}: Part): CooperativeTask<{ documents: Uint32Array; from: Uint32Array; end: Uint32Array }> {
  const count = column.documents?.length ?? source.segment.size;
  const [documents, from, end] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  let rowCount = 0;
  for (let row = 0; row < count; row += 1) {
    const number = source.newNumbers[column.documents?.[row] ?? row] ?? removed;
    const start = column.starts?.[row] ?? row;
    const next = column.starts?.[row + 1] ?? row + 1;
    if (number !== removed && next > start && column.numbers[start] !== 0) {
      documents[rowCount] = number;
      from[rowCount] = start;
      end[rowCount] = next;
      rowCount += 1;
    }
    if (row % (stepSize * 16) === 0) yield;
  }
  return { documents: documents.subarray(0, rowCount), from, end };
}

function* usedValues(part: Part): CooperativeTask<Uint8Array> {
  const { column, source } = part;
  if (!source.hasDeletions) return new Uint8Array(textCount(column.values)).fill(1);
  const used = new Uint8Array(textCount(column.values));
  const { documents, from, end } = yield* rowsOf(part);
  for (let row = 0; row < documents.length; row += 1) {
    for (let at = from[row] ?? 0; at < (end[row] ?? 0); at += 1) used[(column.numbers[at] ?? 0) - 1] = 1;
  }
  return used;
}

/** The distinct values of all parts in order, and for each part the new number of each of its values. */
function* mergedValues(
  parts: readonly Part[],
  used: readonly Uint8Array[],
): CooperativeTask<{ values: string[]; numbers: Uint32Array[] }> {
  const values: string[] = [];
  const numbers = parts.map(({ column }) => new Uint32Array(textCount(column.values)));
  const next = new Uint32Array(parts.length);
  const heads = parts.map((_, part) => head(part));
  for (;;) {
    let value: string | undefined;
    for (const one of heads) if (one !== undefined && (value === undefined || one < value)) value = one;
    if (value === undefined) return { values, numbers };
    for (let part = 0; part < parts.length; part += 1) {
      if (heads[part] !== value) continue;
      const at = next[part] ?? 0;
      const renumbered = numbers[part];
      if (renumbered !== undefined) renumbered[at] = values.length;
      next[part] = at + 1;
      heads[part] = head(part);
    }
    values.push(value);
    if (values.length % stepSize === 0) yield;
  }

  /** The next value of a part that is still used. */
  function head(part: number): string | undefined {
    const table = parts[part]?.column.values;
    if (table === undefined) return undefined;
    let at = next[part] ?? 0;
    while (at < textCount(table) && used[part]?.[at] === 0) at += 1;
    next[part] = at;
    return at < textCount(table) ? textAt(table, at) : undefined;
  }
}

function* addRows(
  rows: { readonly [column in keyof ColumnRows]: GrowingNumbers },
  part: Part,
  renumbered: Uint32Array,
): CooperativeTask<void> {
  const { documents, from, end } = yield* rowsOf(part);
  for (let row = 0; row < documents.length; row += 1) {
    pushNumber(rows.documents, documents[row] ?? 0);
    pushNumber(rows.starts, rows.numbers.length);
    for (let at = from[row] ?? 0; at < (end[row] ?? 0); at += 1)
      pushNumber(rows.numbers, (renumbered[(part.column.numbers[at] ?? 0) - 1] ?? 0) + 1);
    if (row % (stepSize * 16) === 0) yield;
  }
}
