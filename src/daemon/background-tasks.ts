import { messageOf } from '../base/errors/errors.ts';
import type { Log } from '../ports/log.ts';
import type { Services } from '../services/services.ts';
import type { Repository } from './compose.ts';

/** Starts what the server does beside requests. Nothing that changes records starts if the metadata store is damaged. */
export function startBackgroundTasks({ services, damage }: Pick<Repository, 'services' | 'damage'>, log: Log): void {
  services.indexing.start();
  if (damage.length === 0) startWriters(services, log);
  services.metadataSets
    .follow()
    .catch((error: unknown) => log.error('The metadata sets cannot be read.', { reason: messageOf(error) }));
}

/**
 * Starts the followers that create thumbnails and texts once the search index is up to date. Searches are complete sooner this
 * way if all three have to read all nodes.
 */
async function startFollowers({ indexing, thumbnailFollower, textFollower }: Services): Promise<void> {
  // If that fails, the indexing service reports it and tries again.
  await indexing.current().catch(() => undefined);
  thumbnailFollower.start();
  textFollower.start();
}

/** Starts the background tasks that change records. */
function startWriters(services: Services, log: Log): void {
  void startFollowers(services);
  services.contentGc.start();
  void services.accountCleanup.finish();
  services.expiry.start();
  services.retention.start();
  services.exportJob.start();
  services.exportMails.start();
  services.harvestJob
    .start()
    .catch((error: unknown) => log.error('The harvests cannot be read.', { reason: messageOf(error) }));
  services.fileImports
    .start()
    .catch((error: unknown) => log.error('Old files of imports cannot be removed.', { reason: messageOf(error) }));
  services.inboxTask.start();
  services.purges
    .finish()
    .catch((error: unknown) => log.error('Purging deleted nodes failed.', { reason: messageOf(error) }));
}
