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

/** Adds references to collections, removes them and orders them. */
export interface CollectionReferenceService {
  /**
   * The caller must be allowed to read the node and to add to the collection. If the node is a reference, adds a reference
   * to its original. Rejects with `Conflict` if the collection already has a reference to the same original.
   */
  add(caller: Caller, collection: NodeId, node: NodeId): Promise<NodeRecord>;
  /** `node` is the reference or its original. The reference does not go to the trash. The original is not changed. */
  remove(caller: Caller, collection: NodeId, node: NodeId): Promise<void>;
  /**
   * Orders the items of a collection manually; all other items come last. A reference may be named by its own ID or by that
   * of its original. An empty list removes the manual order.
   */
  order(caller: Caller, collection: NodeId, nodes: readonly NodeId[]): Promise<void>;
}

interface Dependencies extends Pick<Seams, 'store' | 'clock' | 'randomness'> {
  readonly rights: RightsService;
  readonly collections: CollectionService;
}

async function originalOf(rights: RightsService, caller: Caller, id: NodeId): Promise<NodeRecord> {
  const node = await rights.node(caller, id, 'ReadProperties');
  if (node.original !== undefined) return originalOf(rights, caller, node.original);
  if (node.folder)
    throw badRequest(`Node ${id} is a folder and cannot be added to a collection. Add the nodes in it instead.`);
  return node;
}

/** The item of a collection with this ID, or the reference in it to the node with this ID. */
async function itemIn(
  records: Pick<Collections, 'nodes' | 'references'>,
  collection: NodeId,
  id: NodeId,
): Promise<NodeRecord | undefined> {
  const node = await records.nodes.get(id);
  if (node?.parent === collection && node.archived === null) return node;
  return referenceIn(records, collection, id);
}

/** For a hidden collection, rejects as if only the right to remove the reference were missing. */
async function requireVisible({ store, rights, collections }: Dependencies, caller: Caller, id: NodeId): Promise<void> {
  const node = await store.nodes.get(id);
  const isVisible = node === undefined || (await rights.mayRead(caller, node));
  await collections.get(caller, id, isVisible ? 'ReadProperties' : 'DeleteNode');
}

async function addReference(
  { store, clock, randomness, rights, collections }: Dependencies,
  caller: Caller,
  id: NodeId,
  node: NodeId,
): Promise<NodeRecord> {
  await collections.get(caller, id, 'CreateChildren');
  const original = await originalOf(rights, caller, node);
  const at = clock.now().toISOString();
  return store.change(async (change) => {
    const [collection, present] = await change.nodes.getMany([id, original.id]);
    if (collection === undefined || collection.archived !== null) throw notFound('Collection', id);
    if (present === undefined || present.archived !== null) throw notFound('Node', node);
    await requireOnly(change, id, { original: original.id });
    // The name must not reveal the original's name. A file in the collection may have the same name.
    const name = await freeNameIn(change, id, original.id);
    const reference: NodeRecord = {
      ...newNode({
        ...{ id: randomness.nodeId(), parent: id, type: present.type, folder: false, name, at, by: caller.userName },
        aspects: [referenceAspect],
        properties: { 'ccm:original': [original.id] },
      }),
      original: original.id,
    };
    putNodeVersion(change, reference, '');
    return reference;
  });
}

async function removeReference(dependencies: Dependencies, caller: Caller, id: NodeId, node: NodeId): Promise<void> {
  const { store, rights } = dependencies;
  await requireVisible(dependencies, caller, id);
  const missing = notFound('Reference', `to node ${node} in collection ${id}`);
  const seen = await itemIn(store, id, node);
  if (seen?.original === undefined) throw missing;
  await createDeletionRights(dependencies, rights).require(caller, seen);
  await store.change(async (change) => {
    const reference = await itemIn(change, id, node);
    if (reference?.original === undefined) throw missing;
    await deleteReference(change, reference);
    change.afterCommit(() => rights.changed(reference));
  });
}

async function putPosition(change: Change, node: NodeRecord, position: number | null): Promise<void> {
  const values = position === null ? null : [String(position)];
  if (node.properties[positionProperty]?.[0] === values?.[0]) return;
  await keepVersion(change, node);
  putNode(change, { ...node, properties: applyChanges(node.properties, new Map([[positionProperty, values]])) });
}

/** Stores the positions of the named items and removes those of all others. */
async function putPositions(change: Change, collection: NodeId, nodes: readonly NodeId[]): Promise<void> {
  const named = new Set<NodeId>();
  for (const [position, node] of nodes.entries()) {
    const item = await itemIn(change, collection, node);
    if (item === undefined) throw badRequest(`Node ${node} is not in this collection. Add it first, or leave it out.`);
    named.add(item.id);
    await putPosition(change, item, position);
  }
  for await (const [, entry] of change.children.entries({ prefix: childKey(collection, '') })) {
    const item = named.has(entry.id) ? undefined : await change.nodes.get(entry.id);
    if (item !== undefined) await putPosition(change, item, null);
  }
}

async function orderItems(
  { store, collections }: Dependencies,
  caller: Caller,
  id: NodeId,
  nodes: readonly NodeId[],
): Promise<void> {
  await collections.get(caller, id, 'WriteProperties');
  if (new Set(nodes).size < nodes.length) throw badRequest('The list names a node twice. Send each ID once.');
  await store.change(async (change) => {
    const before = await change.nodes.get(id);
    if (before === undefined) throw notFound('Collection', id);
    await putPositions(change, id, nodes);
    await keepVersion(change, before);
    const mode = nodes.length === 0 ? '' : byHand;
    const unchanged = { title: undefined, description: undefined, color: undefined, type: undefined };
    const changes = profileChanges({ ...unchanged, viewtype: undefined, orderMode: mode, orderAscending: undefined });
    putNode(change, { ...before, properties: applyChanges(before.properties, changes) });
  });
}

export const createCollectionReferenceService = (dependencies: Dependencies): CollectionReferenceService => ({
  add: (caller, collection, node) => addReference(dependencies, caller, collection, node),
  remove: (caller, collection, node) => removeReference(dependencies, caller, collection, node),
  order: (caller, collection, nodes) => orderItems(dependencies, caller, collection, nodes),
});
