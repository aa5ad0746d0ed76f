import type { IncomingMessage, ServerResponse } from 'node:http';

/** The time that a client may continue to send after the response. */
const drainTimeoutMs = 5_000;

/** The requests whose client got `100 Continue`. */
const continued = new WeakSet<IncomingMessage>();

const expectsContinue = ({ headers }: IncomingMessage): boolean => headers.expect?.toLowerCase() === '100-continue';

/** Sends `100 Continue` if the client waits for it before it sends the body (RFC 9110, 10.1.1). */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!expectsContinue(request)) return;
  const send = (): void => {
    // A `100 Continue` is unnecessary if the client did not wait, and not allowed once the response has begun.
    if (request.complete || response.headersSent) return;
    continued.add(request);
    response.writeContinue();
  };
  // While a response waits for the previous one, Node.js buffers a 100 and writes it after the head of the response.
  if (response.socket === null) response.once('socket', send);
  else send();
}

/** Resolves when the request is complete or its connection closed, and after `timeoutMs`. Then calls `onLate`. */
function complete(request: IncomingMessage, timeoutMs: number, onLate: () => void): Promise<void> {
  return new Promise((resolve) => {
    const late = (): void => {
      onLate();
      resolve();
    };
    const deadline = setTimeout(late, timeoutMs).unref();
    const settle = (): void => {
      clearTimeout(deadline);
      resolve();
    };
    request.once('end', settle).once('close', settle);
  });
}

/**
 * Call and await this before writing a response. The server reads and discards the rest of the body, for `timeoutMs`
 * at most, so that the connection can serve the next request and the client gets the response instead of a broken
 * connection. If the connection ends with the response, the response waits for the rest of the request as long.
 */
export async function discardUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs = drainTimeoutMs,
): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('error', () => undefined);
  if (expectsContinue(request) && !continued.has(request)) {
    // The server cannot tell whether the client sends the body or the next request now.
    if (!response.headersSent) response.setHeader('connection', 'close');
    return;
  }
  request.resume();
  const isLast = !response.shouldKeepAlive && !response.headersSent;
  const rest = complete(request, timeoutMs, () => {
    if (!isLast) request.destroy();
  });
  if (isLast) await rest;
}
