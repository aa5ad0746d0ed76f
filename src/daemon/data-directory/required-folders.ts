import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { readSystemFolders } from '../../services/identity/bootstrap.ts';

/**
 * Without these folders, no node can be reached or created. A damaged store is not checked, so that the rest can be
 * read.
 */
async function requireStoredFolders({ store }: Seams, folders: SystemFolders, dataDirectory: string): Promise<void> {
  for (const id of Object.values(folders)) {
    if (await store.nodes.has(id)) continue;
    // With known damage the store is read-only, and the status names the damaged file.
    if (store.damage.length === 0) await store.check();
    if (store.damage.length > 0) return;
    throw new DataDirectoryError(`The metadata store in ${dataDirectory} has lost the system folder ${id}.`, {
      advice: 'Restore a backup of the data directory',
    });
  }
}

/** The system folders of a repository. Rejects with `DataDirectoryError` if the store has lost them. */
export async function requireSystemFolders(seams: Seams, dataDirectory: string): Promise<SystemFolders> {
  const systemFolders = await readSystemFolders(seams.store);
  if (systemFolders !== undefined) {
    await requireStoredFolders(seams, systemFolders, dataDirectory);
    return systemFolders;
  }
  const damage = seams.store.damage.map(({ location, message }) => `${location}: ${message}`).join('; ');
  throw new DataDirectoryError(
    damage === ''
      ? `The metadata store in ${dataDirectory} is empty, although the repository was complete: its files were lost.`
      : `The metadata store in ${dataDirectory} is damaged: the record of its system folders is missing. ${damage}`,
    { advice: 'Restore a backup of the data directory' },
  );
}
