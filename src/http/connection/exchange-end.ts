import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** By connection. One listener for all: any number of requests may wait in one connection. */
const listeners = new WeakMap<Socket, Set<() => void>>();

function listenersOf(socket: Socket): Set<() => void> {
  const known = listeners.get(socket);
  if (known !== undefined) return known;
  const all = new Set<() => void>();
  listeners.set(socket, all);
  socket.once('close', () => {
    for (const listener of all) listener();
  });
  return all;
}

/** Calls `listener` when the connection closes, or at once if it has closed. Returns what takes that back. */
export function onConnectionClosed(socket: Socket, listener: () => void): () => void {
  if (socket.destroyed) {
    listener();
    return () => undefined;
  }
  const all = listenersOf(socket);
  all.add(listener);
  return () => all.delete(listener);
}

/**
 * Calls `done` once: when the response has been sent or given up, or when its connection is gone. A response that waits for the one
 * before it on its connection does not hear of the end of the connection by itself.
 */
export function onExchangeEnd(response: ServerResponse, done: () => void): void {
  let isOver = false;
  let forget: () => void = () => undefined;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    forget();
    response.off('close', end);
    done();
  };
  response.once('close', end);
  forget = onConnectionClosed(response.req.socket, end);
}
