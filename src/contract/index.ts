import * as access from './operations/access.ts';
import * as applications from './operations/applications.ts';
import * as archive from './operations/archive.ts';
import * as authentication from './operations/authentication.ts';
import * as batches from './operations/batches.ts';
import * as bulk from './operations/bulk.ts';
import * as collections from './operations/collections.ts';
import * as comments from './operations/comments.ts';
import * as copies from './operations/copies.ts';
import * as dataProtection from './operations/data-protection.ts';
import * as dictionary from './operations/dictionary.ts';
import * as files from './operations/files.ts';
import * as frontend from './operations/frontend.ts';
import * as groups from './operations/groups.ts';
import * as harvests from './operations/harvests.ts';
import * as imports from './operations/imports.ts';
import * as mediaCenters from './operations/media-centers.ts';
import * as metadataCopies from './operations/metadata-copies.ts';
import * as metadataSets from './operations/metadata-sets.ts';
import * as metadataTransfer from './operations/metadata-transfer.ts';
import * as network from './operations/network.ts';
import * as nodeLists from './operations/node-lists.ts';
import * as nodes from './operations/nodes.ts';
import * as organizations from './operations/organizations.ts';
import * as parents from './operations/parents.ts';
import * as people from './operations/people.ts';
import * as personSettings from './operations/person-settings.ts';
import * as previews from './operations/previews.ts';
import * as ratings from './operations/ratings.ts';
import * as rendering from './operations/rendering.ts';
import * as search from './operations/search.ts';
import * as service from './operations/service.ts';
import * as texts from './operations/texts.ts';
import * as usages from './operations/usages.ts';
import * as versions from './operations/versions.ts';
import * as workflows from './operations/workflows.ts';

/** All operations of the API. Router, validation, OpenAPI document, client and CLI use this table. */
export const operations = {
  ...service,
  ...frontend,
  ...authentication,
  ...applications,
  ...people,
  ...personSettings,
  ...nodeLists,
  ...dataProtection,
  ...harvests,
  ...imports,
  ...groups,
  ...organizations,
  ...mediaCenters,
  ...nodes,
  ...parents,
  ...access,
  ...metadataCopies,
  ...copies,
  ...versions,
  ...workflows,
  ...dictionary,
  ...archive,
  ...previews,
  ...texts,
  ...files,
  ...collections,
  ...comments,
  ...ratings,
  ...usages,
  ...rendering,
  ...metadataSets,
  ...metadataTransfer,
  ...search,
  ...network,
  ...bulk,
  ...batches,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

export const operationNames = Object.keys(operations) as OperationName[];
