import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RepositoryError, systemErrorCode } from '../base/errors/errors.ts';
import type { Answer } from '../contract/call.ts';
import { createHttpApp, type HttpAppParts } from './app.ts';
import { discardUnreadBody } from './body/unread-body.ts';
import { createClientAddressOf, createIsListed } from './connection/client-address.ts';
import { type ConnectionLimits, type Connections, trackConnections } from './connection/connections.ts';
import { onExchangeEnd } from './connection/exchange-end.ts';
import { collectedHeaders } from './connection/request-head.ts';
import { defaultTimes } from './limits.ts';
import { noRequestLog } from './request-log.ts';
import { endWithAnswer, isRefusedHead, parserErrorAnswer } from './response/raw-response.ts';
import { writeAnswer } from './response/write-response.ts';

/** The maximum size of the head of a request, in bytes: a long query, and a few headers. */
const maxHeaderSize = 65_536;

/** How long a connection waits for its next request, and how often the server looks for late requests, in milliseconds. */
const waits = { keepAliveTimeout: 10_000, connectionsCheckingInterval: 2_000 };

export interface HttpServerParts extends HttpAppParts {
  readonly connections: ConnectionLimits;
}

/** A server that does not listen yet. */
export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
}

interface State extends HttpServer {
  readonly parts: HttpServerParts;
  readonly app: RequestListener;
  /** The response to the last request of each connection. */
  readonly latest: WeakMap<Duplex, ServerResponse>;
}

/** Whether a connection failed because its client left. */
const isGone = (error: unknown, socket: { readonly writable: boolean }): boolean =>
  systemErrorCode(error) === 'ECONNRESET' || !socket.writable;

const tooManyConnections = (): RepositoryError =>
  new RepositoryError('Unavailable', 'The server has too many connections. Try again in a few seconds.');

const tooManyRequests = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'Too many requests from this address are open. Try again in a few seconds, when some of them have been answered.',
  );

const tooFarAhead = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'Too many requests on this connection are unanswered. Wait for responses before sending more.',
  );

function refuseConnection(
  { requestLog = noRequestLog }: HttpServerParts,
  socket: Socket,
  answer: Answer,
  isHead = false,
): void {
  requestLog.refused(answer.status, socket.remoteAddress);
  endWithAnswer(socket, answer, isHead);
}

/** Refuses bytes that are not a valid request after the last response was sent. That response may have ended the connection. */
function refuseBehind(parts: HttpServerParts, socket: Socket, error: unknown): void {
  if (!socket.writable) socket.destroySoon();
  else refuseConnection(parts, socket, parserErrorAnswer(error, parts.answerError), isRefusedHead(error));
}

/** Handles bytes that are not a valid request. They may follow requests whose responses have not been sent yet. */
function onBrokenRequest({ parts, connections, latest }: State, error: unknown, socket: Socket): void {
  const response = latest.get(socket);
  const unanswered = connections.unanswered(socket);
  // A request counts until the last byte of its response was sent. The client may have received that byte already.
  const isAnswered = response === undefined || unanswered === 0 || (unanswered === 1 && response.writableEnded);
  const isWhole = response === undefined || response.req.complete;
  const isNext = isAnswered && isWhole;
  // If the rest of the only outstanding request is not valid, and its response has not begun, the response to the failure is sent in
  // its place, as Node.js does by default.
  const isUnbegun = unanswered === 1 && !isWhole && !response.headersSent;
  if (isNext || isUnbegun) {
    const isHead = isNext ? isRefusedHead(error) : response?.req.method === 'HEAD';
    refuseConnection(parts, socket, parserErrorAnswer(error, parts.answerError), isHead);
  } else if (isWhole) onExchangeEnd(response, () => refuseBehind(parts, socket, error));
  else socket.destroy();
}

/** How long a refused request may continue to send its body, in milliseconds. It uses up a connection of the proxy. */
const refusedMs = 500;

/** Refuses a request whose connection also serves other clients. */
async function refuseRequest(
  { answerError, requestLog = noRequestLog }: HttpServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requestLog.follow(request, response);
  await discardUnreadBody(request, response, refusedMs);
  writeAnswer(response, answerError(tooManyRequests(), requestLog.idOf(request)));
}

function onRequest(
  { parts, app, server, connections, latest }: State,
  request: IncomingMessage,
  response: ServerResponse<IncomingMessage> & { req: IncomingMessage },
): void {
  const admission = connections.admit(request, response);
  if (admission === 'ignore') return;
  latest.set(request.socket, response);
  // A server that stopped listening answers the requests that it has received, and then ends the connections.
  if (admission === 'refuse' || !server.listening) response.setHeader('connection', 'close');
  if (admission === 'refuse') {
    writeAnswer(response, parts.answerError(tooFarAhead()));
    return;
  }
  if (admission === 'busy') {
    void refuseRequest(parts, request, response);
    return;
  }
  // HTTP/1.1 clients must send a `Host`, but over a Unix socket it is no address for links.
  if (parts.proxyOptions.overUnixSocket) delete request.headers.host;
  app(request, response);
}

function refuseExpectation({ answerError }: HttpServerParts, response: ServerResponse): void {
  const answer = answerError(
    new RepositoryError(
      'BadRequest',
      'The server supports only Expect: 100-continue. Send the request without any other Expect header.',
    ),
  );
  response.setHeader('connection', 'close');
  writeAnswer(response, { ...answer, status: 417 });
}

function limitConnections(server: Server, parts: HttpServerParts): Connections {
  const refuse = (socket: Socket): void => {
    socket.on('error', () => undefined);
    refuseConnection(parts, socket, parts.answerError(tooManyConnections()));
  };
  return trackConnections(server, parts.connections, refuse, {
    isProxy: createIsListed(parts.proxyOptions.trustedProxies),
    clientAddressOf: createClientAddressOf(parts.proxyOptions),
  });
}

/**
 * The API as an HTTP server. Excess connections and requests that the parser of Node.js refuses get an `ErrorResponse`
 * too.
 */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const app = createHttpApp(parts);
  const { head, request: requestTimeout, silence } = parts.times ?? defaultTimes;
  // Node.js requires that the head has no more time than the whole request.
  const timeouts = { ...waits, requestTimeout, headersTimeout: Math.min(head, requestTimeout) };
  // The app refuses a missing or second `Host` and too many headers itself.
  const server = createServer({ ...timeouts, maxHeaderSize, requireHostHeader: false });
  server.maxHeadersCount = collectedHeaders;
  // A client that has nothing more to send may end its half of the connection and still wait for the response. The types of
  // Node.js do not have this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = limitConnections(server, parts);
  const state: State = { server, connections, parts, app, latest: new WeakMap() };
  server.setTimeout(silence);
  server.on('request', (request, response) => onRequest(state, request, response));
  // The body guard sends `100 Continue` when the call has been admitted.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (_, response) => refuseExpectation(parts, response));
  server.on('clientError', (error, socket) => {
    if (isGone(error, socket)) socket.destroy();
    else onBrokenRequest(state, error, socket as Socket);
  });
  return { server, connections };
}
