import type { NodeId } from '../../base/ids.ts';
import { cleanedName } from '../../base/node-name.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import { childKey, freeNameIn } from '../records/node-changes.ts';
import { systemFoldersKey } from '../records/system-folders.ts';
import { putNodeVersion } from '../records/version-records.ts';

type ImportSeams = Pick<Seams, 'store' | 'clock' | 'randomness'>;

/** The name of the folder of all imports in the company home. */
const importsName = 'Imports';

/** The parent of the folders of all groups; undefined if nothing was imported yet. */
export const importsFolder = async (store: Pick<Collections, 'settings'>): Promise<NodeId | undefined> =>
  (await store.settings.get(systemFoldersKey))?.imports;

/** The folder that the names lead to from the folder of all imports; undefined if there is none. */
async function folderAt(
  store: Pick<Collections, 'settings' | 'children'>,
  names: readonly string[],
): Promise<NodeId | undefined> {
  let folder = await importsFolder(store);
  for (const name of names) {
    if (folder !== undefined) folder = (await store.children.get(childKey(folder, name)))?.id;
  }
  return folder;
}

function putFolder(
  change: Change,
  { clock, randomness }: ImportSeams,
  parent: NodeId,
  name: string,
  by: string,
): NodeId {
  const at = clock.now().toISOString();
  const folder = newNode({ id: randomness.nodeId(), parent, type: 'ccm:map', folder: true, name, at, by });
  putNodeVersion(change, folder, '');
  return folder.id;
}

async function putImportsFolder(change: Change, seams: ImportSeams, by: string): Promise<NodeId> {
  const folders = await change.settings.get(systemFoldersKey);
  if (folders === undefined) throw new Error('The store has not been initialized.');
  if (folders.imports !== undefined) return folders.imports;
  const name = await freeNameIn(change, folders.companyHome, importsName);
  const imports = putFolder(change, seams, folders.companyHome, name, by);
  change.settings.put(systemFoldersKey, { ...folders, imports });
  return imports;
}

/**
 * The folder `<imports>/<group>/<value of groupBy>`, created if it is missing. Names that no folder can have are cleaned,
 * so similar ones may share a folder.
 */
export async function importFolder(seams: ImportSeams, path: readonly string[], by: string): Promise<NodeId> {
  const names = path.map(cleanedName);
  const known = await folderAt(seams.store, names);
  if (known !== undefined) return known;
  return seams.store.change(async (change) => {
    let folder = await putImportsFolder(change, seams, by);
    for (const name of names) {
      const child = await change.children.get(childKey(folder, name));
      folder = child?.id ?? putFolder(change, seams, folder, name, by);
    }
    return folder;
  });
}
