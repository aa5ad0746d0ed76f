import type { NodeId } from '../../base/ids.ts';
import { isOrderedByHand, positionProperty, profileOf } from '../../domain/collections/collection.ts';
import { comparedPart, comparedText, type SortBy } from '../../domain/listing/child-order.ts';
import { type SortValue, sortValueOf } from '../../domain/listing/sort-values.ts';
import { titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord, PropertyBag } from '../../domain/nodes/records.ts';
import { compareSortValues } from '../nodes/child-order.ts';
import { compareNames } from '../records/name-order.ts';

/** What of a node tells its place in a list of collections or references: its record may be large, and is not kept. */
export interface InList {
  readonly id: NodeId;
  readonly title: string;
  /** In the order of the wishes; of texts what is compared of them. */
  readonly keys: readonly SortValue[];
}

/** What readers take for the name: names of collections and references are made by the repository. */
const titleNames: ReadonlySet<string> = new Set(['cm:name', 'cm:title', 'cclom:title']);

/** Where something stands that was put in order by hand. */
const positionOf = (node: NodeRecord): number | undefined => {
  const position = Number(node.properties[positionProperty]?.[0] ?? Number.NaN);
  return Number.isFinite(position) ? position : undefined;
};

const comparedValue = (node: NodeRecord, { property, type }: SortBy): SortValue =>
  property === positionProperty ? positionOf(node) : sortValueOf(property, type, node);

/** A node as lists in this order compare it; `shown` is the node with this id, or what is shown in its place. */
export const inList = (id: NodeId, shown: NodeRecord, wishes: readonly SortBy[]): InList => ({
  id,
  title: comparedText(titleOf(shown.properties) ?? shown.name),
  keys: wishes.map((wish) => comparedPart(comparedValue(shown, wish))),
});

/** By several properties, what counts most first; then by title and id, so that no list is ever mixed. */
export function byRequestedOrder(wishes: readonly SortBy[]): (a: InList, b: InList) => number {
  const compareTitles = (a: InList, b: InList): number => compareNames(a.title, b.title);
  const comparisons = wishes.map(({ property, ascending }, at) => {
    if (titleNames.has(property)) return ascending ? compareTitles : (a: InList, b: InList) => compareTitles(b, a);
    return (a: InList, b: InList): number => compareSortValues(a.keys[at], b.keys[at], ascending);
  });
  return (a, b) => {
    for (const compare of [...comparisons, compareTitles]) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return compareNames(a.id, b.id);
  };
}

/** The order that a collection itself has: by hand, by its mode, else by title. */
export function ownOrder(properties: PropertyBag): readonly SortBy[] {
  if (isOrderedByHand(properties)) return [{ property: positionProperty, type: 'number', ascending: true }];
  const { orderMode, orderAscending } = profileOf(properties);
  return [{ property: orderMode ?? 'cm:title', type: 'text', ascending: orderAscending }];
}
