import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import { referenceKey } from '../records/node-changes.ts';

/**
 * The collections that contain a reference to a node, each once, if the caller may read the collection and the reference. For
 * a reference, those that contain its original. Rejects as `RightsService.node` does if the caller may not read the node.
 */
export type ContainingCollections = (caller: Caller, node: NodeId) => Promise<readonly NodeId[]>;

export function createContainingCollections(
  { store }: Pick<Seams, 'store'>,
  rights: Pick<RightsService, 'node' | 'mayRead'>,
): ContainingCollections {
  /** The collection of a reference; undefined if it is none, or if the caller may not read it. */
  const collectionOf = async (caller: Caller, id: string): Promise<NodeId | undefined> => {
    const reference = await store.nodes.get(id);
    const collection = reference?.parent == null ? undefined : await store.nodes.get(reference.parent);
    if (reference === undefined || collection === undefined || !isCollection(collection)) return undefined;
    const isReadable = (await rights.mayRead(caller, reference)) && (await rights.mayRead(caller, collection));
    return isReadable ? collection.id : undefined;
  };

  return async (caller, id) => {
    const node = await rights.node(caller, id, 'ReadProperties');
    const prefix = referenceKey(node.original ?? node.id, '');
    const found = new Set<NodeId>();
    for await (const key of store.references.keys({ prefix })) {
      const collection = await collectionOf(caller, key.slice(prefix.length));
      if (collection !== undefined) found.add(collection);
    }
    return [...found];
  };
}
