import { badRequest, notFound, type RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SingleRight } from '../../domain/access/rights.ts';
import {
  aclInScope,
  aclOfNew,
  type CollectionProfile,
  type CollectionScope,
  collectionAspect,
  isCollection,
  nameOfTitle,
  profileChanges,
} from '../../domain/collections/collection.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { checkedChanges } from '../../domain/content-model/model-validation.ts';
import type { SortBy } from '../../domain/listing/child-order.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import {
  applyChanges,
  descriptionOf,
  keywordsOf,
  type PropertyChanges,
  titleOf,
} from '../../domain/nodes/properties.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import { nameMatch } from '../../domain/text/name-pattern.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { childrenPrefix, freeNameIn, leaveOldName, putNode, usableName } from '../records/node-changes.ts';
import { keepVersion, putNodeVersion } from '../records/version-records.ts';
import type { RemovalService } from '../trash/removals.ts';
import { byRequestedOrder, type InList, inList, ownOrder } from './collection-order.ts';
import type { CollectionViewService } from './collection-views.ts';

/** A collection as it is asked for. */
export interface CollectionDraft extends CollectionProfile {
  /** Undefined: as it was; for a new one in another collection, as that one. */
  readonly scope: CollectionScope | undefined;
  /** Further properties. */
  readonly properties: PropertyChanges;
}

/** Where a list of collections begins: in one, or at the top. */
export type CollectionLocation = NodeId | 'top';

/**
 * Which of the collections at the top: `MY` those that belong to the caller, `EDU_ALL` those for everybody, `EDU_GROUPS` and
 * `CUSTOM` what others share with some, `RECENT` all, the latest first; undefined: all.
 */
export type ScopeFilter = CollectionScope | 'RECENT' | undefined;

/** Which part of a list, in which order; an empty order is that of the collection itself. */
export interface CollectionListing {
  readonly page: PageRequest;
  readonly sort: readonly SortBy[];
}

/** Collections: folders that gather nodes which lie elsewhere. Whoever signed in makes one at the top. */
export interface CollectionService {
  create(caller: Caller, place: CollectionLocation, draft: CollectionDraft): Promise<NodeRecord>;
  /** The collection, where the caller has the right on it; `ReadProperties` unless told. A node that is none is `NotFound`. */
  get(caller: Caller, id: NodeId, right?: SingleRight): Promise<NodeRecord>;
  /** A scope other than the present one changes the list of rights, which has to be the caller's to change. */
  update(caller: Caller, id: NodeId, draft: CollectionDraft): Promise<NodeRecord>;
  /** Into the archive, with all that is in it; originals stay where they are. */
  remove(caller: Caller, id: NodeId): Promise<void>;
  /** The collections in a place. Pinned ones come first at the top. */
  collections(
    caller: Caller,
    place: CollectionLocation,
    scope: ScopeFilter,
    listing: CollectionListing,
  ): Promise<Page<NodeId>>;
  /** What is gathered in a collection, sorted by what the caller sees of it. */
  references(caller: Caller, place: CollectionLocation, listing: CollectionListing): Promise<Page<NodeId>>;
  /** Collections of every level in whose title, description or keywords the pattern is found, by title. */
  search(caller: Caller, pattern: string, page: PageRequest): Promise<Page<NodeId>>;
  /** These stand first at the top, in this order, and no others do. For administrators. */
  pin(ids: readonly NodeId[]): Promise<void>;
}

const longestName = 200;

const idsOf = (sorted: readonly InList[], page: PageRequest): Page<NodeId> =>
  pageOf(
    sorted.map(({ id }) => id),
    page,
  );

const latestFirst: readonly SortBy[] = [{ property: 'cm:modified', type: 'date', ascending: false }];

export function createCollectionService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  landmarks: SystemFolders,
  parts: {
    readonly rights: RightsService;
    readonly references: ReferenceService;
    readonly views: CollectionViewService;
    readonly removals: RemovalService;
    readonly dictionary: ContentModel;
    readonly limits: PropertyLimits;
  },
): CollectionService {
  const { store, clock, randomness } = seams;
  const { rights, references, views, removals, dictionary, limits } = parts;

  const noCollection = (id: NodeId): RepositoryError => notFound('Collection', id);

  const get: CollectionService['get'] = async (caller, id, right = 'ReadProperties') => {
    const node = await rights.node(caller, id, right);
    if (!isCollection(node)) throw noCollection(id);
    return node;
  };

  /** Whether the caller may make a collection there; resolves to the folder that it will lie in. */
  const folderFor = async (caller: Caller, place: CollectionLocation): Promise<NodeId> => {
    if (place !== 'top') {
      await get(caller, place, 'CreateChildren');
      return place;
    }
    if (caller.sessionScope !== null) throw badRequest('There are no collections in the safe area: leave it first.');
    return landmarks.collections;
  };

  /**
   * At the top nobody may see what others have, so a name there tells nothing of them: it ends in a part of the id,
   * whether somebody else has the title or not.
   */
  const nameFor = async (change: Change, folder: NodeId, title: string, id: NodeId): Promise<string> => {
    const name = nameOfTitle(title, longestName);
    return freeNameIn(change, folder, folder === landmarks.collections ? `${name} ${id.slice(0, 8)}` : name);
  };

  /** The name that a collection gets instead of its own, which its folder does not list any more then. */
  const newName = async (change: Change, before: NodeRecord, wished: string): Promise<string> => {
    const { id, parent, name } = before;
    if (wished === name) return name;
    const settled = parent === landmarks.collections ? await nameFor(change, parent, wished, id) : wished;
    await leaveOldName(change, before, settled);
    return settled;
  };

  const isIn = async (scope: ScopeFilter, caller: Caller, collection: NodeRecord): Promise<boolean> => {
    if (scope === undefined || scope === 'RECENT') return true;
    if (scope === 'MY') return collection.owner === caller.userName;
    const shown = await views.scopeOf(collection);
    if (scope === 'EDU_ALL' || scope === 'CUSTOM_PUBLIC') return shown === 'EDU_ALL';
    return collection.owner !== caller.userName && shown !== 'EDU_ALL';
  };

  const atTop = async (caller: Caller, scope: ScopeFilter, order: readonly SortBy[]): Promise<InList[]> => {
    const wanted: InList[] = [];
    for await (const child of views.content(caller, landmarks.collections)) {
      if (isCollection(child) && (await isIn(scope, caller, child))) wanted.push(inList(child.id, child, order));
    }
    return wanted.sort(byRequestedOrder(order));
  };

  const pinnedFirst = async (sorted: readonly InList[]): Promise<InList[]> => {
    const positions = new Map<string, number>();
    for await (const [id, { position }] of store.pins.entries()) positions.set(id, position);
    const positionOf = ({ id }: InList): number => positions.get(id) ?? Number.POSITIVE_INFINITY;
    const pinned = sorted.filter(({ id }) => positions.has(id)).sort((a, b) => positionOf(a) - positionOf(b));
    return [...pinned, ...sorted.filter(({ id }) => !positions.has(id))];
  };

  const everyCollection = async (): Promise<NodeId[]> => {
    const found: NodeId[] = [];
    const open: NodeId[] = [landmarks.collections];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(folder) })) {
        if (!entry.folder) continue;
        found.push(entry.id);
        open.push(entry.id);
      }
    }
    return found;
  };

  return {
    get,

    async create(caller, place, draft) {
      const folder = await folderFor(caller, place);
      const ready = checkedChanges(dictionary, draft.properties, { limits, before: {} });
      const title = draft.title ?? ready.properties.get('cm:title')?.[0] ?? ready.name ?? '';
      if (title.trim() === '') throw badRequest('The title is missing: it names the new collection.');
      const properties = applyChanges(applyChanges({}, ready.properties), profileChanges({ ...draft, title }));
      requireSize({}, properties, limits);
      const acl = aclOfNew(draft.scope, place === 'top');
      const at = clock.now().toISOString();
      return store.change(async (change) => {
        const above = await change.nodes.get(folder);
        if (above === undefined || above.archived !== null) throw noCollection(folder);
        const id = randomness.nodeId();
        const collection = newNode({
          ...{ id, parent: folder, type: 'ccm:map', folder: true, properties, at, by: caller.userName },
          name: await nameFor(change, folder, ready.name ?? title, id),
          aspects: [collectionAspect],
          ...(acl === undefined ? {} : { acl }),
        });
        putNodeVersion(change, collection, '');
        return collection;
      });
    },

    async update(caller, id, draft) {
      const seen = await get(caller, id, 'WriteProperties');
      const scope = draft.scope === undefined || draft.scope === (await views.scopeOf(seen)) ? undefined : draft.scope;
      if (scope !== undefined) await rights.require(caller, seen, 'ChangePermissions');
      if (draft.title?.trim() === '') throw badRequest('The title must not be empty.');
      const { name, properties } = checkedChanges(dictionary, draft.properties, { limits, before: seen.properties });
      const modified = { modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
      return store.change(async (change) => {
        const before = await change.nodes.get(id);
        if (before === undefined || before.archived !== null) throw noCollection(id);
        await keepVersion(change, before);
        const after: NodeRecord = {
          ...before,
          ...modified,
          name: name === undefined ? before.name : await newName(change, before, usableName(name)),
          properties: applyChanges(applyChanges(before.properties, properties), profileChanges(draft)),
          acl: scope === undefined ? before.acl : aclInScope(before.acl, scope),
        };
        requireSize(before.properties, after.properties, limits);
        putNode(change, after);
        if (after.acl !== before.acl) change.afterCommit(() => rights.changed(after));
        return after;
      });
    },

    async remove(caller, id) {
      const node = await store.nodes.get(id);
      // Whoever may not read it is refused the deletion, and does not learn what it is.
      if (node !== undefined && !isCollection(node) && (await rights.mayRead(caller, node))) throw noCollection(id);
      await removals.remove(caller, id, { archive: true });
    },

    async collections(caller, place, scope, { page, sort }) {
      if (place === 'top') {
        const order = scope === 'RECENT' ? latestFirst : sort;
        return idsOf(await pinnedFirst(await atTop(caller, scope, order)), page);
      }
      const collection = await get(caller, place, 'ReadChildren');
      const order = sort.length > 0 ? sort : ownOrder(collection.properties);
      const inside: InList[] = [];
      for await (const child of views.content(caller, place)) {
        if (isCollection(child)) inside.push(inList(child.id, child, order));
      }
      return idsOf(inside.sort(byRequestedOrder(order)), page);
    },

    async references(caller, place, { page, sort }) {
      if (place === 'top') return pageOf([], page);
      const collection = await get(caller, place, 'ReadChildren');
      const order = sort.length > 0 ? sort : ownOrder(collection.properties);
      const gathered: InList[] = [];
      for await (const child of views.content(caller, place)) {
        if (!child.folder) gathered.push(inList(child.id, (await references.see(caller, child)).node, order));
      }
      return idsOf(gathered.sort(byRequestedOrder(order)), page);
    },

    async search(caller, pattern, page) {
      const matches = nameMatch(pattern);
      const found: InList[] = [];
      const takeTurn = createYielder();
      for (const id of await everyCollection()) {
        await takeTurn();
        const node = await store.nodes.get(id);
        if (node === undefined || !isCollection(node) || !(await rights.mayRead(caller, node))) continue;
        const { properties } = node;
        const texts = [titleOf(properties) ?? node.name, descriptionOf(properties) ?? '', ...keywordsOf(properties)];
        if (matches(...texts)) found.push(inList(node.id, node, []));
      }
      return idsOf(found.sort(byRequestedOrder([])), page);
    },

    async pin(ids) {
      await store.change(async (change) => {
        for (const [position, id] of ids.entries()) {
          const node = await change.nodes.get(id);
          if (node?.parent !== landmarks.collections || node.archived !== null || !isCollection(node)) {
            throw badRequest(`${id} is no collection of the first level: only these can be pinned.`);
          }
          change.pins.put(id, { position });
        }
        for await (const id of change.pins.keys()) {
          // Keys of this kind are ids of nodes.
          if (!ids.includes(id as NodeId)) change.pins.delete(id);
        }
      });
    },
  };
}
