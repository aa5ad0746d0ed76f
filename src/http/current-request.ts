import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Answer } from '../contract/call.ts';
import { onExchangeEnd } from './connection/exchange-end.ts';
import { writeAnswer } from './response/write-response.ts';

/** The request that the running code belongs to. */
interface CurrentRequest {
  readonly response: ServerResponse;
  readonly requestId: string | undefined;
}

const current = new AsyncLocalStorage<CurrentRequest | undefined>();

/** The requests that are followed now. */
let followed = 0;

/** How long a request is followed after its end, in milliseconds. What it started may still fail. */
const lingering = 100;

function unfollow(): void {
  followed -= 1;
  if (followed === 0) current.disable();
}

/**
 * Makes this the current request, until the next request of the connection. Node.js also emits the events of its body in
 * this context. Node.js 20 then runs a hook for each promise of the process, which costs about a tenth of every request.
 * So following ends soon after the last such request.
 */
export function followRequest(request: CurrentRequest): void {
  followed += 1;
  current.enterWith(request);
  onExchangeEnd(request.response, () => setTimeout(unfollow, lingering).unref());
}

/** Ends the context that an earlier request of the same connection may have left behind. */
export function followNoRequest(): void {
  if (followed > 0) current.enterWith(undefined);
}

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
