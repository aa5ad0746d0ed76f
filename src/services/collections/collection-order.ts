import type { NodeId } from '../../base/ids.ts';
import { isOrderedByHand, positionProperty, profileOf } from '../../domain/collections/collection.ts';
import { comparedPart, comparedText, type SortBy } from '../../domain/listing/child-order.ts';
import { type SortValue, sortValueOf } from '../../domain/listing/sort-values.ts';
import { titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord, PropertyBag } from '../../domain/nodes/records.ts';
import { compareSortValues } from '../nodes/child-order.ts';
import { compareNames } from '../records/name-order.ts';

/** The sort keys of a node in a list of collections or references. They replace the record, which may be large. */
export interface CollectionItem {
  readonly id: NodeId;
  readonly title: string;
  /** One for each property of the sort order. Texts are cut to the part that is compared. */
  readonly keys: readonly SortValue[];
}

/** Sorted by title: the repository generates the names of collections and references, so readers see titles. */
const titleNames: ReadonlySet<string> = new Set(['cm:name', 'cm:title', 'cclom:title']);

const positionOf = (node: NodeRecord): number | undefined => {
  const position = Number(node.properties[positionProperty]?.[0] ?? Number.NaN);
  return Number.isFinite(position) ? position : undefined;
};

const sortValueIn = (node: NodeRecord, { property, type }: SortBy): SortValue =>
  property === positionProperty ? positionOf(node) : sortValueOf(property, type, node);

/** `shown` is the node with this ID or, for a reference, the original that is shown for it. */
export const collectionItem = (id: NodeId, shown: NodeRecord, order: readonly SortBy[]): CollectionItem => ({
  id,
  title: comparedText(titleOf(shown.properties) ?? shown.name),
  keys: order.map((by) => comparedPart(sortValueIn(shown, by))),
});

/** Compares by the properties in their order, then by title and ID, so that the result is always the same. */
export function compareItems(order: readonly SortBy[]): (a: CollectionItem, b: CollectionItem) => number {
  type Comparison = (a: CollectionItem, b: CollectionItem) => number;
  const byTitle: Comparison = (a, b) => compareNames(a.title, b.title);
  const comparisons = order.map(({ property, ascending }, index): Comparison => {
    if (titleNames.has(property)) return ascending ? byTitle : (a, b) => byTitle(b, a);
    return (a, b) => compareSortValues(a.keys[index], b.keys[index], ascending);
  });
  return (a, b) => {
    for (const compare of [...comparisons, byTitle]) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return compareNames(a.id, b.id);
  };
}

/** A collection's own order: manual, by its sort mode, or by title. */
export function ownOrder(properties: PropertyBag): readonly SortBy[] {
  if (isOrderedByHand(properties)) return [{ property: positionProperty, type: 'number', ascending: true }];
  const { orderMode, orderAscending } = profileOf(properties);
  return [{ property: orderMode ?? 'cm:title', type: 'text', ascending: orderAscending }];
}
