import { type Order, sortCooperatively } from '../../base/scheduling/cooperative-sort.ts';
import {
  type ChildOrder,
  isListed,
  type ListedChild,
  type SortKeys,
  type SortOrder,
  sortKeysOf,
} from '../../domain/listing/child-order.ts';
import type { SortValue } from '../../domain/listing/sort-values.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { compareNames, compareTexts } from '../records/name-order.ts';

function compareKnown(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  // A subtraction would return NaN for two infinite numbers, and a binary search in the sorted list would fail.
  return a < b ? -1 : Number(a > b);
}

/** Compares two values of a property. Undefined comes last in both directions. */
export function compareSortValues(a: SortValue, b: SortValue, ascending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return ascending ? compareKnown(a, b) : compareKnown(b, a);
}

/** Compares the children of a folder. `keysOf` returns the result of `sortKeysOf` for a child. */
export function orderOfChildren<T extends Pick<ListedChild, 'name' | 'folder'>>(
  { foldersFirst, by, ascendingNames }: ChildOrder,
  keysOf: (child: T) => SortKeys | undefined,
): Order<T> {
  const byKeys = (a: T, b: T): number => {
    const [left, right] = [keysOf(a), keysOf(b)];
    for (const [index, { ascending }] of by.entries()) {
      const order = compareSortValues(left?.[index], right?.[index], ascending);
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

/** The sort keys of a node. They replace its record, which may be large. */
export interface SortedNode extends Pick<ListedChild, 'id' | 'name' | 'folder'> {
  readonly keys: SortKeys;
}

/** The node with its sort keys. Undefined if the filters exclude it. */
export function sortedNode(node: NodeRecord, { order, filters }: SortOrder): SortedNode | undefined {
  const { id, name, folder } = node;
  if (!isListed(filters, { ...node, ownAcl: node.acl !== null }, node)) return undefined;
  return { id, name, folder, keys: sortKeysOf(order, node) };
}

/** Sorts nodes from any folders. Nodes of the same name are ordered by ID. */
export function bySortKeys(nodes: readonly SortedNode[], { order }: SortOrder): Promise<readonly SortedNode[]> {
  const inOrder = orderOfChildren<SortedNode>(order, ({ keys }) => keys);
  return sortCooperatively(nodes, (a, b) => inOrder(a, b) || compareNames(a.id, b.id));
}
