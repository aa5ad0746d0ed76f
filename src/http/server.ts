import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RepositoryError, systemErrorCode } from '../base/errors/errors.ts';
import type { Answer } from '../contract/call.ts';
import { createHttpApp, type HttpAppParts } from './app.ts';
import { createIsProxy } from './connection/client-address.ts';
import { type ConnectionLimits, type Connections, trackConnections } from './connection/connections.ts';
import { onExchangeEnd } from './connection/exchange-end.ts';
import { noRequestLog } from './request-log.ts';
import { endWithAnswer, isRefusedHead, parserErrorAnswer } from './response/raw-response.ts';
import { writeAnswer } from './response/write-response.ts';

/** A path through many folders with long names is a long address: far more than Node takes by itself. */
const maxHeaderSize = 524_288;

/**
 * How long a connection may take, in milliseconds. A file may arrive for a day; how fast it must arrive is the concern of
 * `body-pace`. A connection without a byte in either direction for two minutes ends.
 */
const timeouts = {
  keepAliveTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 86_400_000,
  connectionsCheckingInterval: 2_000,
};
const silenceTimeout = 120_000;

export interface HttpServerParts extends HttpAppParts {
  readonly connections: ConnectionLimits;
}

/** A server that does not listen yet. */
export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** What a connection ends with that has no client any more. */
const isGone = (error: unknown, socket: { readonly writable: boolean }): boolean =>
  systemErrorCode(error) === 'ECONNRESET' || !socket.writable;

const tooManyConnections = (): RepositoryError =>
  new RepositoryError('Unavailable', 'The server has too many connections. Try again in a few seconds.');

const tooFarAhead = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'Too many requests of this connection wait for their responses. Send fewer ahead.',
  );

/**
 * The interface as an HTTP server. What Node's parser refuses, and a connection too many, is answered as an
 * `ErrorResponse` too.
 */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { answerError, requestLog = noRequestLog } = parts;
  const app = createHttpApp(parts);
  // The second `Host` and the missing one are refused by the app.
  const server = createServer({ ...timeouts, maxHeaderSize, requireHostHeader: false });
  const latest = new WeakMap<Duplex, ServerResponse>();

  const refuseConnection = (socket: Socket, answer: Answer, isHead = false): void => {
    requestLog.refused(answer.status, socket.remoteAddress);
    endWithAnswer(socket, answer, isHead);
  };
  const connections = trackConnections(
    server,
    parts.connections,
    (socket) => {
      socket.on('error', () => undefined);
      refuseConnection(socket, answerError(tooManyConnections()));
    },
    createIsProxy(parts.peers.trustedProxies),
  );
  /** What to do with bytes that are no request: they may come behind requests whose responses are still to come. */
  const onBrokenRequest = (error: unknown, socket: Socket): void => {
    const response = latest.get(socket);
    const waiting = connections.unanswered(socket);
    // Counted until its last bytes have left; the client may have them before that is known.
    const isAnswered = response === undefined || waiting === 0 || (waiting === 1 && response.writableEnded);
    const isWhole = response === undefined || response.req.complete;
    const isNext = isAnswered && isWhole;
    // The only response to come has not begun: as Node itself does, the failure is answered in its place.
    const isUnbegun = waiting === 1 && response?.headersSent === false;
    if (isNext || isUnbegun) {
      const isHead = isNext ? isRefusedHead(error) : response?.req.method === 'HEAD';
      refuseConnection(socket, parserErrorAnswer(error, answerError), isHead);
    } else if (isWhole && response !== undefined) onExchangeEnd(response, () => socket.destroySoon());
    else socket.destroy();
  };

  const listener: RequestListener = (request, response) => {
    const admission = connections.admit(request, response);
    if (admission === 'ignore') return;
    latest.set(request.socket, response);
    // A server that has stopped listening answers what has come, and ends the connections.
    if (admission === 'refuse' || !server.listening) response.setHeader('connection', 'close');
    if (admission === 'refuse') {
      writeAnswer(response, answerError(tooFarAhead()));
      return;
    }
    // Clients have to send a `Host`, but over a socket it names nothing that a link could lead to.
    if (parts.peers.overUnixSocket) delete request.headers.host;
    app(request, response);
  };
  server.setTimeout(silenceTimeout);
  server.on('request', listener);
  // The client is asked for its body when the call is admitted.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (_, response) => {
    const answer = answerError(
      new RepositoryError('BadRequest', 'The server knows no other Expect than 100-continue.'),
    );
    response.setHeader('connection', 'close');
    writeAnswer(response, { ...answer, status: 417 });
  });
  server.on('clientError', (error, socket) => {
    if (isGone(error, socket)) socket.destroy();
    else onBrokenRequest(error, socket as Socket);
  });
  return { server, connections };
}
