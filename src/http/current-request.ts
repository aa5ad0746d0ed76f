import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Answer } from '../contract/call.ts';
import { writeAnswer } from './response/write-response.ts';

/** The request that the running code belongs to. */
interface CurrentRequest {
  readonly response: ServerResponse;
  readonly requestId: string | undefined;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/**
 * Makes this the current request, until the next request of the connection. Node.js also emits the events of its body in
 * this context.
 */
export const enterRequest = (request: CurrentRequest): void => current.enterWith(request);

/** Runs code that serves many requests, such as creating a shared timer. */
export const outsideRequest = <T>(work: () => T): T => current.exit(work);

/**
 * Responds to the current request after an unexpected failure, unless it has a response already. Aborts a response that
 * has begun.
 * Returns false if there is no current request.
 */
export function failCurrentRequest(answerFor: (requestId: string | undefined) => Answer): boolean {
  const request = current.getStore();
  if (request === undefined) return false;
  const { response, requestId } = request;
  if (response.writableEnded) return true;
  const answer = answerFor(requestId);
  if (response.headersSent) response.destroy();
  else {
    response.setHeader('connection', 'close');
    writeAnswer(response, answer);
  }
  return true;
}
