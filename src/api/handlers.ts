import type { OperationName, Operations } from '../contract/index.ts';
import type { Input, Operation, Result } from '../contract/operation.ts';
import type { WrittenJson } from '../contract/written-json.ts';
import type { Services } from '../services/services.ts';
import { annotationHandlers } from './handlers/annotations.ts';
import { applicationHandlers } from './handlers/applications.ts';
import { archiveHandlers } from './handlers/archive.ts';
import { authenticationHandlers } from './handlers/authentication.ts';
import { collectionHandlers } from './handlers/collections.ts';
import { copyHandlers } from './handlers/copies.ts';
import { dictionaryHandlers } from './handlers/dictionary.ts';
import { fileHandlers } from './handlers/files.ts';
import { groupHandlers } from './handlers/groups.ts';
import { metadataSetHandlers } from './handlers/metadata-sets.ts';
import { metadataTransferHandlers } from './handlers/metadata-transfer.ts';
import { nodeHandlers } from './handlers/nodes.ts';
import { organizationHandlers } from './handlers/organizations.ts';
import { peopleHandlers } from './handlers/people.ts';
import { permissionHandlers } from './handlers/permissions.ts';
import { previewHandlers } from './handlers/previews.ts';
import { searchHandlers } from './handlers/search.ts';
import { serviceHandlers } from './handlers/service.ts';
import { setSearchHandlers } from './handlers/set-search.ts';
import { textHandlers } from './handlers/texts.ts';
import { versionHandlers } from './handlers/versions.ts';
import { createNodeWriter, type NodeWriter } from './presenters/nodes/node-writer.ts';
import type { AnswerReservation } from './response/answer-budget.ts';
import type { FileOffer } from './response/file-offer.ts';
import type { NodeRepresentation } from './response/node-representation.ts';
import { createNodeResponseCache, type NodeResponseCache } from './response/node-response-cache.ts';
import type { UrlBuilder } from './response/url-builder.ts';
import type { ApiSettings } from './settings.ts';
import type { Identity } from './sign-in/identity.ts';

/** What a handler knows of the request besides its input. */
export interface RequestContext {
  readonly identity: Identity;
  readonly caller: Identity['caller'];
  /** Where the call comes from; undefined for this machine's socket or process. */
  readonly peer: string | undefined;
  /** The header `locale`: the language of captions that are the caller's choice. */
  readonly locale: string | undefined;
  readonly links: UrlBuilder;
  /** How the answer shows nodes. */
  readonly look: NodeRepresentation;
  /** What the entries of a list may take. */
  readonly room: AnswerReservation;
  /** Names in lower case. */
  setHeader(name: string, value: string): void;
}

/** What the interface is made from. */
export interface ApiParts {
  readonly services: Services;
  readonly settings: ApiSettings;
  readonly process: { readonly pid: number; readonly startedAt: string };
}

/** What every handler is made from. */
export interface HandlerParts extends ApiParts {
  readonly writeNode: NodeWriter;
  readonly answers: NodeResponseCache;
}

/** What a handler gives for an operation: a file it only offers, as the caller may have it, or want a part of it. */
type Handled<O extends Operation> = O['result'] extends 'file' ? FileOffer : Result<O> | WrittenJson;

export type Handler<K extends OperationName> = (
  input: Input<Operations[K]>,
  context: RequestContext,
) => WrittenJson | Promise<Handled<Operations[K]>>;

/** One handler for every operation of the table; a missing one is a type error. */
export type Handlers = { readonly [K in OperationName]: Handler<K> };

export const createHandlers = (api: ApiParts): Handlers => {
  const writeNode = createNodeWriter(api.settings.repository.id);
  const answers = createNodeResponseCache(api.services, writeNode, api.settings.keptAnswers);
  const parts: HandlerParts = { ...api, writeNode, answers };
  return {
    ...serviceHandlers(parts),
    ...authenticationHandlers(parts),
    ...applicationHandlers(parts),
    ...peopleHandlers(parts),
    ...groupHandlers(parts),
    ...organizationHandlers(parts),
    ...nodeHandlers(parts),
    ...copyHandlers(parts),
    ...dictionaryHandlers(parts),
    ...permissionHandlers(parts),
    ...versionHandlers(parts),
    ...searchHandlers(parts),
    ...setSearchHandlers(parts),
    ...archiveHandlers(parts),
    ...fileHandlers(parts),
    ...annotationHandlers(parts),
    ...previewHandlers(parts),
    ...textHandlers(parts),
    ...collectionHandlers(parts),
    ...metadataSetHandlers(parts),
    ...metadataTransferHandlers(parts),
  };
};
