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
import { freeNameIn, putNode } from '../records/node-changes.ts';
import { requireOnly } from '../records/reference-records.ts';
import { deleteTrash, findTrash } from '../records/trash-records.ts';
import { keepVersion } from '../records/version-records.ts';
import type { TrashListing, TrashService } from './trash.ts';

/** Something that was taken out of the trash. */
export interface Restored {
  readonly node: NodeRecord;
  readonly folder: NodeId;
  /** As `FolderPaths` tells it, the name at its end. */
  readonly path: string;
  /** Its name was taken there, so that it has another one now. */
  readonly renamed: boolean;
}

/** Takes things out of the trash, with all that lies below them. */
export interface RestoringService {
  /**
   * All of them or none, in one change, in the order of the ids. Each goes back to its folder, where the caller must
   * still be allowed to add something, as everybody is to the collections of the first level; where the folder is gone,
   * or in the trash and not among the ids, rejects with `BadRequest`, asking for a target. With a target all go there;
   * for whoever does not own something, the rules of moving it hold then.
   */
  restore(caller: Caller, ids: readonly NodeId[], target: NodeId | undefined): Promise<readonly Restored[]>;
}

/** Why a folder cannot be gone back to. */
type Obstacle = 'gone' | 'archived';

const createChildren = rightOf('CreateChildren');

function targetWanted(wanting: readonly { readonly node: NodeRecord; readonly obstacle: Obstacle }[]): RepositoryError {
  const told = wanting.slice(0, 5).map(({ node, obstacle }) => {
    const why = obstacle === 'gone' ? 'does not exist any more' : 'is in the archive itself';
    return `The folder of «${node.name}» (${node.id}) ${why}.`;
  });
  const more = wanting.length > told.length ? ` So it is with ${wanting.length - told.length} more.` : '';
  return badRequest(`${told.join(' ')}${more} Nothing was restored: name a folder to restore into (target).`, {
    restoreStatus: 'FALLBACK_PARENT_NOT_EXISTS',
    nodesInNeedOfTarget: wanting.map(({ node }) => node.id),
  });
}

const mayNotAdd = (caller: Caller, { id, parent }: NodeRecord): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `${caller.userName} may not add anything to folder ${parent} any more, where node ${id} lay. Restore it into another folder (target), or ask an administrator.`,
  );

/** What stands in the way of going back to a folder, where `restored` come out of the trash as well. */
async function obstacleTo(
  change: Change,
  folder: NodeId | null,
  restored: ReadonlySet<NodeId>,
): Promise<Obstacle | undefined> {
  for (let id = folder; id !== null; ) {
    const node: NodeRecord | undefined = await change.nodes.get(id);
    if (node === undefined) return 'gone';
    if (node.archived !== null && !restored.has(id)) return 'archived';
    id = node.parent;
  }
  return undefined;
}

/** Throws where something cannot go back to its folder. */
async function requireFolders(change: Change, nodes: readonly NodeRecord[]): Promise<void> {
  const restored = new Set(nodes.map(({ id }) => id));
  const wanting: { node: NodeRecord; obstacle: Obstacle }[] = [];
  for (const node of nodes) {
    const obstacle = await obstacleTo(change, node.parent, restored);
    if (obstacle !== undefined) wanting.push({ node, obstacle });
  }
  if (wanting.length > 0) throw targetWanted(wanting);
}

/** The nodes as the change sees them; one may have been restored or removed since it was found. */
async function takeOut(change: Change, found: readonly TrashListing[]): Promise<NodeRecord[]> {
  const nodes: NodeRecord[] = [];
  for (const { node: seen } of found) {
    const node = await change.nodes.get(seen.id);
    const trashed = node === undefined ? undefined : await findTrash(change.trash, node);
    if (node === undefined || trashed === undefined) throw notFound('Node', `${seen.id} in the archive`);
    deleteTrash(change, trashed);
    nodes.push(node);
  }
  return nodes;
}

/** Puts a node into a folder, under its name or another that is free there. */
async function putBack(change: Change, before: NodeRecord, folder: NodeId): Promise<NodeRecord> {
  await requireOnly(change, folder, before);
  const name = await freeNameIn(change, folder, before.name);
  if (name !== before.name) await keepVersion(change, before);
  const node: NodeRecord = { ...before, parent: folder, name, archived: null };
  putNode(change, node);
  return node;
}

export function createRestoringService(
  seams: Pick<Seams, 'store'>,
  landmarks: Pick<SystemFolders, 'collections'>,
  parts: { readonly rights: RightsService; readonly trash: TrashService; readonly paths: FolderPaths },
): RestoringService {
  const { store } = seams;
  const { rights, trash, paths } = parts;
  const deletion = createDeletionRights(seams, rights.inTrash);

  /** The rights on the folder are judged as they will be when it is restored too; whether it is, is seen in the change. */
  const requireWayBack = async (caller: Caller, node: NodeRecord): Promise<void> => {
    // As everybody who is signed in may make one there.
    if (node.parent === landmarks.collections && isCollection(node)) return;
    const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
    if (parent === undefined) return;
    if (!includes(await rights.inTrash.of(caller, parent), createChildren)) throw mayNotAdd(caller, node);
  };

  const requireTarget = async (caller: Caller, target: NodeId, found: readonly TrashListing[]): Promise<void> => {
    const folder = await rights.node(caller, target, 'CreateChildren');
    if (!folder.folder) throw badRequest(`Node ${target} is no folder: nothing can be restored into it.`);
    // As by moving, somebody could come by more rights than they had where it lay.
    for (const { node } of found) {
      if (node.owner === caller.userName) continue;
      await deletion.require(caller, node);
      await requireNoAddedRights(seams, caller, { node, judged: rights.inTrash }, { folder, rights });
    }
  };

  return {
    async restore(caller, ids, target) {
      const found = await trash.find(caller, ids);
      if (target !== undefined) await requireTarget(caller, target, found);
      else for (const { node } of found) await requireWayBack(caller, node);
      const restored = await store.change(async (change) => {
        const nodes = await takeOut(change, found);
        if (target === undefined) await requireFolders(change, nodes);
        else if ((await change.nodes.get(target))?.archived !== null) throw notFound('Node', target);
        const back: { node: NodeRecord; folder: NodeId; renamed: boolean }[] = [];
        for (const before of nodes) {
          const folder = target ?? before.parent;
          // What has no folder above cannot be deleted.
          if (folder === null) throw notFound('Node', before.id);
          const node = await putBack(change, before, folder);
          change.afterCommit(() => rights.changed(node));
          back.push({ node, folder, renamed: node.name !== before.name });
        }
        return back;
      });
      const told: Restored[] = [];
      for (const each of restored) {
        told.push({ ...each, path: pathIn(await paths.pathOf(caller, each.folder), each.node.name) });
      }
      return told;
    },
  };
}
