import type { ContentModel } from '../domain/content-model/content-model.ts';
import type { AttributeSources } from '../domain/identity/asserted-attributes.ts';
import type { SystemFolders } from '../domain/nodes/records.ts';
import type { ExportOptions } from '../domain/privacy/export-options.ts';
import type { Seams } from '../ports/seams.ts';
import { type AccessOptions, type AccessServices, createAccessServices } from './access/access-services.ts';
import { type AnnotationServices, createAnnotationServices } from './annotations/annotation-services.ts';
import {
  type AuthenticationOptions,
  type AuthenticationServices,
  createAuthenticationServices,
} from './authentication/authentication-services.ts';
import { type BackupService, createBackupService } from './backup/backups.ts';
import { type BulkServices, createBulkServices } from './bulk/bulk-services.ts';
import { type CollectionServices, createCollectionServices } from './collections/collection-services.ts';
import { createHarvestServices, type HarvestServices } from './harvests/harvest-services.ts';
import type { Inbox } from './harvests/inboxes.ts';
import { createIdentityServices, type IdentityServices } from './identity/identity-services.ts';
import { createMetadataServices, type MetadataServices } from './metadata/metadata-services.ts';
import { createNetworkServices, type NetworkServices } from './network/network-services.ts';
import { createNodeServices, type NodeServices } from './nodes/node-services.ts';
import type { UnknownAuthorities } from './nodes/permissions.ts';
import { createSavedSearchService, type SavedSearchService } from './nodes/saved-searches.ts';
import { createPrivacyServices, type PrivacyServices } from './privacy/privacy-services.ts';
import { UserNames } from './records/user-names.ts';
import type { FileFieldOptions } from './renditions/file-fields.ts';
import { createRecentContents } from './renditions/recent-contents.ts';
import { createRenditionServices, type RenditionServices } from './renditions/rendition-services.ts';
import { createSearchServices, type SearchServices } from './search/search-services.ts';
import type { OwnTrash, SharedNodes } from './search/set-search.ts';
import type { TrashOptions } from './trash/retention.ts';
import { createTrashServices, type TrashServices } from './trash/trash-services.ts';
import { createUsageLinks, type UsageLinks } from './usages/usage-links.ts';
import { createUsageServices, type UsageServices } from './usages/usage-services.ts';
import { createVerificationService, type VerificationService } from './verification/verification.ts';
import { createNodeViewService, type NodeViewService } from './views/node-views.ts';
import { createStatusService, type StatusService } from './views/status.ts';

/** The use cases of a repository. */
export interface Services
  extends AccessServices,
    AnnotationServices,
    AuthenticationServices,
    BulkServices,
    CollectionServices,
    HarvestServices,
    IdentityServices,
    MetadataServices,
    NetworkServices,
    NodeServices,
    PrivacyServices,
    RenditionServices,
    SearchServices,
    TrashServices,
    UsageServices {
  readonly systemFolders: SystemFolders;
  readonly contentModel: ContentModel;
  readonly views: NodeViewService;
  readonly status: StatusService;
  readonly verification: VerificationService;
  readonly backups: BackupService;
  readonly savedSearches: SavedSearchService;
  readonly usageLinks: UsageLinks;
  readonly userNames: UserNames;
}

/** The parts of the configuration that the use cases need. */
export interface ServiceOptions extends AuthenticationOptions, AccessOptions, FileFieldOptions {
  /** The ID of this repository. */
  readonly repositoryId: string;
  readonly unknownAuthorities: UnknownAuthorities;
  readonly personAttributes: AttributeSources;
  readonly trash: TrashOptions;
  readonly dataExports: ExportOptions;
  readonly inboxes: readonly Inbox[];
}

/** Creates all services. Does not start any background work. */
export function createServices(seams: Seams, systemFolders: SystemFolders, options: ServiceOptions): Services {
  const { contentModel } = options;
  const userNames = new UserNames();
  const contents = createRecentContents(seams.content);
  const reading = { ...seams, content: contents.reading };
  const access = createAccessServices(seams, systemFolders, options);
  const authentication = createAuthenticationServices(seams, access.callers, userNames, options);
  const metadata = createMetadataServices(seams, systemFolders, contentModel);
  const renditions = createRenditionServices(seams, { content: contents.reading }, access, options);
  const retention = { ...options.trash, shortestRetention: options.dataExports.retention };
  const trash = createTrashServices(seams, systemFolders, access, renditions, retention);
  const annotations = createAnnotationServices(seams, access);
  const nodes = createNodeServices({ ...seams, content: contents.writing }, systemFolders, access, trash.purges, {
    ...options,
    userNames,
  });
  const signIn = { ...authentication, purges: trash.purges };
  const identity = createIdentityServices(seams, systemFolders, access, signIn, options.personAttributes, userNames);
  const sharedNodes: SharedNodes = (caller, kind) =>
    kind === 'byCaller' ? nodes.shares.byCaller(caller) : nodes.shares.withCaller(caller, { personally: false });
  const ownTrash: OwnTrash = (caller, pattern, page) =>
    trash.trash.search(caller, { pattern, person: caller.userName, order: [] }, page);
  const { rights, folderPaths } = access;
  const searched = { rights, folderPaths, sharedNodes, ownTrash, userNames };
  const search = createSearchServices(reading, searched, metadata, contentModel);
  const bulk = createBulkServices(seams, { ...access, ...nodes, ...search }, options);
  const collections = createCollectionServices(seams, systemFolders, access, trash.removals, options);
  const used = { ...access, ...trash, ...renditions, ...identity };
  const privacy = createPrivacyServices(seams, systemFolders, used, options.dataExports);
  const network = createNetworkServices(seams, options.repositoryId);
  return {
    ...{ systemFolders, contentModel, userNames },
    ...access,
    ...authentication,
    ...metadata,
    ...renditions,
    ...trash,
    ...annotations,
    ...nodes,
    ...identity,
    ...search,
    savedSearches: createSavedSearchService(seams, access.rights, nodes.nodes, metadata.metadataSets),
    ...bulk,
    ...collections,
    ...privacy,
    ...createHarvestServices(seams, { ...access, ...authentication }, options),
    ...createUsageServices(seams, access),
    usageLinks: createUsageLinks(seams, network.repositoryKeys.secretFor),
    ...network,
    views: createNodeViewService(seams, access.rights, identity.people, {
      ...{ ...access, ...annotations, ...metadata, ...nodes, ...renditions },
      collections: collections.collectionViews,
    }),
    status: createStatusService(seams, {
      indexing: search.indexing,
      thumbnails: renditions.thumbnailFollower,
      texts: renditions.textFollower,
      userNames,
    }),
    verification: createVerificationService(seams),
    backups: createBackupService({ ...seams, contentGc: trash.contentGc }),
  };
}
