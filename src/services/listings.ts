import { badRequest, notFound } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import type { Page, PageRequest } from '../base/paging.ts';
import { pageOf } from '../base/paging.ts';
import type { Caller } from '../domain/caller.ts';
import type { ChildEntry, NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { byName } from './name-order.ts';
import { childKey, childrenPrefix } from './node-changes.ts';
import type { RightsService } from './rights.ts';

/** What lies in folders, as far as the caller may read it. */
export interface ListingService {
  /** Folders first, then by name as German readers expect it. The total counts what the caller may read. */
  children(caller: Caller, parent: NodeId, page: PageRequest): Promise<Page<NodeRecord>>;
  /** Of these folders those that the caller may read, wherever they lie, by name. */
  foldersAmong(caller: Caller, ids: readonly NodeId[], page: PageRequest): Promise<Page<NodeRecord>>;
  /**
   * The node at a path of names joined by `/`. Names are compared exactly; one that matches nothing is tried in the
   * other Unicode form. The hidden and the missing are both `NotFound`.
   */
  resolve(caller: Caller, from: NodeId, path: string): Promise<NodeRecord>;
}

interface Listed {
  readonly name: string;
  readonly entry: ChildEntry;
}

const byListedName = byName(({ name }: Listed) => name);

const inOrder = (a: Listed, b: Listed): number => Number(b.entry.folder) - Number(a.entry.folder) || byListedName(a, b);

/** The forms in which a name may have been stored, the one that was sent first. */
const unicodeForms = (name: string): readonly string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')]),
];

export function createListingService(seams: Pick<Seams, 'store'>, rights: RightsService): ListingService {
  const { store } = seams;

  const listed = async (parent: NodeRecord): Promise<Listed[]> => {
    const prefix = childrenPrefix(parent.id);
    const all: Listed[] = [];
    for await (const [key, entry] of store.children.entries({ prefix })) {
      all.push({ name: key.slice(prefix.length), entry });
    }
    return all;
  };

  const visibleTo = async (caller: Caller, parent: NodeRecord, all: readonly Listed[]): Promise<Listed[]> => {
    const anchorAt = ({ entry }: Listed): NodeId => (entry.ownAcl ? entry.id : parent.id);
    const sight = await rights.sight(caller, new Set(all.map(anchorAt)));
    return all.filter((child) => {
      const { id, owner } = child.entry;
      return sight({ id, anchor: anchorAt(child), owner }) !== 'nothing';
    });
  };

  const childNamed = async (parent: NodeId, name: string): Promise<NodeId | undefined> => {
    for (const form of unicodeForms(name)) {
      const entry = await store.children.get(childKey(parent, form));
      if (entry !== undefined) return entry.id;
    }
    return undefined;
  };

  return {
    async children(caller, parentId, page) {
      const parent = await rights.node(caller, parentId, 'ReadChildren');
      if (!parent.folder) throw badRequest(`Node ${parentId} is no folder: it has no children.`);
      const visible = await visibleTo(caller, parent, await listed(parent));
      const { items, total, skip } = pageOf(visible.sort(inOrder), page);
      const nodes = await store.nodes.getMany(items.map(({ entry }) => entry.id));
      return { items: nodes.filter((node) => node !== undefined), total, skip };
    },

    async foldersAmong(caller, ids, page) {
      const readable: NodeRecord[] = [];
      for (const node of await store.nodes.getMany(ids)) {
        if (node !== undefined && (await rights.mayRead(caller, node))) readable.push(node);
      }
      // Folders of different places may have the same name.
      const inOrder = byName(({ name, id }: NodeRecord) => `${name}/${id}`);
      return pageOf(readable.sort(inOrder), page);
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
