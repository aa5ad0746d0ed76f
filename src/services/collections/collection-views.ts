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

/** What is told of a collection besides its properties. */
export interface CollectionView extends CollectionCounts {
  readonly node: NodeRecord;
  /** It lies in no other collection. */
  readonly atTop: boolean;
  readonly scope: CollectionScope;
  readonly pinned: boolean;
  /** It belongs to the caller. */
  readonly own: boolean;
}

export interface CollectionViewService {
  view(caller: Caller, collection: NodeRecord): Promise<CollectionView>;
  /**
   * What lies in a collection, as far as the caller may read it, one after the other: collections, references whose originals
   * the caller may read, and whatever else lies there.
   */
  content(caller: Caller, collection: NodeId): AsyncIterable<NodeRecord>;
  scopeOf(collection: NodeRecord): Promise<CollectionScope>;
}

export function createCollectionViewService(
  { store }: Pick<Seams, 'store'>,
  landmarks: SystemFolders,
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
    const takeTurn = createYielder();
    for (const id of ids) {
      const child = await store.nodes.get(id);
      if (child !== undefined && (await references.isReadable(caller, child))) yield child;
      await takeTurn();
    }
  };

  const counts = createCollectionCounts({ store }, async (caller, collection) => {
    let [inside, gathered] = [0, 0];
    for await (const child of content(caller, collection)) {
      if (isCollection(child)) inside += 1;
      else if (!child.folder) gathered += 1;
    }
    return { collections: inside, references: gathered };
  });

  return {
    content,
    scopeOf: scopeIn,
    async view(caller, collection) {
      return {
        node: collection,
        atTop: collection.parent === landmarks.collections,
        scope: await scopeIn(collection),
        pinned: await store.pins.has(collection.id),
        own: caller.kind === 'person' && collection.owner === caller.userName,
        ...(await counts(caller, collection.id)),
      };
    },
  };
}
