import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { unmappedAddress } from './client-address.ts';
import { onExchangeEnd } from './exchange-end.ts';

/** How many connections a server holds at a time. */
export interface ConnectionLimits {
  readonly total: number;
  /** From one address. A trusted proxy speaks for many addresses and has no limit of its own. */
  readonly perAddress: number;
  /** What counts as one address, such as a network of IPv6. */
  readonly groupOf: (address: string) => string;
}

/** So many requests of one connection are worked on at a time; clients that send ahead of the answers send a few. */
const maxUnanswered = 32;

/**
 * - `serve`: work on it
 * - `refuse`: the client sends too far ahead of the responses; the connection ends with the refusal, behind those that it waits for
 * - `ignore`: nobody waits for a response any more
 */
export type Admission = 'serve' | 'refuse' | 'ignore';

/** The connections of a server. */
export interface Connections {
  /** Counts a request until it is answered, and says what to do with it. */
  admit(request: IncomingMessage, response: ServerResponse): Admission;
  /** How many requests of a connection have not been answered. */
  unanswered(socket: Duplex): number;
  /** Ends every connection on which no request is being answered, also one that has not sent a request yet. */
  endIdle(): void;
}

/**
 * Refuses connections beyond the limits by `refuse`, and knows which connections are busy. `isProxy` says whether an
 * address is that of a trusted proxy.
 */
export function trackConnections(
  server: Server,
  limits: ConnectionLimits,
  refuse: (socket: Socket) => void,
  isProxy: (address: string) => boolean,
): Connections {
  const open = new Set<Socket>();
  const byAddress = new Map<string, number>();
  const requests = new WeakMap<Duplex, number>();

  const count = (address: string, change: number): void => {
    const next = (byAddress.get(address) ?? 0) + change;
    if (next > 0) byAddress.set(address, next);
    else byAddress.delete(address);
  };
  const isFull = (address: string): boolean =>
    open.size >= limits.total || (address !== '' && (byAddress.get(address) ?? 0) >= limits.perAddress);

  server.on('connection', (socket: Socket) => {
    // A connection over a Unix socket has no address.
    const address = limits.groupOf(unmappedAddress(socket.remoteAddress ?? ''));
    const counted = isProxy(socket.remoteAddress ?? '') ? '' : address;
    if (isFull(counted)) {
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
    admit({ socket }, response) {
      // Node reads requests of a refused connection, and all requests of a chunk, also when the connection is gone.
      if (socket.destroyed || !open.has(socket)) return 'ignore';
      const waiting = requests.get(socket) ?? 0;
      if (waiting > maxUnanswered) return 'ignore';
      requests.set(socket, waiting + 1);
      onExchangeEnd(response, () => requests.set(socket, (requests.get(socket) ?? 1) - 1));
      return waiting === maxUnanswered ? 'refuse' : 'serve';
    },
    unanswered: (socket) => requests.get(socket) ?? 0,
    endIdle() {
      for (const socket of open) if ((requests.get(socket) ?? 0) === 0) socket.destroy();
    },
  };
}
