import type { SortBy } from '../domain/child-order.ts';
import { isOrderedByHand, positionProperty, profileOf } from '../domain/collection.ts';
import { titleOf } from '../domain/properties.ts';
import type { NodeRecord, PropertyBag } from '../domain/records.ts';
import { type SortValue, sortValueOf } from '../domain/sort-values.ts';
import { compareSortValues } from './child-order.ts';
import { compareNames } from './name-order.ts';

type Compare = (a: NodeRecord, b: NodeRecord) => number;

/** What readers take for the name: names of collections and references are made by the repository. */
const titleNames: ReadonlySet<string> = new Set(['cm:name', 'cm:title', 'cclom:title']);

const shownTitle = (node: NodeRecord): string => titleOf(node.properties) ?? node.name;

const byTitle: Compare = (a, b) => compareNames(shownTitle(a), shownTitle(b));

/** Where something stands that was put in order by hand. */
const positionOf = (node: NodeRecord): number | undefined => {
  const position = Number(node.properties[positionProperty]?.[0] ?? Number.NaN);
  return Number.isFinite(position) ? position : undefined;
};

const comparedValue = (node: NodeRecord, { property, type }: SortBy): SortValue =>
  property === positionProperty ? positionOf(node) : sortValueOf(property, type, node);

function comparison(wish: SortBy): Compare {
  const { property, ascending } = wish;
  if (titleNames.has(property)) return ascending ? byTitle : (a, b) => byTitle(b, a);
  return (a, b) => compareSortValues(comparedValue(a, wish), comparedValue(b, wish), ascending);
}

/** By several properties, what counts most first; then by title and id, so that no list is ever mixed. */
export function inWishedOrder(wishes: readonly SortBy[]): Compare {
  const comparisons = [...wishes.map(comparison), byTitle];
  return (a, b) => {
    for (const compare of comparisons) {
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
