import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type AccessAuditService, createAccessAuditService } from './access-audits.ts';
import { type AccessCheckService, createAccessCheckService } from './access-checks.ts';
import { type Callers, createCallers, type GuestOptions } from './callers.ts';
import { createFolderPaths, type FolderPaths } from './folder-paths.ts';
import { createReferenceService, type ReferenceService } from './references.ts';
import { createRightsService, type RightsService } from './rights.ts';
import { createSharedWithPeopleService, type SharedWithPeopleService } from './shared-with-people.ts';

/** Callers and their rights on nodes. */
export interface AccessServices {
  readonly callers: Callers;
  readonly rights: RightsService;
  readonly references: ReferenceService;
  readonly folderPaths: FolderPaths;
  readonly accessChecks: AccessCheckService;
  readonly accessAudits: AccessAuditService;
  readonly sharedWithPeople: SharedWithPeopleService;
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
  const callers = createCallers(seams, guest);
  const references = createReferenceService(seams, rights);
  const folderPaths = createFolderPaths(seams, rights, systemFolders);
  return {
    ...{ callers, rights, references, folderPaths },
    accessChecks: createAccessCheckService(seams, { callers, rights, references, folderPaths }),
    accessAudits: createAccessAuditService(seams, rights, folderPaths),
    sharedWithPeople: createSharedWithPeopleService(seams, { callers, rights, folderPaths }),
  };
}
