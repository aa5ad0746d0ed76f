import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { normalized } from '../../base/normalized.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import { filterInBatches } from '../../base/scheduling/batches.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { defaultSortOrder, type ListedChild, type SortOrder } from '../../domain/listing/child-order.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey } from '../records/node-changes.ts';
import { bySortKeys, type SortedNode, sortedNode } from './child-order.ts';
import type { SortedChildren } from './listing-cache.ts';
import { createListingColumns } from './listing-columns.ts';

/** What lies in folders, as far as the caller may read it. */
export interface ListingService {
  /** The total counts what the caller may read. The usual order where none is given. */
  children(caller: Caller, parent: NodeId, page: PageRequest, arrangement?: SortOrder): Promise<Page<ListedChild>>;
  /** Of these nodes those that the caller may read, wherever they lie. */
  among(
    caller: Caller,
    ids: readonly NodeId[],
    page: PageRequest,
    arrangement?: SortOrder,
  ): Promise<Page<Pick<ListedChild, 'id'>>>;
  /**
   * The node at a path of names joined by `/`. Names are compared exactly; one that matches nothing is tried in the
   * other Unicode form. The hidden and the missing are both `NotFound`.
   */
  resolve(caller: Caller, from: NodeId, path: string): Promise<NodeRecord>;
}

/** The forms in which a name may have been stored, the one that was sent first. */
const unicodeForms = (name: string): readonly string[] => [
  ...new Set([name, normalized(name, 'NFC'), normalized(name, 'NFD')]),
];

export function createListingService(seams: Pick<Seams, 'store'>, rights: RightsService): ListingService {
  const { store } = seams;
  const columns = createListingColumns(seams);

  const visibleTo = async (
    caller: Caller,
    parent: NodeRecord,
    { rows, ownLists }: SortedChildren,
  ): Promise<readonly ListedChild[]> => {
    const [first] = rows;
    if (first === undefined) return rows;
    const own = ownLists === 0 ? [] : (await filterInBatches(rows, ({ ownAcl }) => ownAcl)).map(({ id }) => id);
    const sight = await rights.sight(caller, [parent.id, ...own]);
    // What inherits from the folder is seen alike, but for what is the caller's own.
    const open = sight({ id: first.id, anchor: parent.id, owner: null }) !== 'nothing';
    if (open && own.length === 0) return rows;
    const isSeen = ({ id, owner, ownAcl }: ListedChild): boolean =>
      (open && !ownAcl) || sight({ id, owner, anchor: ownAcl ? id : parent.id }) !== 'nothing';
    return filterInBatches(rows, isSeen);
  };

  const childNamed = async (parent: NodeId, name: string): Promise<NodeId | undefined> => {
    for (const form of unicodeForms(name)) {
      const entry = await store.children.get(childKey(parent, form));
      if (entry !== undefined) return entry.id;
    }
    return undefined;
  };

  return {
    async children(caller, parentId, page, arrangement = defaultSortOrder) {
      const parent = await rights.node(caller, parentId, 'ReadChildren');
      if (!parent.folder) throw badRequest(`Node ${parentId} is no folder: it has no children.`);
      const visible = await visibleTo(caller, parent, await columns.arranged(parentId, arrangement));
      return pageOf(visible, page);
    },

    async among(caller, ids, page, arrangement = defaultSortOrder) {
      const listed: SortedNode[] = [];
      const takeTurn = createYielder();
      for (const id of ids) {
        const node = await store.nodes.get(id);
        const arranged =
          node !== undefined && (await rights.mayRead(caller, node)) ? sortedNode(node, arrangement) : undefined;
        if (arranged !== undefined) listed.push(arranged);
        await takeTurn();
      }
      return pageOf(await bySortKeys(listed, arrangement), page);
    },

    async resolve(caller, from, path) {
      let at: NodeId | undefined = from;
      for (const name of path.split('/').filter((part) => part !== '')) {
        at = await childNamed(at, name);
        if (at === undefined) throw notFound('Path', path);
      }
      const node = await store.nodes.get(at);
      const visible = node !== undefined && (await rights.mayRead(caller, node));
      if (!visible) throw notFound('Path', path);
      return node;
    },
  };
}
