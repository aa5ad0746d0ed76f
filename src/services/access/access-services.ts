import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Callers, createCallers, type GuestOptions } from './callers.ts';
import { createFolderPaths, type FolderPaths } from './folder-paths.ts';
import { createReferenceService, type ReferenceService } from './references.ts';
import { createRightsService, type RightsService } from './rights.ts';

/** Callers and their rights on nodes. */
export interface AccessServices {
  readonly callers: Callers;
  readonly rights: RightsService;
  readonly references: ReferenceService;
  readonly folderPaths: FolderPaths;
}

export interface AccessOptions {
  readonly guest: GuestOptions;
  /** How many folders may be above a node. */
  readonly folderDepth?: number;
}

export function createAccessServices(
  seams: Pick<Seams, 'store'>,
  systemFolders: SystemFolders,
  { guest, folderDepth }: AccessOptions,
): AccessServices {
  const rights = createRightsService(seams, systemFolders, folderDepth);
  return {
    callers: createCallers(seams, guest),
    rights,
    references: createReferenceService(seams, rights),
    folderPaths: createFolderPaths(seams, rights, systemFolders),
  };
}
