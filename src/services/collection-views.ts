import type { NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import { type CollectionScope, isCollection, scopeOf } from '../domain/collection.ts';
import type { Landmarks, NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { childrenPrefix } from './node-changes.ts';
import type { ReferenceService } from './references.ts';
import type { RightsService } from './rights.ts';

/** What is told of a collection besides its properties. */
export interface CollectionView {
  readonly node: NodeRecord;
  /** It lies in no other collection. */
  readonly atTop: boolean;
  readonly scope: CollectionScope;
  readonly pinned: boolean;
  /** It belongs to the caller. */
  readonly own: boolean;
  /** What lies in it itself and the caller may read. */
  readonly collections: number;
  readonly references: number;
}

/** What lies in a collection, as far as a caller may read it. */
export interface CollectionContent {
  readonly collections: readonly NodeRecord[];
  /** References whose originals the caller may read, and whatever else lies there without being a folder. */
  readonly references: readonly NodeRecord[];
}

export interface CollectionViewService {
  view(caller: Caller, collection: NodeRecord): Promise<CollectionView>;
  content(caller: Caller, collection: NodeId): Promise<CollectionContent>;
  scopeOf(collection: NodeRecord): Promise<CollectionScope>;
}

export function createCollectionViewService(
  { store }: Pick<Seams, 'store'>,
  landmarks: Landmarks,
  rights: RightsService,
  references: ReferenceService,
): CollectionViewService {
  const scopeIn = async (collection: NodeRecord): Promise<CollectionScope> => {
    const inherited = await rights.inheritedEntries(collection);
    return scopeOf([...(collection.acl?.entries ?? []), ...inherited], collection.owner);
  };

  const content = async (caller: Caller, collection: NodeId): Promise<CollectionContent> => {
    const ids: NodeId[] = [];
    for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(collection) })) ids.push(entry.id);
    const children = (await store.nodes.getMany(ids)).filter((node) => node !== undefined);
    const seen = await references.readable(caller, children);
    return { collections: seen.filter(isCollection), references: seen.filter(({ folder }) => !folder) };
  };

  return {
    content,
    scopeOf: scopeIn,
    async view(caller, collection) {
      const inside = await content(caller, collection.id);
      return {
        node: collection,
        atTop: collection.parent === landmarks.collections,
        scope: await scopeIn(collection),
        pinned: await store.pins.has(collection.id),
        own: caller.kind === 'person' && collection.owner === caller.userName,
        collections: inside.collections.length,
        references: inside.references.length,
      };
    },
  };
}
