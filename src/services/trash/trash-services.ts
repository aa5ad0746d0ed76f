import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { RenditionServices } from '../renditions/rendition-services.ts';
import { type ContentGcOptions, type ContentGcService, createContentGcService } from './content-gc.ts';
import { createPurges, type Purges } from './purges.ts';
import { createRemovalService, type RemovalService } from './removals.ts';
import { createRestoringService, type RestoringService } from './restoring.ts';
import { createRetentionService, type RetentionService, type TrashOptions } from './retention.ts';
import { createTrashService, type TrashService } from './trash.ts';

/** Deletion, the trash, and the removal of files that no record refers to. */
export interface TrashServices {
  readonly removals: RemovalService;
  readonly trash: TrashService;
  readonly restoring: RestoringService;
  readonly retention: RetentionService;
  readonly purges: Purges;
  readonly contentGc: ContentGcService;
}

export function createTrashServices(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'log'>,
  systemFolders: SystemFolders,
  { rights, folderPaths }: Pick<AccessServices, 'rights' | 'folderPaths'>,
  { thumbnails, texts }: Pick<RenditionServices, 'thumbnails' | 'texts'>,
  options: TrashOptions & ContentGcOptions,
): TrashServices {
  const purges = createPurges(seams);
  const trash = createTrashService(seams, { rights, purges, paths: folderPaths });
  return {
    removals: createRemovalService(seams, rights, purges, systemFolders),
    trash,
    restoring: createRestoringService({ store: seams.store, systemFolders, rights, trash, paths: folderPaths }),
    retention: createRetentionService(seams, purges, options),
    purges,
    contentGc: createContentGcService(seams, [thumbnails, texts], options),
  };
}
