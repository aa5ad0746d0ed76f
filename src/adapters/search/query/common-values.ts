import { isIdColumn } from '../segment/id-doc-values.ts';
import type { LiveSegment, PropertyColumn } from '../segment/segment.ts';
import { textAt, textCount } from '../segment/text-table.ts';

/** The values that a property has in several segments. */
export interface CommonValues {
  /** Each once, in the order of their UTF-16 code units. */
  readonly texts: readonly string[];
  /** For each segment at which place in `texts` each value of its column stands. */
  readonly positions: readonly Uint32Array[];
}

/** The texts of columns with few values are asked for again and again. */
const maxValues = 2_000;
/** In bytes, of all texts of such a column. */
const maxBytes = 2_000_000;
const cachedTexts = new WeakMap<PropertyColumn, readonly string[]>();

/** All values of a column; undefined: they are many, or long. */
export function textsOf(column: PropertyColumn): readonly string[] | undefined {
  const count = textCount(column.values);
  if (count > maxValues || (column.values.starts[count] ?? 0) > maxBytes) return undefined;
  const texts = cachedTexts.get(column) ?? Array.from({ length: count }, (_, number) => textAt(column.values, number));
  cachedTexts.set(column, texts);
  return texts;
}

/** A list of segments is another one as soon as anything changes. */
const cachedValues = new WeakMap<readonly LiveSegment[], Map<string, CommonValues | undefined>>();

/** Properties that nobody has are as many as callers think of. */
const maxCachedProperties = 100;

/** What a property has in these segments; undefined: it has many values. Compared once for each list. */
export function commonValues(live: readonly LiveSegment[], property: string): CommonValues | undefined {
  let properties = cachedValues.get(live);
  if (properties === undefined) {
    properties = new Map();
    cachedValues.set(live, properties);
  }
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
    const column = segment.properties.find((one) => one.property === property);
    const list = column === undefined ? [] : textsOf(column);
    if (list === undefined) return undefined;
    lists.push(list);
  }
  const texts = [...new Set(lists.flat())].sort();
  const positionOf = new Map(texts.map((text, position) => [text, position]));
  return { texts, positions: lists.map((list) => Uint32Array.from(list, (text) => positionOf.get(text) ?? 0)) };
}
