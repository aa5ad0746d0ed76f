import type { OperationName, Operations } from '../contract/index.ts';
import type { Input, Operation, Result } from '../contract/operation.ts';
import type { WrittenJson } from '../contract/written-json.ts';
import type { Services } from '../services/services.ts';
import type { RepositoryGateway } from './network/gateway.ts';
import type { NodeWriter } from './presenters/nodes/node-writer.ts';
import type { RequestContext } from './request-context.ts';
import type { FileOffer, Redirect } from './response/file-offer.ts';
import type { NodeResponses } from './response/node-responses.ts';
import type { ApiSettings } from './settings.ts';

export interface ApiParts {
  readonly services: Services;
  readonly settings: ApiSettings;
  readonly gateway: RepositoryGateway;
  readonly process: { readonly pid: number; readonly startedAt: string };
}

export interface HandlerParts extends ApiParts {
  readonly writeNode: NodeWriter;
  readonly answers: NodeResponses;
}

/**
 * What a handler returns for an operation. A file is an offer: the response may need all of it, a range, or nothing. A
 * redirect leads to another address instead.
 */
type Handled<O extends Operation> = O['result'] extends 'file' ? FileOffer | Redirect : Result<O> | WrittenJson;

type Handler<K extends OperationName> = (
  input: Input<Operations[K]>,
  context: RequestContext,
) => WrittenJson | Promise<Handled<Operations[K]>>;

/** One handler for every operation of the table; a missing one is a type error. */
export type Handlers = { readonly [K in OperationName]: Handler<K> };
