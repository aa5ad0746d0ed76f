import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';

/** The home of somebody who is gone is a folder like any other. */
const isHome = async (store: Seams['store'], { userHomes }: SystemFolders, node: NodeRecord): Promise<boolean> =>
  node.parent === userHomes && (await store.people.get(node.createdBy))?.home === node.id;

/** Whether the repository itself needs a folder where it is: the tops of trees, and the homes of people. */
export const isSystemFolder = async (
  store: Seams['store'],
  landmarks: SystemFolders,
  node: NodeRecord,
): Promise<boolean> =>
  node.parent === null ||
  node.id === landmarks.userHomes ||
  node.id === landmarks.collections ||
  (await isHome(store, landmarks, node));
