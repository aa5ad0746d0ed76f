import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Answer } from '../contract/call.ts';
import { writeAnswer } from './response/write-response.ts';

/** The request that the code that runs now works for. */
interface CurrentRequest {
  readonly response: ServerResponse;
  readonly requestId: string | undefined;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/**
 * Marks everything that follows as work for a request, until the next request of the connection. Node emits the events of
 * a body in the same context.
 */
export const enterRequest = (request: CurrentRequest): void => current.enterWith(request);

/** Runs work that serves many requests, such as making a timer for all of them. */
export const outsideRequest = <T>(work: () => T): T => current.exit(work);

/**
 * Answers the request that the failing code worked for, where it has no answer yet. False where the code worked for no
 * request. A response that has begun is broken off.
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
