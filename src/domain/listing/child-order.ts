import type { ValueType } from '../content-model/content-model.ts';
import type { ChildEntry, NodeRecord } from '../nodes/records.ts';
import { type SortValue, sortValueOf } from './sort-values.ts';

/** A child as its folder lists it. */
export interface ListedChild extends ChildEntry {
  readonly name: string;
}

/** A property by which children are ordered; never `cm:name`. */
export interface SortBy {
  /** Short name. */
  readonly property: string;
  readonly type: ValueType;
  readonly ascending: boolean;
}

/** In which order children are listed. Names decide at last, so that every child has one place. */
export interface ChildOrder {
  readonly foldersFirst: boolean;
  /** The first one counts most. A child that says nothing of a property comes last, whichever way it goes. */
  readonly by: readonly SortBy[];
  readonly ascendingNames: boolean;
}

/** Which children are listed: those that are any of these kinds; all where there are none. */
export type ChildFilter =
  | { readonly kind: 'files' }
  | { readonly kind: 'folders' }
  /** A media type (`image/png`), or all of a family (`image`). */
  | { readonly kind: 'mime'; readonly type: string };

/** What a list shows of a folder, and how. */
export interface SortOrder {
  readonly order: ChildOrder;
  readonly filters: readonly ChildFilter[];
}

/** All children, folders first, then by name. */
export const defaultSortOrder: SortOrder = {
  order: { foldersFirst: true, by: [], ascendingNames: true },
  filters: [],
};

/** A child's values of the properties that an order names; of texts what is compared of them. */
export type SortKeys = readonly SortValue[];

/** In UTF-16 code units. Texts that are the same so far are ordered by what comes behind them. */
const longestCompared = 100;

/** What of a text is compared, by itself: without the longer one in memory that it is a part of. */
export const comparedText = (text: string): string => Buffer.from(text.slice(0, longestCompared)).toString();

export const comparedPart = (value: SortValue): SortValue => (typeof value === 'string' ? comparedText(value) : value);

/** What an order compares a node by, besides name and kind. */
export const sortKeysOf = ({ by }: ChildOrder, node: NodeRecord | undefined): SortKeys =>
  by.map(({ property, type }) => (node === undefined ? undefined : comparedPart(sortValueOf(property, type, node))));

/** Whether the records of the nodes must be read to arrange them. */
export const needsRecords = ({ order, filters }: SortOrder): boolean =>
  order.by.length > 0 || filters.some(({ kind }) => kind === 'mime');

const isOfType = (mimeType: string | undefined, wanted: string): boolean =>
  mimeType !== undefined && (mimeType === wanted || mimeType.startsWith(`${wanted}/`));

const fits = (filter: ChildFilter, child: ListedChild, node: NodeRecord | undefined): boolean => {
  switch (filter.kind) {
    case 'files':
      return !child.folder;
    case 'folders':
      return child.folder;
    case 'mime':
      return isOfType(node?.content?.mimeType.toLowerCase(), filter.type);
  }
};

/** Whether a child is listed. `node` is looked at only where `needsRecords`. */
export const isListed = (filters: readonly ChildFilter[], child: ListedChild, node: NodeRecord | undefined): boolean =>
  filters.length === 0 || filters.some((filter) => fits(filter, child, node));
