import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client may go on sending after it has been answered. */
const drainTimeoutMs = 5_000;

/** Requests whose clients were asked for the body that they announced. */
const continued = new WeakSet<IncomingMessage>();

const expectsContinue = ({ headers }: IncomingMessage): boolean => headers.expect?.toLowerCase() === '100-continue';

/** Asks a client for its body that waits for that (RFC 9110, 10.1.1). */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!expectsContinue(request)) return;
  const send = (): void => {
    // A client that sent its body without waiting needs no 100, and one whose response has begun must not get it.
    if (request.complete || response.headersSent) return;
    continued.add(request);
    response.writeContinue();
  };
  // While a response waits for the one before it, Node keeps a 100 and later writes it behind the head of the response.
  if (response.socket === null) response.once('socket', send);
  else send();
}

/** Resolves when the request is complete or its connection is gone; ends a connection that takes too long. */
function complete(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => request.destroy(), drainTimeoutMs).unref();
    const settle = (): void => {
      clearTimeout(impatience);
      resolve();
    };
    request.once('end', settle).once('close', settle);
  });
}

/**
 * To be awaited before a response is written. What the client still sends is read and forgotten, for five seconds at most,
 * so that the connection serves the next request, and so that the client sees the answer and not a broken connection.
 * Where the connection ends with the response, the response waits for the rest of the request.
 */
export async function discardUnreadBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('error', () => undefined);
  if (expectsContinue(request) && !continued.has(request)) {
    // It may send the body or the next request now: nothing tells which.
    if (!response.headersSent) response.setHeader('connection', 'close');
    return;
  }
  request.resume();
  const rest = complete(request);
  if (!response.shouldKeepAlive && !response.headersSent) await rest;
}
