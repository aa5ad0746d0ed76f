import type { NodeId } from '../base/ids.ts';
import { inSteps } from '../base/in-steps.ts';
import type { Caller } from '../domain/caller.ts';
import { type CollectionScope, isCollection, scopeOf } from '../domain/collection.ts';
import type { Landmarks, NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { type CollectionCounts, createCollectionCounts } from './collection-counts.ts';
import { childrenPrefix } from './node-changes.ts';
import type { ReferenceService } from './references.ts';
import type { RightsService } from './rights.ts';

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

/** Read before other work gets its turn. */
const recordsAtOnce = 500;

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
    const seen: NodeRecord[] = [];
    for await (const piece of inSteps(ids, recordsAtOnce)) {
      const children = (await store.nodes.getMany(piece)).filter((node) => node !== undefined);
      seen.push(...(await references.readable(caller, children)));
    }
    return { collections: seen.filter(isCollection), references: seen.filter(({ folder }) => !folder) };
  };

  const counts = createCollectionCounts({ store }, async (caller, collection) => {
    const inside = await content(caller, collection);
    return { collections: inside.collections.length, references: inside.references.length };
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
