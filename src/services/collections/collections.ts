import { badRequest, notFound, type RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SingleRight } from '../../domain/access/rights.ts';
import {
  aclInScope,
  aclOfNew,
  type CollectionProfile,
  type CollectionScope,
  collectionAspect,
  isCollection,
  nameOfTitle,
  profileChanges,
} from '../../domain/collections/collection.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { checkedChanges } from '../../domain/content-model/model-validation.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import { applyChanges, type PropertyChanges } from '../../domain/nodes/properties.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { freeNameIn, leaveOldName, putNode, usableName } from '../records/node-changes.ts';
import { keepVersion, putNodeVersion } from '../records/version-records.ts';
import type { RemovalService } from '../trash/removals.ts';
import { type CollectionLists, type CollectionLocation, createCollectionLists } from './collection-lists.ts';
import type { CollectionViewService } from './collection-views.ts';

/** The requested state of a collection. */
export interface CollectionDraft extends CollectionProfile {
  /**
   * The requested scope; undefined leaves it unchanged. A new collection then inherits the scope of its parent
   * collection.
   */
  readonly scope: CollectionScope | undefined;
  /** Changes of other properties. */
  readonly properties: PropertyChanges;
}

/** Collections: folders of references to nodes. Every signed-in person may create one at the top level. */
export interface CollectionService extends CollectionLists {
  create(caller: Caller, location: CollectionLocation, draft: CollectionDraft): Promise<NodeRecord>;
  /** Requires the right on the collection, by default `ReadProperties`. A node that is not a collection is `NotFound`. */
  get(caller: Caller, id: NodeId, right?: SingleRight): Promise<NodeRecord>;
  /** Another scope changes the ACL, which needs `ChangePermissions`. */
  update(caller: Caller, id: NodeId, draft: CollectionDraft): Promise<NodeRecord>;
  /** Moves the collection and everything in it to the trash, except for originals. */
  remove(caller: Caller, id: NodeId): Promise<void>;
  /** Pins exactly these collections to the start of the top level, in this order. For administrators. */
  pin(ids: readonly NodeId[]): Promise<void>;
}

interface Dependencies extends Pick<Seams, 'store' | 'clock' | 'randomness'> {
  readonly systemFolders: SystemFolders;
  readonly rights: RightsService;
  readonly references: ReferenceService;
  readonly views: CollectionViewService;
  readonly removals: RemovalService;
  readonly contentModel: ContentModel;
  readonly limits: PropertyLimits;
}

const maxNameLength = 200;

const notACollection = (id: NodeId): RepositoryError => notFound('Collection', id);

async function requireCollection(
  rights: RightsService,
  caller: Caller,
  id: NodeId,
  right: SingleRight = 'ReadProperties',
): Promise<NodeRecord> {
  const node = await rights.node(caller, id, right);
  if (!isCollection(node)) throw notACollection(id);
  return node;
}

/** The parent folder for a new collection. Rejects if the caller may not create one there. */
async function parentFor(
  { rights, systemFolders }: Dependencies,
  caller: Caller,
  location: CollectionLocation,
): Promise<NodeId> {
  if (location !== 'top') {
    await requireCollection(rights, caller, location, 'CreateChildren');
    return location;
  }
  if (caller.sessionScope !== null) {
    throw badRequest('Collections are not available in the session scope "safe". Leave it first.');
  }
  return systemFolders.collections;
}

/**
 * The name for a new or renamed collection. At the top level it always ends in a random part of the ID: a number that is added
 * only to taken names would reveal collections that the caller may not read.
 */
async function nameFor(
  { systemFolders }: Dependencies,
  change: Change,
  folder: NodeId,
  { id, title }: { readonly id: NodeId; readonly title: string },
): Promise<string> {
  const name = nameOfTitle(title, maxNameLength);
  return freeNameIn(change, folder, folder === systemFolders.collections ? `${name} ${id.slice(-8)}` : name);
}

/** Resolves to the new name of a collection, and removes the entry of the old one from its folder. */
async function renamed(
  dependencies: Dependencies,
  change: Change,
  before: NodeRecord,
  requested: string,
): Promise<string> {
  const { id, parent, name } = before;
  if (requested === name) return name;
  const isAtTop = parent === dependencies.systemFolders.collections;
  const free = isAtTop ? await nameFor(dependencies, change, parent, { id, title: requested }) : requested;
  await leaveOldName(change, before, free);
  return free;
}

async function createCollection(
  dependencies: Dependencies,
  caller: Caller,
  location: CollectionLocation,
  draft: CollectionDraft,
): Promise<NodeRecord> {
  const { store, clock, randomness, contentModel, limits } = dependencies;
  const folder = await parentFor(dependencies, caller, location);
  const checked = checkedChanges(contentModel, draft.properties, { limits, before: {} });
  const title = draft.title ?? checked.properties.get('cm:title')?.[0] ?? checked.name ?? '';
  if (title.trim() === '')
    throw badRequest('The title is missing. Send a title: the name of the new collection is derived from it.');
  const properties = applyChanges(applyChanges({}, checked.properties), profileChanges({ ...draft, title }));
  requireSize({}, properties, limits);
  const acl = aclOfNew(draft.scope, location === 'top');
  const at = clock.now().toISOString();
  return store.change(async (change) => {
    const parent = await change.nodes.get(folder);
    if (parent === undefined || parent.archived !== null) throw notACollection(folder);
    const id = randomness.nodeId();
    const collection = newNode({
      ...{ id, parent: folder, type: 'ccm:map', folder: true, properties, at, by: caller.userName },
      name: await nameFor(dependencies, change, folder, { id, title: checked.name ?? title }),
      aspects: [collectionAspect],
      ...(acl === undefined ? {} : { acl }),
    });
    putNodeVersion(change, collection, '');
    return collection;
  });
}

async function updateCollection(
  dependencies: Dependencies,
  caller: Caller,
  id: NodeId,
  draft: CollectionDraft,
): Promise<NodeRecord> {
  const { store, clock, rights, views, contentModel, limits } = dependencies;
  const seen = await requireCollection(rights, caller, id, 'WriteProperties');
  const scope = draft.scope === undefined || draft.scope === (await views.scopeOf(seen)) ? undefined : draft.scope;
  if (scope !== undefined) await rights.require(caller, seen, 'ChangePermissions');
  if (draft.title?.trim() === '')
    throw badRequest('The title must not be empty. Send another title, or none to keep the current one.');
  const { name, properties } = checkedChanges(contentModel, draft.properties, { limits, before: seen.properties });
  const modified = { modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
  return store.change(async (change) => {
    const before = await change.nodes.get(id);
    if (before === undefined || before.archived !== null) throw notACollection(id);
    await keepVersion(change, before);
    const after: NodeRecord = {
      ...before,
      ...modified,
      name: name === undefined ? before.name : await renamed(dependencies, change, before, usableName(name)),
      properties: applyChanges(applyChanges(before.properties, properties), profileChanges(draft)),
      acl: scope === undefined ? before.acl : aclInScope(before.acl, scope),
    };
    requireSize(before.properties, after.properties, limits);
    putNode(change, after);
    if (after.acl !== before.acl) change.afterCommit(() => rights.changed(after));
    return after;
  });
}

async function removeCollection({ store, rights, removals }: Dependencies, caller: Caller, id: NodeId): Promise<void> {
  const node = await store.nodes.get(id);
  // If the caller may not read the node, `removals` rejects with an error that does not reveal what the node is.
  if (node !== undefined && !isCollection(node) && (await rights.mayRead(caller, node))) throw notACollection(id);
  await removals.remove(caller, id, { archive: true });
}

async function pinCollections(change: Change, ids: readonly NodeId[], topFolder: NodeId): Promise<void> {
  for (const [position, id] of ids.entries()) {
    const node = await change.nodes.get(id);
    if (node?.parent !== topFolder || node.archived !== null || !isCollection(node)) {
      throw badRequest(`Node ${id} cannot be pinned: it is not a collection at the top level. Choose one that is.`);
    }
    change.pins.put(id, { position });
  }
  for await (const id of change.pins.keys()) {
    // The keys of this kind are node IDs.
    if (!ids.includes(id as NodeId)) change.pins.delete(id);
  }
}

export function createCollectionService(dependencies: Dependencies): CollectionService {
  const { store, rights, systemFolders } = dependencies;
  const get: CollectionService['get'] = (caller, id, right) => requireCollection(rights, caller, id, right);
  return {
    get,
    create: (caller, location, draft) => createCollection(dependencies, caller, location, draft),
    update: (caller, id, draft) => updateCollection(dependencies, caller, id, draft),
    remove: (caller, id) => removeCollection(dependencies, caller, id),
    ...createCollectionLists({ ...dependencies, get }),
    pin: (ids) => store.change((change) => pinCollections(change, ids, systemFolders.collections)),
  };
}
