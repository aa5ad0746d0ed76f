import type { z } from 'zod';
import type { RepositoryError } from '../base/errors/errors.ts';
import type { ErrorResponse } from '../contract/objects/common.ts';
import type { AnswerReservation } from './response/answer-budget.ts';
import type { NodeRepresentation } from './response/node-representation.ts';
import type { UrlBuilder } from './response/url-builder.ts';
import type { Identity } from './sign-in/identity.ts';

/** What a handler knows of the request besides its input. */
export interface RequestContext {
  readonly identity: Identity;
  readonly caller: Identity['caller'];
  /** The client address; undefined for calls in this process or over a Unix socket. */
  readonly clientAddress: string | undefined;
  /** The header `locale`: the language of captions that the caller chose. */
  readonly locale: string | undefined;
  readonly links: UrlBuilder;
  /** How nodes are represented in the response. */
  readonly representation: NodeRepresentation;
  /** Limits the memory that the entries of a list use. */
  readonly reservation: AnswerReservation;
  /** The status and the body of the response to a failure, for a response that reports several. */
  refusal(error: RepositoryError): { readonly status: number; readonly body: z.output<typeof ErrorResponse> };
  /** Sets a header of the response. Names are in lower case. */
  setHeader(name: string, value: string): void;
}
