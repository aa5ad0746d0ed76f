import type { Order } from '../base/sorted.ts';
import {
  type Arrangement,
  type ChildOrder,
  isListed,
  type ListedChild,
  type SortKeys,
  sortKeysOf,
} from '../domain/child-order.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { SortValue } from '../domain/sort-values.ts';
import { compareNames, compareTexts } from './name-order.ts';

function compareValues(a: SortValue, b: SortValue, ascending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === 'number' && typeof b === 'number' ? Math.sign(a - b) : compareTexts(String(a), String(b));
  return ascending ? order : -order;
}

/** Compares the children of a folder; `keysOf` tells what `sortKeysOf` told of a child. */
export function orderOfChildren<T extends Pick<ListedChild, 'name' | 'folder'>>(
  { foldersFirst, by, ascendingNames }: ChildOrder,
  keysOf: (child: T) => SortKeys | undefined,
): Order<T> {
  const byKeys = (a: T, b: T): number => {
    const [left, right] = [keysOf(a), keysOf(b)];
    for (const [at, { ascending }] of by.entries()) {
      const order = compareValues(left?.[at], right?.[at], ascending);
      if (order !== 0) return order;
    }
    return 0;
  };
  return (a, b) => {
    if (foldersFirst && a.folder !== b.folder) return a.folder ? -1 : 1;
    const order = by.length === 0 ? 0 : byKeys(a, b);
    if (order !== 0) return order;
    return ascendingNames ? compareNames(a.name, b.name) : compareNames(b.name, a.name);
  };
}

/** Nodes from any places as an arrangement wants them listed; those of the same name by their ids. */
export function arrangedNodes(nodes: readonly NodeRecord[], { order, filters }: Arrangement): NodeRecord[] {
  const keys = new Map(nodes.map((node) => [node, sortKeysOf(order, node)]));
  const inOrder = orderOfChildren<NodeRecord>(order, (node) => keys.get(node));
  return nodes
    .filter((node) => isListed(filters, { ...node, ownAcl: node.acl !== null }, node))
    .sort((a, b) => inOrder(a, b) || compareNames(a.id, b.id));
}
