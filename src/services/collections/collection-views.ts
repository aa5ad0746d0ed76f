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

async function* allChildren({ store }: Dependencies, collection: NodeId): AsyncGenerator<NodeRecord> {
  const ids: NodeId[] = [];
  for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(collection) })) ids.push(entry.id);
  const pause = createYielder();
  for (const id of ids) {
    const child = await store.nodes.get(id);
    if (child !== undefined) yield child;
    await pause();
  }
}

async function* readableChildren(
  dependencies: Dependencies,
  caller: Caller,
  collection: NodeId,
): AsyncGenerator<NodeRecord> {
  for await (const child of allChildren(dependencies, collection))
    if (await dependencies.references.isReadable(caller, child)) yield child;
}

/** Whether a reference that the caller cannot use leads to a node that exists. */
async function isHiddenReference(
  { store, rights }: Dependencies,
  caller: Caller,
  { original, ...reference }: NodeRecord,
): Promise<boolean> {
  const node = original === undefined ? undefined : await store.nodes.get(original);
  return node !== undefined && node.archived === null && (await rights.mayRead(caller, reference));
}

async function countChildren(
  dependencies: Dependencies,
  caller: Caller,
  collection: NodeId,
): Promise<CollectionCounts> {
  let [collections, references, hiddenReferences] = [0, 0, 0];
  for await (const child of allChildren(dependencies, collection)) {
    const isReadable = await dependencies.references.isReadable(caller, child);
    if (isReadable && isCollection(child)) collections += 1;
    else if (isReadable && !child.folder) references += 1;
    else if (!isReadable && (await isHiddenReference(dependencies, caller, child))) hiddenReferences += 1;
  }
  return { collections, references, hiddenReferences };
}

export function createCollectionViewService(dependencies: Dependencies): CollectionViewService {
  const { store, systemFolders, rights } = dependencies;

  const content: CollectionViewService['content'] = (caller, collection) =>
    readableChildren(dependencies, caller, collection);

  const counts = createCollectionCounts({ store }, (caller, id) => countChildren(dependencies, caller, id));

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
