import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { PropertyLimits } from '../../domain/nodes/property-limits.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { UserNames } from '../records/user-names.ts';
import type { Purges } from '../trash/purges.ts';
import { type BatchService, createBatchService } from './batches.ts';
import { type CopyService, createCopyService } from './copies.ts';
import { createDownloadService, type DownloadService } from './downloads.ts';
import { createListingService, type ListingService } from './listings.ts';
import { createMetadataCopyService, type MetadataCopyService } from './metadata-copies.ts';
import { createMoveService, type MoveService } from './moves.ts';
import { createNodeService, type NodeService } from './nodes.ts';
import { createOwnershipService, type OwnershipService } from './ownership.ts';
import { createParentService, type ParentService } from './parents.ts';
import { createPermissionService, type PermissionService, type UnknownAuthorities } from './permissions.ts';
import { createShareService, type ShareService } from './shares.ts';
import { createVersionService, type VersionService } from './versions.ts';
import { createWorkflowService, type WorkflowService } from './workflows.ts';

export interface NodeServices {
  readonly nodes: NodeService;
  readonly batches: BatchService;
  readonly metadataCopies: MetadataCopyService;
  readonly parents: ParentService;
  readonly copies: CopyService;
  readonly moves: MoveService;
  readonly listings: ListingService;
  readonly versions: VersionService;
  readonly downloads: DownloadService;
  readonly permissions: PermissionService;
  readonly ownership: OwnershipService;
  readonly shares: ShareService;
  readonly workflows: WorkflowService;
}

export function createNodeServices(
  seams: Seams,
  systemFolders: SystemFolders,
  access: Pick<AccessServices, 'rights' | 'callers' | 'references'>,
  purges: Purges,
  {
    contentModel,
    propertyLimits,
    userNames,
    unknownAuthorities,
  }: {
    readonly contentModel: ContentModel;
    readonly propertyLimits: PropertyLimits;
    readonly userNames: UserNames;
    readonly unknownAuthorities: UnknownAuthorities;
  },
): NodeServices {
  const { store, content, clock, randomness, log } = seams;
  const { rights, references } = access;
  const limits = propertyLimits;
  const nodes = createNodeService({ store, content, clock, randomness, rights, contentModel, limits, systemFolders });
  return {
    nodes,
    batches: createBatchService({ store, content, clock, rights, contentModel, limits }),
    metadataCopies: createMetadataCopyService(references, nodes),
    parents: createParentService(seams, rights, systemFolders),
    copies: createCopyService({ store, clock, randomness, log, rights, purges }),
    moves: createMoveService({ store, clock, rights, systemFolders }),
    listings: createListingService(seams, rights, references),
    versions: createVersionService(seams, rights, references),
    downloads: createDownloadService(seams, rights, references),
    permissions: createPermissionService(seams, { ...access, userNames, unknownAuthorities }),
    ownership: createOwnershipService(seams, rights, systemFolders, userNames),
    shares: createShareService(seams, rights),
    workflows: createWorkflowService({ store, clock, rights, references, userNames, limits }),
  };
}
