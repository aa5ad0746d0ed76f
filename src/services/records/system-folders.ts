import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';

/** Whether a folder is the home folder of a person. That of a deleted person is an ordinary folder. */
const isHome = async (store: Seams['store'], { userHomes }: SystemFolders, node: NodeRecord): Promise<boolean> =>
  node.parent === userHomes && (await store.people.get(node.createdBy))?.home === node.id;

/** Whether the repository needs this folder where it is: the top of a tree, or the home folder of a person. */
export const isSystemFolder = async (
  store: Seams['store'],
  systemFolders: SystemFolders,
  node: NodeRecord,
): Promise<boolean> =>
  node.parent === null ||
  node.id === systemFolders.userHomes ||
  node.id === systemFolders.collections ||
  (await isHome(store, systemFolders, node));
