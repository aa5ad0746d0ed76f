import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ClientAddressOf, unmappedAddress } from './client-address.ts';
import { onExchangeEnd } from './exchange-end.ts';

/** The maximum number of simultaneous connections. */
export interface ConnectionLimits {
  readonly total: number;
  /**
   * From one address, together with the open requests that trusted proxies forward from it. The connections of the proxies
   * themselves, which serve many clients, and Unix sockets, which have no address, are exempt.
   */
  readonly perAddress: number;
  /** Maps an address to the group that the limit applies to, such as an IPv6 network. */
  readonly groupOf: (address: string) => string;
}

/** The maximum number of unanswered requests on one connection. Clients that pipeline requests send a few. */
const maxUnanswered = 32;

/**
 * - `serve`: handle the request.
 * - `busy`: too many requests that came from this client through a proxy are open. The connection serves other clients, so it stays.
 * - `refuse`: the client has pipelined too many requests. The connection ends with the refusal, after the outstanding
 *   responses.
 * - `ignore`: the connection is closed or was refused.
 */
type Admission = 'serve' | 'busy' | 'refuse' | 'ignore';

/** Counts the unanswered requests of a server's connections, and closes idle connections. */
export interface Connections {
  /** Counts a request until its response ends, and returns how to treat it. */
  admit(request: IncomingMessage, response: ServerResponse): Admission;
  /** The number of unanswered requests of a connection. */
  unanswered(socket: Duplex): number;
  /**
   * Closes every connection without an unanswered request, including those that have not sent any request. Closes the
   * others when their last response was sent.
   */
  endIdle(): void;
}

/** `onIdle` is called when the last response of a connection was sent. */
function countRequests(
  open: ReadonlySet<Socket>,
  onIdle: (socket: Socket) => void,
): Pick<Connections, 'admit' | 'unanswered'> {
  const requests = new WeakMap<Duplex, number>();
  return {
    admit({ socket }, response) {
      // Node.js also emits requests of a refused connection, and all requests of a chunk after the connection was closed.
      if (socket.destroyed || !open.has(socket)) return 'ignore';
      const unanswered = requests.get(socket) ?? 0;
      if (unanswered > maxUnanswered) return 'ignore';
      requests.set(socket, unanswered + 1);
      onExchangeEnd(response, () => {
        const left = (requests.get(socket) ?? 1) - 1;
        requests.set(socket, left);
        if (left === 0) onIdle(socket);
      });
      return unanswered === maxUnanswered ? 'refuse' : 'serve';
    },
    unanswered: (socket) => requests.get(socket) ?? 0,
  };
}

/** How to identify the clients behind a trusted proxy. */
export interface ClientAddresses {
  /** Whether an address belongs to a trusted proxy. */
  readonly isProxy: (address: string) => boolean;
  readonly clientAddressOf: ClientAddressOf;
}

/** The group of all requests whose proxy does not forward an address. */
const unknownClient = 'unknown';

/** Calls `refuse` for connections beyond the limits, and tracks which connections are busy. */
export function trackConnections(
  server: Server,
  limits: ConnectionLimits,
  refuse: (socket: Socket) => void,
  { isProxy, clientAddressOf }: ClientAddresses,
): Connections {
  const open = new Set<Socket>();
  const byAddress = new Map<string, number>();
  let isEnding = false;
  const requests = countRequests(open, (socket) => {
    if (isEnding) socket.destroySoon();
  });

  const count = (address: string, change: number): void => {
    const next = (byAddress.get(address) ?? 0) + change;
    if (next > 0) byAddress.set(address, next);
    else byAddress.delete(address);
  };
  const isFull = (address: string): boolean => address !== '' && (byAddress.get(address) ?? 0) >= limits.perAddress;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const counted = isProxy(remoteAddress) ? '' : limits.groupOf(unmappedAddress(remoteAddress));
    if (open.size >= limits.total || isFull(counted)) {
      refuse(socket);
      return;
    }
    open.add(socket);
    count(counted, 1);
    socket.once('close', () => {
      open.delete(socket);
      count(counted, -1);
    });
  });

  return {
    ...requests,
    admit(request, response) {
      const admission = requests.admit(request, response);
      if (admission !== 'serve' || !isProxy(request.socket.remoteAddress ?? '')) return admission;
      const client = limits.groupOf(clientAddressOf(request) ?? '') || unknownClient;
      if (isFull(client)) return 'busy';
      count(client, 1);
      onExchangeEnd(response, () => count(client, -1));
      return 'serve';
    },
    endIdle() {
      isEnding = true;
      for (const socket of open) if (requests.unanswered(socket) === 0) socket.destroy();
    },
  };
}
