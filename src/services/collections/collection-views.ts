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
  /** It is not in another collection. */
  readonly atTop: boolean;
  readonly scope: CollectionScope;
  readonly pinned: boolean;
  /** It belongs to the caller. */
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

export function createCollectionViewService(
  { store }: Pick<Seams, 'store'>,
  systemFolders: SystemFolders,
  rights: RightsService,
  references: ReferenceService,
): CollectionViewService {
  const scopeIn = async (collection: NodeRecord): Promise<CollectionScope> => {
    const inherited = await rights.inheritedEntries(collection);
    return scopeOf([...(collection.acl?.entries ?? []), ...inherited], collection.owner);
  };

  const content = async function* (caller: Caller, collection: NodeId): AsyncGenerator<NodeRecord> {
    const ids: NodeId[] = [];
    for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(collection) })) ids.push(entry.id);
    const pause = createYielder();
    for (const id of ids) {
      const child = await store.nodes.get(id);
      if (child !== undefined && (await references.isReadable(caller, child))) yield child;
      await pause();
    }
  };

  const counts = createCollectionCounts({ store }, async (caller, collection) => {
    let [collections, referenceCount] = [0, 0];
    for await (const child of content(caller, collection)) {
      if (isCollection(child)) collections += 1;
      else if (!child.folder) referenceCount += 1;
    }
    return { collections, references: referenceCount };
  });

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
