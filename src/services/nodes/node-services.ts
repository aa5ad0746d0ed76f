import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { PropertyLimits } from '../../domain/nodes/property-limits.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { Purges } from '../trash/purges.ts';
import { type CopyService, createCopyService } from './copies.ts';
import { createDownloadService, type DownloadService } from './downloads.ts';
import { createListingService, type ListingService } from './listings.ts';
import { createMoveService, type MoveService } from './moves.ts';
import { createNodeService, type NodeService } from './nodes.ts';
import { createPermissionService, type PermissionService } from './permissions.ts';
import { createShareService, type ShareService } from './shares.ts';
import { createVersionService, type VersionService } from './versions.ts';

/** What callers do with nodes. */
export interface NodeServices {
  readonly nodes: NodeService;
  readonly copies: CopyService;
  readonly moves: MoveService;
  readonly listings: ListingService;
  readonly versions: VersionService;
  readonly downloads: DownloadService;
  readonly permissions: PermissionService;
  readonly shares: ShareService;
}

export const createNodeServices = (
  seams: Seams,
  systemFolders: SystemFolders,
  { rights, references }: Pick<AccessServices, 'rights' | 'references'>,
  purges: Purges,
  model: { readonly contentModel: ContentModel; readonly propertyLimits: PropertyLimits },
): NodeServices => ({
  nodes: createNodeService(seams, rights, model.contentModel, model.propertyLimits),
  copies: createCopyService(seams, rights, purges),
  moves: createMoveService(seams, rights, systemFolders),
  listings: createListingService(seams, rights),
  versions: createVersionService(seams, rights),
  downloads: createDownloadService(seams, rights, references),
  permissions: createPermissionService(seams, rights),
  shares: createShareService(seams, rights),
});
