import { notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { unicodeForms } from '../../base/normalized.ts';
import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import { filterInBatches } from '../../base/scheduling/batches.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import { defaultSortOrder, type ListedChild, type SortOrder } from '../../domain/listing/child-order.ts';
import { mayHaveChildren } from '../../domain/nodes/child-objects.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collections } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey } from '../records/node-changes.ts';
import { bySortKeys, type SortedNode, sortedNode } from './child-order.ts';
import { createListingCaches, type ListingCaches } from './listing-caches.ts';

/** Lists folders, and the child objects of files, limited to the nodes that the caller may read. */
export interface ListingService {
  /**
   * Only children that the caller may read; in a collection, without references whose original the caller may not read. A
   * reference has the child objects of its original.
   */
  children(caller: Caller, parent: NodeId, page: PageRequest, sortOrder?: SortOrder): Promise<Page<ListedChild>>;
  /** The number of child objects of a file that the caller may read. */
  childObjectCount(caller: Caller, file: NodeId): Promise<number>;
  /** Those of the nodes that the caller may read. The nodes can be in different folders. */
  among(
    caller: Caller,
    ids: readonly NodeId[],
    page: PageRequest,
    sortOrder?: SortOrder,
  ): Promise<Page<Pick<ListedChild, 'id'>>>;
  /** Those of the nodes that exist and that the caller may read, in the order of `ids`. */
  inOrder(caller: Caller, ids: readonly NodeId[], page: PageRequest): Promise<Page<NodeId>>;
  /**
   * The node at a path of names joined by `/`. Names are compared exactly, then in the other Unicode forms. Rejects with
   * `NotFound` both if there is no such node and if the caller may not read it.
   */
  resolve(caller: Caller, from: NodeId, path: string): Promise<NodeRecord>;
}

async function childNamed(
  { children }: Pick<Collections, 'children'>,
  parent: NodeId,
  name: string,
): Promise<NodeId | undefined> {
  for (const form of unicodeForms(name)) {
    const entry = await children.get(childKey(parent, form));
    if (entry !== undefined) return entry.id;
  }
  return undefined;
}

async function visibleRows(
  { rights, listings }: { readonly rights: RightsService; readonly listings: ListingCaches },
  caller: Caller,
  parent: NodeId,
  sortOrder: SortOrder,
): Promise<readonly ListedChild[]> {
  const { rows, ownAclCount } = await listings.sorted(parent, sortOrder);
  const [first] = rows;
  if (first === undefined) return rows;
  const own = ownAclCount === 0 ? [] : (await filterInBatches(rows, ({ ownAcl }) => ownAcl)).map(({ id }) => id);
  const visibilityOf = await rights.visibility(caller, [parent, ...own]);
  // All children that inherit from the folder are equally visible, except that owners always see their own.
  const open = visibilityOf({ id: first.id, aclRoot: parent, owner: null }) !== 'nothing';
  if (open && own.length === 0) return rows;
  const isVisible = ({ id, owner, ownAcl }: ListedChild): boolean =>
    (open && !ownAcl) || visibilityOf({ id, owner, aclRoot: ownAcl ? id : parent }) !== 'nothing';
  return filterInBatches(rows, isVisible);
}

export function createListingService(
  seams: Pick<Seams, 'store'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'isReadable' | 'original'>,
): ListingService {
  const { store } = seams;
  const lookup = { rights, listings: createListingCaches(seams) };

  /** Without references whose original the caller may not read. */
  const resolvable = async (caller: Caller, rows: readonly ListedChild[]): Promise<readonly ListedChild[]> => {
    const resolved: ListedChild[] = [];
    const pause = createYielder();
    for (const row of rows) {
      const node = await store.nodes.get(row.id);
      if (node !== undefined && (await references.isReadable(caller, node))) resolved.push(row);
      await pause();
    }
    return resolved;
  };

  return {
    childObjectCount: async (caller, file) => (await visibleRows(lookup, caller, file, defaultSortOrder)).length,

    async children(caller, parentId, page, sortOrder = defaultSortOrder) {
      const parent = await references.original(caller, parentId, 'ReadChildren');
      if (!mayHaveChildren(parent)) return pageOf([], page);
      const rows = await visibleRows(lookup, caller, parent.id, sortOrder);
      return pageOf(isCollection(parent) ? await resolvable(caller, rows) : rows, page);
    },

    async among(caller, ids, page, sortOrder = defaultSortOrder) {
      const listed: SortedNode[] = [];
      const pause = createYielder();
      for (const id of ids) {
        const node = await store.nodes.get(id);
        const isListed = node !== undefined && (await rights.mayRead(caller, node));
        const sorted = isListed ? sortedNode(node, sortOrder) : undefined;
        if (sorted !== undefined) listed.push(sorted);
        await pause();
      }
      return pageOf(await bySortKeys(listed, sortOrder), page);
    },

    async inOrder(caller, ids, page) {
      const readable: NodeId[] = [];
      const pause = createYielder();
      for (const id of ids) {
        const node = await store.nodes.get(id);
        if (node !== undefined && (await rights.mayRead(caller, node))) readable.push(id);
        await pause();
      }
      return pageOf(readable, page);
    },

    async resolve(caller, from, path) {
      let id: NodeId | undefined = from;
      for (const name of path.split('/').filter((part) => part !== '')) {
        id = await childNamed(store, id, name);
        if (id === undefined) throw notFound('Path', path);
      }
      const node = await store.nodes.get(id);
      if (node === undefined || !(await rights.mayRead(caller, node))) throw notFound('Path', path);
      return node;
    },
  };
}
