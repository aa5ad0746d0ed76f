import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { byHand, positionProperty, profileChanges, referenceAspect } from '../../domain/collections/collection.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import { applyChanges } from '../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey, freeNameIn, putNode } from '../records/node-changes.ts';
import { deleteReference, referenceIn, requireOnly } from '../records/reference-records.ts';
import { keepVersion, putNodeVersion } from '../records/version-records.ts';
import type { CollectionService } from './collections.ts';

/** What is put into collections, taken out of them, and set in order there. */
export interface CollectionReferenceService {
  /**
   * The caller may read the node, and add to the collection. A reference to a reference is one to its original. One that is
   * there already is `Conflict`.
   */
  add(caller: Caller, collection: NodeId, node: NodeId): Promise<NodeRecord>;
  /** `node` is the reference or its original. Gone for good: the original stays, and can be added again. */
  remove(caller: Caller, collection: NodeId, node: NodeId): Promise<void>;
  /**
   * Puts what lies in a collection in this order; what is not named comes behind it. References are named by their own ids
   * or by those of their originals. An empty list takes the order away again.
   */
  order(caller: Caller, collection: NodeId, nodes: readonly NodeId[]): Promise<void>;
}

/** The name of a reference tells nothing of the original. */
const nameOfReference = (original: NodeId): string => original;

export function createCollectionReferenceService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  rights: RightsService,
  collections: CollectionService,
): CollectionReferenceService {
  const { store, clock, randomness } = seams;
  const deletion = createDeletionRights(seams, rights);

  const originalOf = async (caller: Caller, id: NodeId): Promise<NodeRecord> => {
    const node = await rights.node(caller, id, 'ReadProperties');
    if (node.original !== undefined) return originalOf(caller, node.original);
    if (node.folder) throw badRequest(`Node ${id} is a folder: a collection gathers single nodes.`);
    return node;
  };

  /** What lies in the collection under this id: as it is, or as the original of a reference. */
  const memberIn = async (
    records: Pick<Collections, 'nodes' | 'references'>,
    collection: NodeId,
    id: NodeId,
  ): Promise<NodeRecord | undefined> => {
    const node = await records.nodes.get(id);
    if (node?.parent === collection && node.archived === null) return node;
    return referenceIn(records, collection, id);
  };

  /** Whoever may not see the collection is refused as whoever sees it and may take nothing out. */
  const requireSight = async (caller: Caller, id: NodeId): Promise<void> => {
    const node = await store.nodes.get(id);
    const sees = node === undefined || (await rights.mayRead(caller, node));
    await collections.get(caller, id, sees ? 'ReadProperties' : 'DeleteNode');
  };

  const place = async (change: Change, node: NodeRecord, position: number | null): Promise<void> => {
    const values = position === null ? null : [String(position)];
    if (node.properties[positionProperty]?.[0] === values?.[0]) return;
    await keepVersion(change, node);
    putNode(change, { ...node, properties: applyChanges(node.properties, new Map([[positionProperty, values]])) });
  };

  return {
    async add(caller, id, node) {
      await collections.get(caller, id, 'CreateChildren');
      const original = await originalOf(caller, node);
      const at = clock.now().toISOString();
      return store.change(async (change) => {
        const [above, there] = await change.nodes.getMany([id, original.id]);
        if (above === undefined || above.archived !== null) throw notFound('Collection', id);
        if (there === undefined || there.archived !== null) throw notFound('Node', node);
        await requireOnly(change, id, { original: original.id });
        // Whoever may add something can give a file the name that is meant for the reference.
        const name = await freeNameIn(change, id, nameOfReference(original.id));
        const reference: NodeRecord = {
          ...newNode({
            ...{ id: randomness.nodeId(), parent: id, type: there.type, folder: false, name, at, by: caller.userName },
            aspects: [referenceAspect],
            properties: { 'ccm:original': [original.id] },
          }),
          original: original.id,
        };
        putNodeVersion(change, reference, '');
        return reference;
      });
    },

    async remove(caller, id, node) {
      await requireSight(caller, id);
      const missing = notFound('Reference', `to node ${node} in collection ${id}`);
      const seen = await memberIn(store, id, node);
      if (seen?.original === undefined) throw missing;
      await deletion.require(caller, seen);
      await store.change(async (change) => {
        const reference = await memberIn(change, id, node);
        if (reference?.original === undefined) throw missing;
        await deleteReference(change, reference);
        change.afterCommit(() => rights.changed(reference));
      });
    },

    async order(caller, id, nodes) {
      await collections.get(caller, id, 'WriteProperties');
      if (new Set(nodes).size < nodes.length) throw badRequest('The list names something twice.');
      await store.change(async (change) => {
        const before = await change.nodes.get(id);
        if (before === undefined) throw notFound('Collection', id);
        const named = new Set<NodeId>();
        for (const [position, node] of nodes.entries()) {
          const member = await memberIn(change, id, node);
          if (member === undefined) throw badRequest(`Node ${node} is not in this collection.`);
          named.add(member.id);
          await place(change, member, position);
        }
        for await (const [, entry] of change.children.entries({ prefix: childKey(id, '') })) {
          const member = named.has(entry.id) ? undefined : await change.nodes.get(entry.id);
          if (member !== undefined) await place(change, member, null);
        }
        await keepVersion(change, before);
        const mode = nodes.length === 0 ? '' : byHand;
        const order = { title: undefined, description: undefined, color: undefined, type: undefined };
        const changes = profileChanges({ ...order, viewtype: undefined, orderMode: mode, orderAscending: undefined });
        putNode(change, { ...before, properties: applyChanges(before.properties, changes) });
      });
    },
  };
}
