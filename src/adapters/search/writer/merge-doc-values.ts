import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type GrowingNumbers, growingNumbers, pushNumber, viewOf } from '../codec/int-buffer.ts';
import { type ColumnRows, columnForm } from '../segment/doc-values-builder.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import { textAt, textCount, textTableOf } from '../segment/text-table.ts';
import { removed, type Source, stepSize } from './merge-sources.ts';

/** The merged columns of all sources. Values that no document has any more are dropped. */
export function* mergedColumns(sources: readonly Source[], size: number): CooperativeTask<PropertyColumn[]> {
  const columns: PropertyColumn[] = [];
  // Reused for all columns, because there can be thousands.
  const rows: MergedRows = { documents: growingNumbers(), starts: growingNumbers(), numbers: growingNumbers() };
  for (const [property, parts] of yield* partsByProperty(sources)) {
    const column = yield* mergedColumn(property, parts, { rows, size });
    if (column.numbers.length > 0) columns.push(column);
    yield;
  }
  return columns;
}

/** The column of one property in one source. */
interface Part {
  readonly source: Source;
  readonly column: PropertyColumn;
}

type MergedRows = { readonly [array in keyof ColumnRows]: GrowingNumbers };

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

function* mergedColumn(
  property: string,
  parts: readonly Part[],
  { rows, size }: { readonly rows: MergedRows; readonly size: number },
): CooperativeTask<PropertyColumn> {
  const used: (Uint8Array | undefined)[] = [];
  for (const part of parts) used.push(part.source.hasDeletions ? yield* usedValues(part) : undefined);
  const { values, numbers } = yield* mergedValues(parts, used);
  for (const array of [rows.documents, rows.starts, rows.numbers]) array.length = 0;
  for (const [number, part] of parts.entries()) yield* addRows(rows, part, numbers[number] ?? new Uint32Array());
  const written = {
    documents: viewOf(rows.documents),
    starts: viewOf(rows.starts),
    numbers: viewOf(rows.numbers),
  };
  return { property, values: textTableOf(values), ...columnForm(written, size, values.length) };
}

const rowCount = ({ source, column }: Part): number => column.documents?.length ?? source.segment.size;

/** The new number of the document of a row; `removed` if it was removed. */
const documentOf = ({ source, column }: Part, row: number): number =>
  source.newNumbers[column.documents?.[row] ?? row] ?? removed;

/** The number of rows that are processed between two pauses. */
const rowsPerStep = stepSize * 16;

/** The values of a part that documents still have: by value number, 1 if one has it. */
function* usedValues(part: Part): CooperativeTask<Uint8Array> {
  const { starts, numbers, values } = part.column;
  const used = new Uint8Array(textCount(values));
  const count = rowCount(part);
  for (let row = 0; row < count; row += 1) {
    if (row % rowsPerStep === rowsPerStep - 1) yield;
    if (documentOf(part, row) === removed) continue;
    const end = starts?.[row + 1] ?? row + 1;
    for (let at = starts?.[row] ?? row; at < end; at += 1) {
      const number = numbers[at] ?? 0;
      if (number > 0) used[number - 1] = 1;
    }
  }
  return used;
}

/** The distinct values of all parts in order, and for each part the new number of each of its values. */
function* mergedValues(
  parts: readonly Part[],
  used: readonly (Uint8Array | undefined)[],
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

/** Adds the rows of a part whose documents were not removed, with new numbers for their documents and values. */
function* addRows(rows: MergedRows, part: Part, renumbered: Uint32Array): CooperativeTask<void> {
  const { starts, numbers } = part.column;
  const count = rowCount(part);
  for (let row = 0; row < count; row += 1) {
    if (row % rowsPerStep === rowsPerStep - 1) yield;
    const document = documentOf(part, row);
    const start = starts?.[row] ?? row;
    const end = starts?.[row + 1] ?? row + 1;
    if (document === removed || end === start || numbers[start] === 0) continue;
    pushNumber(rows.documents, document);
    pushNumber(rows.starts, rows.numbers.length);
    for (let at = start; at < end; at += 1) pushNumber(rows.numbers, (renumbered[(numbers[at] ?? 0) - 1] ?? 0) + 1);
  }
}
