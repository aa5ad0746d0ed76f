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

export const createContainingCollections =
  ({ store }: Pick<Seams, 'store'>, rights: Pick<RightsService, 'node' | 'mayRead'>): ContainingCollections =>
  async (caller, id) => {
    const node = await rights.node(caller, id, 'ReadProperties');
    const prefix = referenceKey(node.original ?? node.id, '');
    const found = new Set<NodeId>();
    for await (const key of store.references.keys({ prefix })) {
      const reference = await store.nodes.get(key.slice(prefix.length));
      const collection = reference?.parent == null ? undefined : await store.nodes.get(reference.parent);
      if (reference === undefined || collection === undefined || !isCollection(collection)) continue;
      if ((await rights.mayRead(caller, reference)) && (await rights.mayRead(caller, collection)))
        found.add(collection.id);
    }
    return [...found];
  };
