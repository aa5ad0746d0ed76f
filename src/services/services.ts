import type { ContentModel } from '../domain/content-model/content-model.ts';
import type { AttributeSources } from '../domain/identity/asserted-attributes.ts';
import type { PropertyLimits } from '../domain/nodes/property-limits.ts';
import type { SystemFolders } from '../domain/nodes/records.ts';
import type { Seams } from '../ports/seams.ts';
import { type Callers, createCallers, type GuestOptions } from './access/callers.ts';
import { createFolderPaths } from './access/folder-paths.ts';
import { createReferenceService, type ReferenceService } from './access/references.ts';
import { createRightsService, type RightsService } from './access/rights.ts';
import { type CommentService, createCommentService } from './annotations/comments.ts';
import { createFeedbackService, type FeedbackService } from './annotations/feedback.ts';
import { createRatingService, type RatingService } from './annotations/ratings.ts';
import { type AppSignatureService, createAppSignatureService } from './authentication/app-signatures.ts';
import { type AppService, createAppService } from './authentication/apps.ts';
import { createCredentialVerifier } from './authentication/credential-verification.ts';
import { type CredentialService, createCredentialService } from './authentication/credentials.ts';
import { createExpiryService, type ExpiryService } from './authentication/expired-records.ts';
import { createLoginService, type LoginService } from './authentication/logins.ts';
import { createMonotonicClock } from './authentication/monotonic-clock.ts';
import { createOAuthClientService, type OAuthClientService } from './authentication/oauth-clients.ts';
import { createLogRefusedSignIn, type LogRefusedSignIn } from './authentication/refused-sign-ins.ts';
import { createSessionScopeService, type SessionScopeService } from './authentication/session-scopes.ts';
import { createSessionService, type SessionService } from './authentication/sessions.ts';
import { createSignInService, type SignInService } from './authentication/sign-in.ts';
import { createSignInGuard } from './authentication/sign-in-guard.ts';
import { createTicketService, type TicketService } from './authentication/tickets.ts';
import { createTokenService, type TokenService } from './authentication/tokens.ts';
import type { NodeFollower } from './background/node-follower.ts';
import {
  type CollectionReferenceService,
  createCollectionReferenceService,
} from './collections/collection-references.ts';
import { createCollectionViewService } from './collections/collection-views.ts';
import { type CollectionService, createCollectionService } from './collections/collections.ts';
import { type AccountCleanup, createAccountCleanup } from './identity/account-cleanup.ts';
import { type AppSignInService, createAppSignInService } from './identity/app-sign-in.ts';
import { type AuthorityRemovalService, createAuthorityRemovalService } from './identity/authority-removals.ts';
import { createGroupService, type GroupService } from './identity/groups.ts';
import { createMembershipService, type MembershipService } from './identity/memberships.ts';
import { createOrganizationService, type OrganizationService } from './identity/organizations.ts';
import { createPeopleService, type PeopleService } from './identity/people.ts';
import { createPersonViewService, type PersonViewService } from './identity/person-views.ts';
import { createMetadataImportService, type MetadataImportService } from './metadata/metadata-imports.ts';
import { createMetadataSetService, type MetadataSetService } from './metadata/metadata-sets.ts';
import { createQueryContexts } from './metadata/query-contexts.ts';
import { type CopyService, createCopyService } from './nodes/copies.ts';
import { createDownloadService, type DownloadService } from './nodes/downloads.ts';
import { createListingService, type ListingService } from './nodes/listings.ts';
import { createMoveService, type MoveService } from './nodes/moves.ts';
import { createNodeService, type NodeService } from './nodes/nodes.ts';
import { createPermissionService, type PermissionService } from './nodes/permissions.ts';
import { createShareService, type ShareService } from './nodes/shares.ts';
import { createVersionService, type VersionService } from './nodes/versions.ts';
import { type CustomPreviewService, createCustomPreviewService } from './renditions/custom-previews.ts';
import { createNodeTextService, type NodeTextService } from './renditions/node-texts.ts';
import { createPreviewService, type PreviewService } from './renditions/previews.ts';
import { createTextFollower } from './renditions/text-follower.ts';
import { createTextService } from './renditions/texts.ts';
import { createThumbnailFollower } from './renditions/thumbnail-follower.ts';
import { createThumbnailService } from './renditions/thumbnails.ts';
import { createIndexingService, type IndexingService } from './search/indexing.ts';
import { createSearchService, type SearchService } from './search/search.ts';
import { createSetSearchService, type SetSearchService } from './search/set-search.ts';
import { createSpelling } from './search/spelling-suggestions.ts';
import { type ContentGcService, createContentGcService } from './trash/content-gc.ts';
import { createPurges, type Purges } from './trash/purges.ts';
import { createRemovalService, type RemovalService } from './trash/removals.ts';
import { createRestoringService, type RestoringService } from './trash/restoring.ts';
import { createRetentionService, type RetentionService } from './trash/retention.ts';
import { createTrashService, type TrashService } from './trash/trash.ts';
import { createNodeViewService, type NodeViewService } from './views/node-views.ts';
import { createStatusService, type StatusService } from './views/status.ts';

/** The use cases of a repository. */
export interface Services {
  readonly landmarks: SystemFolders;
  readonly dictionary: ContentModel;
  readonly callers: Callers;
  readonly areas: SessionScopeService;
  readonly signIn: SignInService;
  readonly logRefusedSignIn: LogRefusedSignIn;
  readonly sessions: SessionService;
  readonly oauthClients: OAuthClientService;
  readonly tokens: TokenService;
  readonly apps: AppService;
  readonly appSignatures: AppSignatureService;
  readonly appSignIn: AppSignInService;
  readonly tickets: TicketService;
  readonly expiry: ExpiryService;
  readonly rights: RightsService;
  readonly nodes: NodeService;
  readonly copies: CopyService;
  readonly moves: MoveService;
  readonly views: NodeViewService;
  readonly listings: ListingService;
  readonly versions: VersionService;
  readonly downloads: DownloadService;
  readonly previews: PreviewService;
  readonly ownPreviews: CustomPreviewService;
  readonly pictureFollower: NodeFollower;
  readonly nodeTexts: NodeTextService;
  readonly textFollower: NodeFollower;
  readonly removals: RemovalService;
  readonly trash: TrashService;
  readonly restoring: RestoringService;
  readonly retention: RetentionService;
  readonly purges: Purges;
  readonly sweeping: ContentGcService;
  readonly permissions: PermissionService;
  readonly sharedLists: ShareService;
  readonly people: PeopleService;
  readonly personViews: PersonViewService;
  readonly credentials: CredentialService;
  readonly groups: GroupService;
  readonly memberships: MembershipService;
  readonly organizations: OrganizationService;
  readonly authorityRemovals: AuthorityRemovalService;
  readonly departures: AccountCleanup;
  readonly logins: LoginService;
  readonly indexing: IndexingService;
  readonly search: SearchService;
  readonly metadataSets: MetadataSetService;
  readonly metadataImports: MetadataImportService;
  readonly setSearch: SetSearchService;
  readonly comments: CommentService;
  readonly collections: CollectionService;
  readonly collectionReferences: CollectionReferenceService;
  readonly references: ReferenceService;
  readonly ratings: RatingService;
  readonly feedback: FeedbackService;
  readonly status: StatusService;
}

/** What an operator decides about them. */
export interface ServiceOptions {
  /** The words that nodes are described with. */
  readonly dictionary: ContentModel;
  readonly propertyLimits: PropertyLimits;
  readonly personAttributes: AttributeSources;
  readonly guest: GuestOptions;
  /** In milliseconds. */
  readonly sessionIdleTimeout: number;
  /** In milliseconds. */
  readonly ticketIdleTimeout: number;
  readonly oauth: {
    /** Of an access token, in seconds. */
    readonly expiresIn: number;
    /** Ids to secrets. */
    readonly clients: ReadonlyMap<string, string>;
  };
  readonly trash: {
    /** In milliseconds; null: until somebody removes it. */
    readonly keptFor: number | null;
  };
  readonly appSignature: {
    /** In milliseconds, both ways. */
    readonly tolerance: number;
    readonly allowSha1: boolean;
  };
}

/** Puts the use cases together over these seams; starts nothing. */
export function createServices(seams: Seams, landmarks: SystemFolders, options: ServiceOptions): Services {
  const { dictionary, propertyLimits: limits } = options;
  // What people wait for, and how long a sign-in lives, is no longer where the clock of the machine is set back.
  const timed = { ...seams, clock: createMonotonicClock(seams.clock) };
  const callers = createCallers(seams, options.guest);
  const rights = createRightsService(seams, landmarks);
  const departures = createAccountCleanup(seams, rights);
  const logins = createLoginService(seams);
  const people = createPeopleService(seams, landmarks, callers, departures);
  const indexing = createIndexingService(seams);
  const references = createReferenceService(seams, rights);
  const purges = createPurges(seams);
  const paths = createFolderPaths(seams, rights, landmarks);
  const trash = createTrashService(seams, { rights, purges, paths });
  const pictures = createThumbnailService(seams);
  const previews = createPreviewService(seams, rights, references, pictures);
  const pictureFollower = createThumbnailFollower(seams, pictures);
  const texts = createTextService(seams);
  const textFollower = createTextFollower(seams, texts);
  const ratings = createRatingService(seams, references);
  const collectionViews = createCollectionViewService(seams, landmarks, rights, references);
  const removals = createRemovalService(seams, rights, purges, landmarks);
  const collections = createCollectionService(seams, landmarks, {
    ...{ rights, references, removals, dictionary, limits },
    views: collectionViews,
  });
  const proofs = createCredentialVerifier(seams, callers);
  const logRefusedSignIn = createLogRefusedSignIn(seams);
  const signIn = createSignInService(timed, proofs, createSignInGuard(timed), logins, logRefusedSignIn);
  // Their own: a client's secret is checked in no time, and must not wait behind the passwords of people.
  const oauthClients = createOAuthClientService(seams, createSignInGuard(timed), options.oauth.clients);
  const apps = createAppService(seams);
  const contextOf = createQueryContexts(seams, landmarks, dictionary);
  const metadataSets = createMetadataSetService(seams, dictionary);
  const search = createSearchService(rights, indexing, { contextOf, dictionary, metadataSets });
  const spelling = createSpelling(seams, search);
  const tickets = createTicketService(timed, proofs, { idleTimeout: options.ticketIdleTimeout });
  return {
    landmarks,
    dictionary,
    callers,
    areas: createSessionScopeService(seams, callers),
    signIn,
    logRefusedSignIn,
    oauthClients,
    tokens: createTokenService(timed, proofs, oauthClients, { expiresIn: options.oauth.expiresIn }),
    apps,
    appSignatures: createAppSignatureService(seams, apps, options.appSignature),
    appSignIn: createAppSignInService(seams, callers, people, tickets),
    tickets,
    expiry: createExpiryService(seams, timed.clock),
    sessions: createSessionService(timed, { idleTimeout: options.sessionIdleTimeout }),
    rights,
    nodes: createNodeService(seams, rights, dictionary, limits),
    views: createNodeViewService(seams, rights, people, {
      ...{ ratings, previews, references },
      collections: collectionViews,
    }),
    copies: createCopyService(seams, rights, purges),
    moves: createMoveService(seams, rights, landmarks),
    listings: createListingService(seams, rights),
    versions: createVersionService(seams, rights),
    downloads: createDownloadService(seams, rights, references),
    previews,
    ownPreviews: createCustomPreviewService(seams, rights, pictures),
    pictureFollower,
    nodeTexts: createNodeTextService(seams, rights, references),
    textFollower,
    removals,
    trash,
    restoring: createRestoringService(seams, landmarks, { rights, trash, paths }),
    retention: createRetentionService(seams, purges, options.trash),
    purges,
    sweeping: createContentGcService(seams, pictures, texts),
    permissions: createPermissionService(seams, rights),
    sharedLists: createShareService(seams, rights),
    people,
    personViews: createPersonViewService(seams, options.personAttributes),
    credentials: createCredentialService(seams, signIn),
    groups: createGroupService(seams, callers, departures),
    memberships: createMembershipService(seams, callers),
    organizations: createOrganizationService(seams, landmarks, { callers, rights, accountCleanup: departures }),
    authorityRemovals: createAuthorityRemovalService(seams, { callers, rights, accountCleanup: departures, logins }),
    departures,
    logins,
    indexing,
    search,
    metadataSets,
    metadataImports: createMetadataImportService(seams, dictionary, contextOf),
    setSearch: createSetSearchService(metadataSets, search, { contextOf, dictionary, spelling }),
    comments: createCommentService(seams, rights, references),
    collections,
    collectionReferences: createCollectionReferenceService(seams, rights, collections),
    references,
    ratings,
    feedback: createFeedbackService(seams, references),
    status: createStatusService(seams, { indexing, thumbnails: pictureFollower, texts: textFollower }),
  };
}
