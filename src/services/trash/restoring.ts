import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightOf } from '../../domain/access/rights.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import { type FolderPaths, pathIn } from '../access/folder-paths.ts';
import { requireNoAddedRights } from '../access/move-policy.ts';
import type { RightsService } from '../access/rights.ts';
import { freeNameIn, placeIn, putNode } from '../records/node-changes.ts';
import { requireOnly } from '../records/reference-records.ts';
import { deleteTrash, notInTrash, readListing, type TrashListing } from '../records/trash-records.ts';
import { keepVersion } from '../records/version-records.ts';
import type { TrashService } from './trash.ts';

/** A node that was restored. */
export interface Restored {
  readonly node: NodeRecord;
  readonly folder: NodeId;
  /** The path as `FolderPaths` returns it, with the name at its end. */
  readonly path: string;
  /** Whether it got another name because its own was taken. */
  readonly renamed: boolean;
}

/** Restores nodes from the trash, with everything below them. */
export interface RestoringService {
  /**
   * Restores all of the nodes or none, in one change, in the order of the IDs. Without a target each node returns to its
   * folder, where the caller must still be allowed to create children; every signed-in person may restore collections of
   * the top level. Rejects with `BadRequest` and asks for a target if a folder no longer exists, or is in the trash and not
   * among the IDs. With a target all nodes go there. A caller who does not own a node then needs the rights to move it.
   */
  restore(caller: Caller, ids: readonly NodeId[], target: NodeId | undefined): Promise<readonly Restored[]>;
}

const createChildren = rightOf('CreateChildren');

/** A node that cannot return to its folder. */
interface BlockedNode {
  readonly node: NodeRecord;
  /** The problem with the folder, as the end of a sentence. */
  readonly reason: string;
}

/** The maximum number of nodes that an error message names. */
const maxNamed = 5;

function targetRequired(blocked: readonly BlockedNode[]): RepositoryError {
  const reasons = blocked
    .slice(0, maxNamed)
    .map(
      ({ node, reason }) => `The ${node.isChildObject ? 'file' : 'folder'} of "${node.name}" (${node.id}) ${reason}.`,
    );
  const more =
    blocked.length > maxNamed ? ` ${blocked.length - maxNamed} more cannot be restored to their folders.` : '';
  return badRequest(`${reasons.join(' ')}${more} Nothing was restored. Name a folder to restore into (target).`, {
    restoreStatus: 'FALLBACK_PARENT_NOT_EXISTS',
    nodesInNeedOfTarget: blocked.map(({ node }) => node.id),
  });
}

const mayNotAdd = (caller: Caller, { id, parent }: NodeRecord): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `${caller.userName} may not restore node ${id} to its folder ${parent}: this requires the right CreateChildren on the folder. Restore it into another folder (target), or ask an administrator.`,
  );

/** Checks a folder and all folders above it. Those in `restored` are restored in the same change. */
async function whyBlocked(
  change: Change,
  folder: NodeId | null,
  restored: ReadonlySet<NodeId>,
): Promise<string | undefined> {
  for (let id = folder; id !== null; ) {
    const node: NodeRecord | undefined = await change.nodes.get(id);
    if (node === undefined) return 'no longer exists';
    if (node.archived !== null && !restored.has(id)) return 'is in the trash';
    id = node.parent;
  }
  return undefined;
}

/** Rejects if a node cannot return to its folder. */
async function requireFolders(change: Change, nodes: readonly NodeRecord[]): Promise<void> {
  const restored = new Set(nodes.map(({ id }) => id));
  const blocked: BlockedNode[] = [];
  for (const node of nodes) {
    const reason = await whyBlocked(change, node.parent, restored);
    if (reason !== undefined) blocked.push({ node, reason });
  }
  if (blocked.length > 0) throw targetRequired(blocked);
}

/** Removes nodes from the trash. Rejects if one was restored or purged since it was read. */
async function takeFromTrash(change: Change, found: readonly TrashListing[]): Promise<NodeRecord[]> {
  const nodes: NodeRecord[] = [];
  for (const { node: seen } of found) {
    const listing = await readListing(change, seen.id);
    if (listing === undefined) throw notInTrash(seen.id);
    deleteTrash(change, listing.trashed);
    nodes.push(listing.node);
  }
  return nodes;
}

/** Puts a node into a folder, under its name or, if that is taken, under another one. */
async function putBack(change: Change, before: NodeRecord, folder: NodeRecord): Promise<NodeRecord> {
  await requireOnly(change, folder.id, before);
  const name = await freeNameIn(change, folder.id, before.name);
  if (name !== before.name) await keepVersion(change, before);
  const node = placeIn(change, folder, { ...before, name, archived: null });
  putNode(change, node);
  return node;
}

interface Dependencies extends Pick<Seams, 'store'> {
  readonly systemFolders: SystemFolders;
  readonly rights: RightsService;
  readonly trash: TrashService;
  readonly paths: FolderPaths;
}

/** Checks the rights on the folder that the node returns to, even if that folder is in the trash. */
async function requireParent(
  { store, systemFolders, rights }: Dependencies,
  caller: Caller,
  node: NodeRecord,
): Promise<void> {
  // Every signed-in person may create collections at the top level.
  if (node.parent === systemFolders.collections && isCollection(node)) return;
  const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
  if (parent === undefined) return;
  if (!includes(await rights.inTrash.of(caller, parent), createChildren)) throw mayNotAdd(caller, node);
}

async function requireTarget(
  { rights, ...seams }: Dependencies,
  caller: Caller,
  target: NodeId,
  found: readonly TrashListing[],
): Promise<void> {
  const folder = await rights.node(caller, target, 'CreateChildren');
  if (!folder.folder)
    throw badRequest(`Node ${target} is not a folder: nothing can be restored into it. Choose a folder.`);
  const deletion = createDeletionRights(seams, rights.inTrash);
  // As with a move, the caller must not gain rights on the node.
  for (const { node } of found) {
    if (node.owner === caller.userName) continue;
    await deletion.require(caller, node);
    await requireNoAddedRights(seams, caller, { node, nodeRights: rights.inTrash }, { folder, folderRights: rights });
  }
}

async function restoreAll(
  change: Change,
  rights: RightsService,
  found: readonly TrashListing[],
  target: NodeId | undefined,
): Promise<Omit<Restored, 'path'>[]> {
  const nodes = await takeFromTrash(change, found);
  if (target === undefined) await requireFolders(change, nodes);
  else if ((await change.nodes.get(target))?.archived !== null) throw notFound('Node', target);
  const restored: Omit<Restored, 'path'>[] = [];
  for (const before of nodes) {
    const id = target ?? before.parent;
    const folder = id === null ? undefined : await change.nodes.get(id);
    // Only the top folder has no parent, and it cannot be deleted.
    if (folder === undefined) throw notFound('Node', before.id);
    const node = await putBack(change, before, folder);
    change.afterCommit(() => rights.changed(node));
    restored.push({ node, folder: folder.id, renamed: node.name !== before.name });
  }
  return restored;
}

export function createRestoringService(dependencies: Dependencies): RestoringService {
  const { store, rights, trash, paths } = dependencies;
  return {
    async restore(caller, ids, target) {
      const found = await trash.find(caller, ids);
      if (target !== undefined) await requireTarget(dependencies, caller, target, found);
      else for (const { node } of found) await requireParent(dependencies, caller, node);
      const result: Restored[] = [];
      for (const each of await store.change((change) => restoreAll(change, rights, found, target))) {
        result.push({ ...each, path: pathIn(await paths.pathOf(caller, each.folder), each.node.name) });
      }
      return result;
    },
  };
}
