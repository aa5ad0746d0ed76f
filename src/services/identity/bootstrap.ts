import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { administrators } from '../../domain/access/authorities.ts';
import { newGroup } from '../../domain/identity/new-group.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { putHome } from '../records/home-folders.ts';
import { putMembership } from '../records/membership-records.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** The person who may do everything from the first start on. */
export const firstAdmin = 'admin';

const landmarksKey = 'landmarks';

/** The fixed points of the repository, or undefined where it was never founded. */
export const readSystemFolders = (store: Pick<Seams, 'store'>['store']): Promise<SystemFolders | undefined> =>
  store.settings.get(landmarksKey);

const systemFolder = (id: NodeId, parent: NodeId | null, name: string, at: Timestamp): NodeRecord =>
  newNode({ id, parent, type: 'cm:folder', folder: true, name, at, by: firstAdmin });

/**
 * Fills a new store: the top folder, the folders of home folders and of collections, and the first administrator with this password; all
 * in one change. Does nothing and resolves to false where that was done before.
 */
export async function bootstrap(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'passwords'>,
  adminPassword: string,
): Promise<boolean> {
  if ((await readSystemFolders(seams.store)) !== undefined) return false;
  const passwordHash = await seams.passwords.hash(adminPassword);
  const at = seams.clock.now().toISOString();
  const landmarks = {
    companyHome: seams.randomness.nodeId(),
    userHomes: seams.randomness.nodeId(),
    collections: seams.randomness.nodeId(),
  };
  const home = seams.randomness.nodeId();
  await seams.store.change(async (change) => {
    change.settings.put(landmarksKey, landmarks);
    putNodeVersion(change, systemFolder(landmarks.companyHome, null, 'Company Home', at), '');
    putNodeVersion(change, systemFolder(landmarks.userHomes, landmarks.companyHome, 'User Homes', at), '');
    putNodeVersion(change, systemFolder(landmarks.collections, landmarks.companyHome, 'Collections', at), '');
    await putHome(change, landmarks.userHomes, { id: home, at, userName: firstAdmin });
    change.people.put(firstAdmin, {
      id: seams.randomness.secret(),
      userName: firstAdmin,
      firstName: 'Admin',
      lastName: '',
      email: '',
      primaryAffiliation: null,
      extendedAttributes: [],
      passwordHash,
      credentialStamp: seams.randomness.secret(),
      home,
      createdAt: at,
    });
    change.groups.put(administrators, newGroup(administrators, { displayName: 'Administrators' }, at));
    putMembership(change, firstAdmin, administrators, at);
  });
  return true;
}
