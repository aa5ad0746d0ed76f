import { ErrorResponse } from '../../contract/objects/common.ts';
import type { Operation } from '../../contract/operation.ts';
import { describedFileResponses, describedRedirect } from './described-files.ts';
import { describeResult, type Json } from './described-schemas.ts';

const failures: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'Authentication is missing or failed',
  403: 'The caller does not have the required rights',
  404: 'Not found',
  406: 'The header Accept excludes JSON',
  408: 'The client sent the body too slowly',
  409: 'The object already exists, or its name is taken',
  412: 'The file is not the one that If-Match names',
  413: 'The body is too large',
  415: 'The body has another Content-Type or Content-Encoding than the call takes',
  416: 'The requested range begins after the end of the file',
  429: 'Too many requests. Wait for the time in Retry-After',
  500: 'Internal error',
  502: 'The connected repository sent no valid response, or does not accept calls of this one',
  503: 'The server is busy or cannot store changes. If the response has Retry-After, wait for that time',
};

function describedSuccess({ result, redirects }: Operation): Json {
  if (result === 'file') return { ...describedFileResponses, ...(redirects === true ? describedRedirect : {}) };
  const content = result === 'empty' ? {} : { content: { 'application/json': { schema: describeResult(result) } } };
  return { 200: { description: 'Success', ...content } };
}

/** The responses of an operation by status. */
export function describedResponses(operation: Operation): Json {
  const { result } = operation;
  const responses: Json = describedSuccess(operation);
  // Every call can fail because of its credentials, or because the server is busy.
  const always = [400, 401, 429, 500, 503];
  const statuses = operation.access === 'public' ? always : [403, 404, ...always];
  const isPassedOn = operation.params !== undefined && 'repository' in operation.params.shape;
  const more = [
    ...(isPassedOn ? [502] : []),
    ...(operation.body === undefined ? [] : [408, 413]),
    // The token endpoint, which takes a form, returns 401 instead.
    ...(operation.body === undefined || operation.body.kind === 'form' ? [] : [415]),
    ...(typeof result === 'string' ? [] : [406]),
    ...(result === 'file' ? [412, 416] : []),
    ...(operation.errors ?? []),
  ];
  for (const status of [...new Set([...statuses, ...more])].sort()) {
    responses[status] = {
      description: failures[status] ?? 'Failed',
      content: { 'application/json': { schema: describeResult(operation.errorBodies?.[status] ?? ErrorResponse) } },
    };
  }
  return responses;
}
