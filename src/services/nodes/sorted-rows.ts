import { type Edits, edited, type Order, sortCooperatively } from '../../base/scheduling/cooperative-sort.ts';
import {
  isListed,
  type ListedChild,
  needsRecords,
  type SortKeys,
  type SortOrder,
  sortKeysOf,
} from '../../domain/listing/child-order.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { orderOfChildren } from './child-order.ts';

const bytesPerRow = 8;
const bytesPerKeys = 120;
const bytesPerValue = 24;
const bytesPerLetter = 2;

const sizeOfKeys = (keys: SortKeys): number =>
  keys.reduce<number>(
    (sum, key) => sum + bytesPerValue + (typeof key === 'string' ? key.length * bytesPerLetter : 0),
    bytesPerKeys,
  );

/** The children of a folder that one sort order lists, kept sorted while children change. */
export class SortedRows {
  readonly needsRecords: boolean;
  readonly #sortOrder: SortOrder;
  readonly #order: Order<ListedChild>;
  /** Keys of the listed children. Stays empty if the order needs no records. */
  readonly #keys = new Map<ListedChild, SortKeys>();
  #rows: readonly ListedChild[] = [];
  #keyBytes = 0;

  constructor(sortOrder: SortOrder) {
    this.#sortOrder = sortOrder;
    this.needsRecords = needsRecords(sortOrder);
    this.#order = orderOfChildren<ListedChild>(sortOrder.order, (child) => this.#keys.get(child));
  }

  get rows(): readonly ListedChild[] {
    return this.#rows;
  }

  /** Estimated memory use in bytes. */
  get bytes(): number {
    return this.#rows.length * bytesPerRow + this.#keyBytes;
  }

  /** Computes the sort keys of a child. Returns false if this order does not list the child. */
  admit(child: ListedChild, node: NodeRecord | undefined): boolean {
    const { filters, order } = this.#sortOrder;
    if (!isListed(filters, child, node)) return false;
    if (order.by.length > 0) {
      const keys = sortKeysOf(order, node);
      this.#keys.set(child, keys);
      this.#keyBytes += sizeOfKeys(keys);
    }
    return true;
  }

  /** Sorts children that were admitted. */
  async fill(children: readonly ListedChild[]): Promise<void> {
    this.#rows = await sortCooperatively(children, this.#order);
  }

  /** Removes rows and inserts children that were admitted. */
  edit(edits: Edits<ListedChild>): void {
    this.#rows = edited(this.#rows, edits, this.#order);
    for (const child of edits.removed) this.#dropKeys(child);
  }

  #dropKeys(child: ListedChild): void {
    const keys = this.#keys.get(child);
    if (keys === undefined) return;
    this.#keys.delete(child);
    this.#keyBytes -= sizeOfKeys(keys);
  }
}
