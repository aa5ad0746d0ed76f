import type { Agent, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long before the server a connection is closed, in milliseconds. */
const margin = 1_000;

/** The idle time after which the server closes the connection, in milliseconds (`Keep-Alive`, RFC 2068, 19.7.1.1). */
function idleTimeOf({ headers }: IncomingMessage): number | undefined {
  const seconds = /(?:^|,)\s*timeout=(\d{1,6})/.exec(String(headers['keep-alive'] ?? ''))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/**
 * Closes connections that the agent keeps a second before their server does. Otherwise a request could be sent just while the server
 * closes the connection, and fail (ECONNRESET) although nothing is wrong. Call the returned function with each response.
 */
export function createIdleLimit(agent: Agent): (response: IncomingMessage) => void {
  const idleTimes = new WeakMap<Duplex, number>();
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  // The agent destroys an unused connection whose timeout is over.
  agent.keepSocketAlive = (socket) => {
    // Node.js returns whether the socket is kept; its types say void.
    const isKept: unknown = keep(socket);
    const idleTime = idleTimes.get(socket);
    if (idleTime !== undefined && socket instanceof Socket) socket.setTimeout(Math.max(idleTime - margin, margin / 2));
    return isKept;
  };
  agent.reuseSocket = (socket, request) => {
    if (socket instanceof Socket) socket.setTimeout(0);
    reuse(socket, request);
  };
  return (response) => {
    const idleTime = idleTimeOf(response);
    if (idleTime !== undefined) idleTimes.set(response.socket, idleTime);
  };
}
