import type { ValueType } from '../content-model/content-model.ts';
import type { ChildEntry, NodeRecord } from '../nodes/records.ts';
import { type SortValue, sortValueOf } from './sort-values.ts';

/** A child in the listing of its folder. */
export interface ListedChild extends ChildEntry {
  readonly name: string;
}

/** A property to sort children by; never `cm:name`. */
export interface SortBy {
  /** Short name. */
  readonly property: string;
  readonly type: ValueType;
  readonly ascending: boolean;
}

/** The order of a listing. Names are the last criterion, so that the order is total. */
export interface ChildOrder {
  readonly foldersFirst: boolean;
  /** The most significant first. A child without a value comes last, in either direction. */
  readonly by: readonly SortBy[];
  readonly ascendingNames: boolean;
}

/** A kind of children to list. If there are filters, a child is listed if it matches any of them. */
export type ChildFilter =
  | { readonly kind: 'files' }
  | { readonly kind: 'folders' }
  /** A media type (`image/png`), or a whole family (`image`). In lower case. */
  | { readonly kind: 'mime'; readonly type: string };

/** The order and the filters of a listing. */
export interface SortOrder {
  readonly order: ChildOrder;
  readonly filters: readonly ChildFilter[];
}

/** All children, folders first, then by name. */
export const defaultSortOrder: SortOrder = {
  order: { foldersFirst: true, by: [], ascendingNames: true },
  filters: [],
};

/** The values of a child for the properties of an order. Texts are cut to the compared part. */
export type SortKeys = readonly SortValue[];

/** How much of a text is compared, in UTF-16 code units. Texts with equal beginnings are sorted by the next criterion. */
const maxComparedLength = 100;

/** The compared part of a text. It is a copy, so that it does not keep the whole text in memory. */
export const comparedText = (text: string): string => Buffer.from(text.slice(0, maxComparedLength)).toString();

export const comparedPart = (value: SortValue): SortValue => (typeof value === 'string' ? comparedText(value) : value);

/** The values that an order compares of a node, besides its name and kind. */
export const sortKeysOf = ({ by }: ChildOrder, node: NodeRecord | undefined): SortKeys =>
  by.map(({ property, type }) => (node === undefined ? undefined : comparedPart(sortValueOf(property, type, node))));

/** Whether sorting or filtering needs the records of the nodes. */
export const needsRecords = ({ order, filters }: SortOrder): boolean =>
  order.by.length > 0 || filters.some(({ kind }) => kind === 'mime');

const isOfType = (mimeType: string | undefined, type: string): boolean =>
  mimeType !== undefined && (mimeType === type || mimeType.startsWith(`${type}/`));

const matches = (filter: ChildFilter, child: ListedChild, node: NodeRecord | undefined): boolean => {
  switch (filter.kind) {
    case 'files':
      return !child.folder;
    case 'folders':
      return child.folder;
    case 'mime':
      return isOfType(node?.content?.mimeType.toLowerCase(), filter.type);
  }
};

/** Whether a child is listed. `node` is used only if `needsRecords`. */
export const isListed = (filters: readonly ChildFilter[], child: ListedChild, node: NodeRecord | undefined): boolean =>
  filters.length === 0 || filters.some((filter) => matches(filter, child, node));
