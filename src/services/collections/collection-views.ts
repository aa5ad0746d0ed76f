import type { NodeId } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type CollectionScope, isCollection, scopeOf } from '../../domain/collections/collection.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { type CollectionCounts, createCollectionCounts } from './collection-counts.ts';

/** A collection as a caller sees it. */
export interface CollectionView extends CollectionCounts {
  readonly node: NodeRecord;
  /** Whether it is not in another collection. */
  readonly atTop: boolean;
  readonly scope: CollectionScope;
  readonly pinned: boolean;
  /** Whether the caller owns it. */
  readonly own: boolean;
}

export interface CollectionViewService {
  view(caller: Caller, collection: NodeRecord): Promise<CollectionView>;
  /**
   * The children of a collection that the caller may read: collections, references whose originals the caller may read,
   * and other nodes.
   */
  content(caller: Caller, collection: NodeId): AsyncIterable<NodeRecord>;
  scopeOf(collection: NodeRecord): Promise<CollectionScope>;
}

interface Dependencies extends Pick<Seams, 'store'> {
  readonly systemFolders: SystemFolders;
  readonly rights: RightsService;
  readonly references: ReferenceService;
}

async function* readableChildren(
  { store, references }: Dependencies,
  caller: Caller,
  collection: NodeId,
): AsyncGenerator<NodeRecord> {
  const ids: NodeId[] = [];
  for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(collection) })) ids.push(entry.id);
  const pause = createYielder();
  for (const id of ids) {
    const child = await store.nodes.get(id);
    if (child !== undefined && (await references.isReadable(caller, child))) yield child;
    await pause();
  }
}

async function countChildren(children: AsyncIterable<NodeRecord>): Promise<CollectionCounts> {
  let [collections, references] = [0, 0];
  for await (const child of children) {
    if (isCollection(child)) collections += 1;
    else if (!child.folder) references += 1;
  }
  return { collections, references };
}

export function createCollectionViewService(dependencies: Dependencies): CollectionViewService {
  const { store, systemFolders, rights } = dependencies;

  const content: CollectionViewService['content'] = (caller, collection) =>
    readableChildren(dependencies, caller, collection);

  const counts = createCollectionCounts({ store }, (caller, id) => countChildren(content(caller, id)));

  const scopeIn = async (collection: NodeRecord): Promise<CollectionScope> => {
    const inherited = await rights.inheritedEntries(collection);
    return scopeOf([...(collection.acl?.entries ?? []), ...inherited], collection.owner);
  };

  return {
    content,
    scopeOf: scopeIn,
    async view(caller, collection) {
      return {
        node: collection,
        atTop: collection.parent === systemFolders.collections,
        scope: await scopeIn(collection),
        pinned: await store.pins.has(collection.id),
        own: caller.kind === 'person' && collection.owner === caller.userName,
        ...(await counts(caller, collection.id)),
      };
    },
  };
}
