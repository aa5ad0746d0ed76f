import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';

/** The key in the store. A legacy name, kept for compatibility. */
export const systemFoldersKey = 'landmarks';

/** Whether a folder is the home folder of a person. That of a deleted person is an ordinary folder. */
const isHome = async (store: Seams['store'], { userHomes }: SystemFolders, node: NodeRecord): Promise<boolean> =>
  node.parent === userHomes && (await store.people.get(node.createdBy))?.home === node.id;

/** Whether a folder is the parent of bulk imports. It is created on first use, so only the store knows it. */
const isImports = async (store: Seams['store'], { companyHome }: SystemFolders, node: NodeRecord): Promise<boolean> =>
  node.parent === companyHome && (await store.settings.get(systemFoldersKey))?.imports === node.id;

/** Whether the repository needs this folder where it is: the top of a tree, or the home folder of a person. */
export const isSystemFolder = async (
  store: Seams['store'],
  systemFolders: SystemFolders,
  node: NodeRecord,
): Promise<boolean> =>
  node.parent === null ||
  node.id === systemFolders.userHomes ||
  node.id === systemFolders.collections ||
  (await isImports(store, systemFolders, node)) ||
  (await isHome(store, systemFolders, node));
