import type { Landmarks } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { type AreaService, createAreaService } from './areas.ts';
import { type Callers, createCallers } from './callers.ts';
import { createDownloadService, type DownloadService } from './downloads.ts';
import { createIndexingService, type IndexingService } from './indexing.ts';
import { createListingService, type ListingService } from './listings.ts';
import { createLoginService, type LoginService } from './logins.ts';
import { createNodeViewService, type NodeViewService } from './node-views.ts';
import { createNodeService, type NodeService } from './nodes.ts';
import { createPeopleService, type PeopleService } from './people.ts';
import { createPermissionService, type PermissionService } from './permissions.ts';
import { createPurges, type Purges } from './purges.ts';
import { createRemovalService, type RemovalService } from './removals.ts';
import { createRightsService, type RightsService } from './rights.ts';
import { createSearchService, type SearchService } from './search.ts';
import { createSessionService, type SessionService } from './sessions.ts';
import { createSignInService, type SignInService } from './sign-in.ts';
import { createStatusService, type StatusService } from './status.ts';
import { createSweepingService, type SweepingService } from './sweeping.ts';
import { createVersionService, type VersionService } from './versions.ts';

/** The use cases of a repository. */
export interface Services {
  readonly landmarks: Landmarks;
  readonly callers: Callers;
  readonly areas: AreaService;
  readonly signIn: SignInService;
  readonly sessions: SessionService;
  readonly rights: RightsService;
  readonly nodes: NodeService;
  readonly views: NodeViewService;
  readonly listings: ListingService;
  readonly versions: VersionService;
  readonly downloads: DownloadService;
  readonly removals: RemovalService;
  readonly purges: Purges;
  readonly sweeping: SweepingService;
  readonly permissions: PermissionService;
  readonly people: PeopleService;
  readonly logins: LoginService;
  readonly indexing: IndexingService;
  readonly search: SearchService;
  readonly status: StatusService;
}

/** What an operator decides about them. */
export interface ServiceOptions {
  readonly guest: { readonly enabled: boolean; readonly username: string };
  /** In milliseconds. */
  readonly sessionIdleTimeout: number;
}

/** Puts the use cases together over these seams; starts nothing. */
export function createServices(seams: Seams, landmarks: Landmarks, options: ServiceOptions): Services {
  const callers = createCallers(seams, options.guest);
  const rights = createRightsService(seams, landmarks);
  const people = createPeopleService(seams, landmarks, callers);
  const indexing = createIndexingService(seams);
  const purges = createPurges(seams);
  return {
    landmarks,
    callers,
    areas: createAreaService(seams, callers),
    signIn: createSignInService(seams, callers),
    sessions: createSessionService(seams, callers, { idleTimeout: options.sessionIdleTimeout }),
    rights,
    nodes: createNodeService(seams, rights),
    views: createNodeViewService(rights, people),
    listings: createListingService(seams, rights),
    versions: createVersionService(seams, rights),
    downloads: createDownloadService(seams, rights),
    removals: createRemovalService(seams, rights, purges, landmarks),
    purges,
    sweeping: createSweepingService(seams),
    permissions: createPermissionService(seams, rights),
    people,
    logins: createLoginService(seams),
    indexing,
    search: createSearchService(seams, rights, indexing),
    status: createStatusService(seams, indexing),
  };
}
