import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The listeners by connection. Each socket has only one event listener, because many requests may wait on one connection. */
const listeners = new WeakMap<Socket, Set<() => void>>();

function listenersOf(socket: Socket): Set<() => void> {
  const existing = listeners.get(socket);
  if (existing !== undefined) return existing;
  const all = new Set<() => void>();
  listeners.set(socket, all);
  socket.once('close', () => {
    for (const listener of all) listener();
  });
  return all;
}

/** Calls `listener` when the connection closes, or immediately if it is closed already. Returns a function that removes the listener. */
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
 * Calls `done` once: when the response was sent or abandoned, or when its connection was closed. A response that waits for the
 * previous one on its connection emits no event when the connection closes.
 */
export function onExchangeEnd(response: ServerResponse, done: () => void): void {
  let isOver = false;
  let removeListener: () => void = () => undefined;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    removeListener();
    response.off('close', end);
    done();
  };
  response.once('close', end);
  removeListener = onConnectionClosed(response.req.socket, end);
}
