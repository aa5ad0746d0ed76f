import type { ApiParts, HandlerParts, Handlers } from './handler.ts';
import { accessHandlers } from './handlers/access.ts';
import { annotationHandlers } from './handlers/annotations.ts';
import { applicationHandlers } from './handlers/applications.ts';
import { archiveHandlers } from './handlers/archive.ts';
import { authenticationHandlers } from './handlers/authentication.ts';
import { backupHandlers } from './handlers/backups.ts';
import { batchHandlers } from './handlers/batches.ts';
import { bulkHandlers } from './handlers/bulk.ts';
import { collectionHandlers } from './handlers/collections.ts';
import { copyHandlers } from './handlers/copies.ts';
import { dataProtectionHandlers } from './handlers/data-protection.ts';
import { dictionaryHandlers } from './handlers/dictionary.ts';
import { fileHandlers } from './handlers/files.ts';
import { frontendHandlers } from './handlers/frontend.ts';
import { groupHandlers } from './handlers/groups.ts';
import { harvestHandlers } from './handlers/harvests.ts';
import { importHandlers } from './handlers/imports.ts';
import { mediaCenterHandlers } from './handlers/media-centers.ts';
import { metadataSetHandlers } from './handlers/metadata-sets.ts';
import { metadataTransferHandlers } from './handlers/metadata-transfer.ts';
import { networkHandlers } from './handlers/network.ts';
import { nodeListHandlers } from './handlers/node-lists.ts';
import { nodeHandlers } from './handlers/nodes.ts';
import { organizationHandlers } from './handlers/organizations.ts';
import { peopleHandlers } from './handlers/people.ts';
import { permissionHandlers } from './handlers/permissions.ts';
import { personSettingHandlers } from './handlers/person-settings.ts';
import { previewHandlers } from './handlers/previews.ts';
import { renderingHandlers } from './handlers/rendering.ts';
import { searchHandlers } from './handlers/search.ts';
import { serviceHandlers } from './handlers/service.ts';
import { setSearchHandlers } from './handlers/set-search.ts';
import { textHandlers } from './handlers/texts.ts';
import { usageHandlers } from './handlers/usages.ts';
import { versionHandlers } from './handlers/versions.ts';
import { workflowHandlers } from './handlers/workflows.ts';
import { createNodeWriter } from './presenters/nodes/node-writer.ts';
import { createNodeResponses } from './response/node-responses.ts';

export const createHandlers = (api: ApiParts): Handlers => {
  const writeNode = createNodeWriter(api.settings.repository.id);
  const answers = createNodeResponses(api.services, writeNode);
  const parts: HandlerParts = { ...api, writeNode, answers };
  return {
    ...serviceHandlers(parts),
    ...authenticationHandlers(parts),
    ...applicationHandlers(parts),
    ...frontendHandlers(parts),
    ...peopleHandlers(parts),
    ...personSettingHandlers(parts),
    ...nodeListHandlers(parts),
    ...dataProtectionHandlers(parts),
    ...harvestHandlers(parts),
    ...importHandlers(parts),
    ...groupHandlers(parts),
    ...organizationHandlers(parts),
    ...mediaCenterHandlers(parts),
    ...nodeHandlers(parts),
    ...batchHandlers(parts),
    ...copyHandlers(parts),
    ...dictionaryHandlers(parts),
    ...permissionHandlers(parts),
    ...accessHandlers(parts),
    ...versionHandlers(parts),
    ...workflowHandlers(parts),
    ...searchHandlers(parts),
    ...setSearchHandlers(parts),
    ...archiveHandlers(parts),
    ...fileHandlers(parts),
    ...annotationHandlers(parts),
    ...usageHandlers(parts),
    ...renderingHandlers(parts),
    ...previewHandlers(parts),
    ...textHandlers(parts),
    ...collectionHandlers(parts),
    ...metadataSetHandlers(parts),
    ...metadataTransferHandlers(parts),
    ...networkHandlers(parts),
    ...backupHandlers(parts),
    ...bulkHandlers(parts),
  };
};
