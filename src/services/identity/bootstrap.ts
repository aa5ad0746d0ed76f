import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { administrators } from '../../domain/access/authorities.ts';
import { newGroup } from '../../domain/identity/new-group.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { putHome } from '../records/home-folders.ts';
import { putMembership } from '../records/membership-records.ts';
import { systemFoldersKey } from '../records/system-folders.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** The user name of the administrator that `bootstrap` creates. */
export const firstAdmin = 'admin';

/** Reads the system folders; undefined if the store has not been initialized. */
export const readSystemFolders = (store: Pick<Seams, 'store'>['store']): Promise<SystemFolders | undefined> =>
  store.settings.get(systemFoldersKey);

const systemFolder = (id: NodeId, parent: NodeId | null, name: string, at: Timestamp): NodeRecord =>
  newNode({ id, parent, type: 'cm:folder', folder: true, name, at, by: firstAdmin });

function putSystemFolders(change: Change, { companyHome, userHomes, collections }: SystemFolders, at: Timestamp): void {
  change.settings.put(systemFoldersKey, { companyHome, userHomes, collections });
  putNodeVersion(change, systemFolder(companyHome, null, 'Company Home', at), '');
  putNodeVersion(change, systemFolder(userHomes, companyHome, 'User Homes', at), '');
  putNodeVersion(change, systemFolder(collections, companyHome, 'Collections', at), '');
}

/**
 * The folder of data exports. Only administrators may open it, and no folder or search shows it. Created on first use,
 * because older repositories do not have it.
 */
export async function exportFolder(
  change: Change,
  { clock, randomness }: Pick<Seams, 'clock' | 'randomness'>,
): Promise<NodeId> {
  const folders = await change.settings.get(systemFoldersKey);
  if (folders === undefined) throw new Error('The store has not been initialized.');
  if (folders.exports !== undefined) return folders.exports;
  const exports = randomness.nodeId();
  const folder = { id: exports, parent: null, type: 'cm:folder', folder: true, name: 'Data Exports' } as const;
  const at = clock.now().toISOString();
  const acl = { inherits: false, entries: [] };
  putNodeVersion(change, newNode({ ...folder, at, by: firstAdmin, acl, unlisted: true }), '');
  change.settings.put(systemFoldersKey, { ...folders, exports });
  return exports;
}

/**
 * Initializes a new store in one change: creates the system folders and the first administrator with the hash of its password.
 * Resolves to false, and does nothing, if the store is initialized already.
 */
export async function bootstrap(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  passwordHash: string,
): Promise<boolean> {
  const { store, clock, randomness } = seams;
  if ((await readSystemFolders(store)) !== undefined) return false;
  const at = clock.now().toISOString();
  const systemFolders = {
    companyHome: randomness.nodeId(),
    userHomes: randomness.nodeId(),
    collections: randomness.nodeId(),
  };
  const home = randomness.nodeId();
  await store.change(async (change) => {
    putSystemFolders(change, systemFolders, at);
    await putHome(change, systemFolders.userHomes, { id: home, at, userName: firstAdmin });
    change.people.put(firstAdmin, {
      id: randomness.secret(),
      userName: firstAdmin,
      firstName: 'Admin',
      lastName: '',
      email: '',
      primaryAffiliation: null,
      extendedAttributes: [],
      passwordHash,
      credentialStamp: randomness.secret(),
      home,
      createdAt: at,
    });
    change.groups.put(administrators, newGroup(administrators, { displayName: 'Administrators' }, at));
    putMembership(change, firstAdmin, administrators, at);
  });
  return true;
}
