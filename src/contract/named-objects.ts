import { z } from 'zod';
import { AccessAudit, AccessCheck, NameMeanings, SharedWithPerson } from './objects/access.ts';
import { Comment, Comments, Feedback, FeedbackList, FeedbackResult, Rating } from './objects/annotations.ts';
import { ArchivedNodes, RestoreResult, RestoreResults } from './objects/archive.ts';
import {
  Application,
  ApplicationEntries,
  AppTicket,
  OAuthClient,
  OAuthClientEntries,
  OAuthClientSecret,
  ScopeAccess,
  Token,
} from './objects/authentication.ts';
import { Collection } from './objects/collection.ts';
import {
  CollectionChildren,
  CollectionEntries,
  CollectionEntry,
  ReferenceEntries,
} from './objects/collection-entries.ts';
import { ErrorResponse, NodeRef, Pagination, Person } from './objects/common.ts';
import {
  DataExport,
  DataExportEntry,
  DataExportRun,
  DataExportStatus,
  DataExports,
} from './objects/data-protection.ts';
import { Dictionary } from './objects/dictionary.ts';
import { FrontendLanguage, FrontendValues, FrontendVariables } from './objects/frontend.ts';
import {
  AuthorityEntries,
  Group,
  GroupEntries,
  GroupEntry,
  Groups,
  Organization,
  OrganizationEntries,
} from './objects/groups.ts';
import { Harvest, Harvests } from './objects/harvests.ts';
import { FileImport } from './objects/imports.ts';
import { MediaCenter, MediaCenters } from './objects/media-centers.ts';
import { MetadataImport } from './objects/metadata-import.ts';
import { Mds, MdsDesc, MdsEntries, MdsEntry, MdsValue, MdsValues, MdsWidget } from './objects/metadata-set.ts';
import {
  ConnectedRepository,
  ConnectedRepositoryEntries,
  Repo,
  RepoEntries,
  RepositoryTest,
} from './objects/network.ts';
import {
  ImportedNodeEntry,
  Node,
  NodeAccess,
  NodeEntries,
  NodeEntry,
  NodeInLists,
  NodeProperty,
  NodeVersion,
  NodeVersionEntries,
  NodeVersionEntry,
  NodeVersionInLists,
  NodeVersionRef,
  NodeVersionRefEntries,
  ParentEntries,
  Preview,
  RightNames,
} from './objects/node.ts';
import { NodeText } from './objects/node-text.ts';
import { User, UserEntries, UserEntry } from './objects/people.ts';
import { Ace, Acl, Authority, NodePermissionEntry } from './objects/permissions.ts';
import { Preferences, ProfileSettings } from './objects/person-settings.ts';
import { RenderingDetails } from './objects/rendering.ts';
import { Facette, ScoreExplanation, SearchParameters, SearchResult, Suggest } from './objects/search.ts';
import { About, Session, Status } from './objects/service.ts';
import { CollectionUsage, CollectionUsages, Usage, Usages } from './objects/usages.ts';
import { WorkflowEntry, WorkflowHistory } from './objects/workflow.ts';

/** The schemas in `components` of the OpenAPI document. */
export const namedObjects = z.registry<{ id: string }>();

const objects = {
  About,
  Ace,
  Acl,
  AppTicket,
  Application,
  ApplicationEntries,
  ArchivedNodes,
  Authority,
  AuthorityEntries,
  Collection,
  CollectionChildren,
  CollectionEntries,
  CollectionEntry,
  CollectionUsage,
  CollectionUsages,
  Comment,
  Comments,
  ConnectedRepository,
  ConnectedRepositoryEntries,
  DataExport,
  DataExportEntry,
  DataExportRun,
  DataExportStatus,
  DataExports,
  FileImport,
  Harvest,
  Harvests,
  AccessCheck,
  AccessAudit,
  SharedWithPerson,
  NameMeanings,
  Dictionary,
  ErrorResponse,
  Facette,
  Feedback,
  FeedbackList,
  FeedbackResult,
  FrontendLanguage,
  FrontendValues,
  FrontendVariables,
  Group,
  GroupEntries,
  GroupEntry,
  Groups,
  Mds,
  MdsDesc,
  MdsEntries,
  MdsEntry,
  MdsValue,
  MdsValues,
  MdsWidget,
  MediaCenter,
  MediaCenters,
  MetadataImport,
  Node,
  NodeAccess,
  NodeEntries,
  ImportedNodeEntry,
  NodeEntry,
  NodeInLists,
  NodePermissionEntry,
  NodeProperty,
  NodeRef,
  NodeText,
  NodeVersion,
  NodeVersionEntries,
  NodeVersionEntry,
  NodeVersionInLists,
  NodeVersionRef,
  NodeVersionRefEntries,
  OAuthClient,
  OAuthClientEntries,
  OAuthClientSecret,
  Organization,
  OrganizationEntries,
  Pagination,
  ParentEntries,
  Person,
  Preferences,
  Preview,
  ProfileSettings,
  Rating,
  ReferenceEntries,
  RenderingDetails,
  Repo,
  RepoEntries,
  RepositoryTest,
  RestoreResult,
  RestoreResults,
  RightNames,
  ScopeAccess,
  ScoreExplanation,
  SearchParameters,
  SearchResult,
  Session,
  Status,
  Suggest,
  Token,
  Usage,
  Usages,
  WorkflowEntry,
  WorkflowHistory,
  User,
  UserEntries,
  UserEntry,
};

for (const [id, schema] of Object.entries(objects)) namedObjects.add(schema, { id });
