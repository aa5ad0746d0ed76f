import type { NodeId } from '../../base/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SingleRight } from '../../domain/access/rights.ts';
import { type CollectionScope, isCollection, profileOf } from '../../domain/collections/collection.ts';
import type { SortBy } from '../../domain/listing/child-order.ts';
import { descriptionOf, keywordsOf, titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import { nameMatch } from '../../domain/text/name-pattern.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { type CollectionItem, collectionItem, compareItems, ownOrder } from './collection-sorting.ts';
import type { CollectionViewService } from './collection-views.ts';

/** A collection, or the top level. */
export type CollectionLocation = NodeId | 'top';

/**
 * Selects collections of the top level. `MY`: the caller's. `EDU_ALL` and `CUSTOM_PUBLIC`: public ones. `EDU_GROUPS` and
 * `CUSTOM`: other people's that are not public. `RECENT`: all, the most recently modified first. `TYPE_EDITORIAL` and
 * `TYPE_MEDIA_CENTER`: those of the collection type `EDITORIAL` or `MEDIA_CENTER`. Undefined: all.
 */
type ScopeFilter = CollectionScope | TypeFilter | 'RECENT' | undefined;

type TypeFilter = 'TYPE_EDITORIAL' | 'TYPE_MEDIA_CENTER';

const typesByFilter: ReadonlyMap<ScopeFilter, string> = new Map([
  ['TYPE_EDITORIAL', 'EDITORIAL'],
  ['TYPE_MEDIA_CENTER', 'MEDIA_CENTER'],
]);

/** A page of a list and its order. If `sort` is empty, the collection's own order applies; at the top level, by title. */
export interface CollectionListing {
  readonly page: PageRequest;
  readonly sort: readonly SortBy[];
}

/** Lists of collections and references, limited to what the caller may read. */
export interface CollectionLists {
  /** The collections in a location. At the top level, pinned ones come first. */
  collections(
    caller: Caller,
    location: CollectionLocation,
    scope: ScopeFilter,
    listing: CollectionListing,
  ): Promise<Page<NodeId>>;
  /** The references in a collection, sorted by what the caller sees of their originals. */
  references(caller: Caller, location: CollectionLocation, listing: CollectionListing): Promise<Page<NodeId>>;
  /** Collections of all levels whose title, description or keywords match the pattern, ordered by title. */
  search(caller: Caller, pattern: string, page: PageRequest): Promise<Page<NodeId>>;
}

interface Dependencies extends Pick<Seams, 'store'> {
  readonly systemFolders: SystemFolders;
  readonly rights: RightsService;
  readonly references: ReferenceService;
  readonly views: CollectionViewService;
  /** Reads a collection, and requires a right on it. */
  readonly get: (caller: Caller, id: NodeId, right: SingleRight) => Promise<NodeRecord>;
}

const latestFirst: readonly SortBy[] = [{ property: 'cm:modified', type: 'date', ascending: false }];

function sortedPage(items: CollectionItem[], order: readonly SortBy[], page: PageRequest): Page<NodeId> {
  const sorted = items.sort(compareItems(order)).map(({ id }) => id);
  return pageOf(sorted, page);
}

async function isInScope(
  views: CollectionViewService,
  caller: Caller,
  filter: ScopeFilter,
  collection: NodeRecord,
): Promise<boolean> {
  if (filter === undefined || filter === 'RECENT') return true;
  if (filter === 'MY') return collection.owner === caller.userName;
  const type = typesByFilter.get(filter);
  if (type !== undefined) return profileOf(collection.properties).type === type;
  const scope = await views.scopeOf(collection);
  if (filter === 'EDU_ALL' || filter === 'CUSTOM_PUBLIC') return scope === 'EDU_ALL';
  return collection.owner !== caller.userName && scope !== 'EDU_ALL';
}

async function pinnedFirst(store: Store, sorted: readonly CollectionItem[]): Promise<CollectionItem[]> {
  const positions = new Map<string, number>();
  for await (const [id, { position }] of store.pins.entries()) positions.set(id, position);
  const positionOf = ({ id }: CollectionItem): number => positions.get(id) ?? Number.POSITIVE_INFINITY;
  const pinned = sorted.filter(({ id }) => positions.has(id)).sort((a, b) => positionOf(a) - positionOf(b));
  return [...pinned, ...sorted.filter(({ id }) => !positions.has(id))];
}

async function allFoldersBelow(store: Store, top: NodeId): Promise<NodeId[]> {
  const folders: NodeId[] = [];
  const open: NodeId[] = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(folder) })) {
      if (!entry.folder) continue;
      folders.push(entry.id);
      open.push(entry.id);
    }
  }
  return folders;
}

async function topCollections(
  { store, systemFolders, views }: Dependencies,
  caller: Caller,
  scope: ScopeFilter,
  { sort, page }: CollectionListing,
): Promise<Page<NodeId>> {
  const order = scope === 'RECENT' ? latestFirst : sort;
  const items: CollectionItem[] = [];
  for await (const child of views.content(caller, systemFolders.collections)) {
    if (!isCollection(child) || !(await isInScope(views, caller, scope, child))) continue;
    items.push(collectionItem(child.id, child, order));
  }
  const ids = (await pinnedFirst(store, items.sort(compareItems(order)))).map(({ id }) => id);
  return pageOf(ids, page);
}

async function searchCollections(
  { store, systemFolders, rights }: Dependencies,
  caller: Caller,
  pattern: string,
): Promise<CollectionItem[]> {
  const matches = nameMatch(pattern);
  const items: CollectionItem[] = [];
  const pause = createYielder();
  for (const id of await allFoldersBelow(store, systemFolders.collections)) {
    await pause();
    const node = await store.nodes.get(id);
    if (node === undefined || !isCollection(node) || !(await rights.mayRead(caller, node))) continue;
    const { properties } = node;
    const texts = [titleOf(properties) ?? node.name, descriptionOf(properties) ?? '', ...keywordsOf(properties)];
    if (matches(...texts)) items.push(collectionItem(node.id, node, []));
  }
  return items;
}

export function createCollectionLists(dependencies: Dependencies): CollectionLists {
  const { references, views, get } = dependencies;

  /** The order for a list in a collection. Rejects if the caller may not list the collection. */
  const orderIn = async (caller: Caller, id: NodeId, sort: readonly SortBy[]): Promise<readonly SortBy[]> => {
    const collection = await get(caller, id, 'ReadChildren');
    return sort.length > 0 ? sort : ownOrder(collection.properties);
  };

  return {
    async collections(caller, location, scope, listing) {
      if (location === 'top') return topCollections(dependencies, caller, scope, listing);
      const order = await orderIn(caller, location, listing.sort);
      const items: CollectionItem[] = [];
      for await (const child of views.content(caller, location)) {
        if (isCollection(child)) items.push(collectionItem(child.id, child, order));
      }
      return sortedPage(items, order, listing.page);
    },

    async references(caller, location, { page, sort }) {
      if (location === 'top') return pageOf([], page);
      const order = await orderIn(caller, location, sort);
      const items: CollectionItem[] = [];
      for await (const child of views.content(caller, location)) {
        if (!child.folder) items.push(collectionItem(child.id, (await references.see(caller, child)).node, order));
      }
      return sortedPage(items, order, page);
    },

    search: async (caller, pattern, page) =>
      sortedPage(await searchCollections(dependencies, caller, pattern), [], page),
  };
}
