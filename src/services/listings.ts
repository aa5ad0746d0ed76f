import { badRequest, notFound } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import { filteredInSteps, inSteps } from '../base/in-steps.ts';
import type { Page, PageRequest } from '../base/paging.ts';
import { pageOf } from '../base/paging.ts';
import type { Caller } from '../domain/caller.ts';
import { type Arrangement, type ListedChild, usualArrangement } from '../domain/child-order.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { arrangedNodes } from './child-order.ts';
import { createFolderColumns } from './folder-columns.ts';
import type { ArrangedChildren } from './folder-rows.ts';
import { childKey } from './node-changes.ts';
import type { RightsService } from './rights.ts';

/** What lies in folders, as far as the caller may read it. */
export interface ListingService {
  /** The total counts what the caller may read. The usual order where none is given. */
  children(caller: Caller, parent: NodeId, page: PageRequest, arrangement?: Arrangement): Promise<Page<ListedChild>>;
  /** Of these nodes those that the caller may read, wherever they lie. */
  among(
    caller: Caller,
    ids: readonly NodeId[],
    page: PageRequest,
    arrangement?: Arrangement,
  ): Promise<Page<NodeRecord>>;
  /**
   * The node at a path of names joined by `/`. Names are compared exactly; one that matches nothing is tried in the
   * other Unicode form. The hidden and the missing are both `NotFound`.
   */
  resolve(caller: Caller, from: NodeId, path: string): Promise<NodeRecord>;
}

/** Read before other work gets its turn. */
const recordsAtOnce = 500;

/** The forms in which a name may have been stored, the one that was sent first. */
const unicodeForms = (name: string): readonly string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')]),
];

export function createListingService(seams: Pick<Seams, 'store'>, rights: RightsService): ListingService {
  const { store } = seams;
  const columns = createFolderColumns(seams);

  const visibleTo = async (
    caller: Caller,
    parent: NodeRecord,
    { rows, ownLists }: ArrangedChildren,
  ): Promise<readonly ListedChild[]> => {
    const [first] = rows;
    if (first === undefined) return rows;
    const own = ownLists === 0 ? [] : (await filteredInSteps(rows, ({ ownAcl }) => ownAcl)).map(({ id }) => id);
    const sight = await rights.sight(caller, [parent.id, ...own]);
    // What inherits from the folder is seen alike, but for what is the caller's own.
    const open = sight({ id: first.id, anchor: parent.id, owner: null }) !== 'nothing';
    if (open && own.length === 0) return rows;
    const isSeen = ({ id, owner, ownAcl }: ListedChild): boolean =>
      (open && !ownAcl) || sight({ id, owner, anchor: ownAcl ? id : parent.id }) !== 'nothing';
    return filteredInSteps(rows, isSeen);
  };

  const childNamed = async (parent: NodeId, name: string): Promise<NodeId | undefined> => {
    for (const form of unicodeForms(name)) {
      const entry = await store.children.get(childKey(parent, form));
      if (entry !== undefined) return entry.id;
    }
    return undefined;
  };

  return {
    async children(caller, parentId, page, arrangement = usualArrangement) {
      const parent = await rights.node(caller, parentId, 'ReadChildren');
      if (!parent.folder) throw badRequest(`Node ${parentId} is no folder: it has no children.`);
      const visible = await visibleTo(caller, parent, await columns.arranged(parentId, arrangement));
      return pageOf(visible, page);
    },

    async among(caller, ids, page, arrangement = usualArrangement) {
      const readable: NodeRecord[] = [];
      for await (const piece of inSteps(ids, recordsAtOnce)) {
        for (const node of await store.nodes.getMany(piece)) {
          if (node !== undefined && (await rights.mayRead(caller, node))) readable.push(node);
        }
      }
      return pageOf(await arrangedNodes(readable, arrangement), page);
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
