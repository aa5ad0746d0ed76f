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

interface FollowedRequest extends CurrentRequest {
  /** Whether it still counts among `followed`. */
  isFollowed: boolean;
}

const current = new AsyncLocalStorage<FollowedRequest | undefined>();

/** The requests that are followed now. */
let followed = 0;

/** How long a request is followed after its end, in milliseconds. What it started may fail later. */
const lingering = 100;

function unfollow(request: FollowedRequest): void {
  if (!request.isFollowed) return;
  request.isFollowed = false;
  followed -= 1;
  if (followed === 0) current.disable();
}

const unfollowLater = (request: FollowedRequest): void => void setTimeout(unfollow, lingering, request).unref();

/**
 * Makes this the current request while `handle` works on it, and until the next request of the connection. Node.js also
 * emits the events of its body in this context. Node.js 20 then runs a hook for each promise of the process, which costs
 * about a tenth of every request. So following ends soon after the last such request was handled and its exchange is over.
 */
export function followRequest(request: CurrentRequest, handle: () => Promise<void>): void {
  const followedRequest = { ...request, isFollowed: true };
  followed += 1;
  current.enterWith(followedRequest);
  const exchange = new Promise<void>((resolve) => onExchangeEnd(request.response, resolve));
  void Promise.allSettled([handle(), exchange]).then(() => unfollowLater(followedRequest));
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
  // Its handler may never end.
  unfollowLater(request);
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
