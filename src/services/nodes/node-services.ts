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

export function createNodeServices(
  seams: Seams,
  systemFolders: SystemFolders,
  { rights, references }: Pick<AccessServices, 'rights' | 'references'>,
  purges: Purges,
  { contentModel, propertyLimits }: { readonly contentModel: ContentModel; readonly propertyLimits: PropertyLimits },
): NodeServices {
  const { store, content, clock, randomness, log } = seams;
  return {
    nodes: createNodeService({ store, content, clock, randomness, rights, contentModel, limits: propertyLimits }),
    copies: createCopyService({ store, clock, randomness, log, rights, purges }),
    moves: createMoveService({ store, clock, rights, systemFolders }),
    listings: createListingService(seams, rights),
    versions: createVersionService(seams, rights),
    downloads: createDownloadService(seams, rights, references),
    permissions: createPermissionService(seams, rights),
    shares: createShareService(seams, rights),
  };
}
