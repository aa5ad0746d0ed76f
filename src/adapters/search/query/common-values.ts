import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import { isIdColumn } from '../segment/id-doc-values.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { textAt, textCount, totalBytes } from '../segment/text-table.ts';

/** The values of a property in several segments. */
export interface CommonValues {
  /** The distinct values in the order of their UTF-16 code units. */
  readonly texts: readonly string[];
  /** For each segment the index in `texts` of each value of its column. */
  readonly positions: readonly Uint32Array[];
}

/** The texts of columns with at most this many values are cached, because they are read often. */
const maxValues = 2_000;
/** The maximum size of all texts of such a column, in bytes. */
const maxBytes = 2_000_000;
const cachedTexts = cachedPerObject(({ values }: PropertyColumn): readonly string[] =>
  Array.from({ length: textCount(values) }, (_, number) => textAt(values, number)),
);

/** All values of a column; undefined if there are too many, or if they are too long. */
export function textsOf(column: PropertyColumn): readonly string[] | undefined {
  if (textCount(column.values) > maxValues || totalBytes(column.values) > maxBytes) return undefined;
  return cachedTexts(column);
}

/** Each change of the index creates a new array of segments. */
const cachedValues = cachedPerObject((_: readonly LiveSegment[]) => new Map<string, CommonValues | undefined>());

/** The maximum number of cached properties, because callers can request any number of them. */
const maxCachedProperties = 100;

/** The values of a property in these segments; undefined if there are too many. Computed once for each array of segments. */
export function commonValues(live: readonly LiveSegment[], property: string): CommonValues | undefined {
  const properties = cachedValues(live);
  if (properties.has(property)) return properties.get(property);
  if (properties.size >= maxCachedProperties) properties.clear();
  const values = computeCommonValues(live, property);
  properties.set(property, values);
  return values;
}

function computeCommonValues(live: readonly LiveSegment[], property: string): CommonValues | undefined {
  if (isIdColumn(property)) return undefined;
  const lists: (readonly string[])[] = [];
  for (const { segment } of live) {
    const column = segment.properties.of(property);
    const list = column === undefined ? [] : textsOf(column);
    if (list === undefined) return undefined;
    lists.push(list);
  }
  const texts = [...new Set(lists.flat())].sort();
  const positionOf = new Map(texts.map((text, position) => [text, position]));
  return { texts, positions: lists.map((list) => Uint32Array.from(list, (text) => positionOf.get(text) ?? 0)) };
}
