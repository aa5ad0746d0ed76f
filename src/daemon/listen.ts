import { chmod, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpServer } from '../http/server.ts';

/** A server that accepts requests. */
export interface Listener {
  /** The origin of its URLs, or the path of its socket. */
  readonly address: string;
  /** Accepts no more requests and waits for running ones, for ten seconds at most. */
  close(): Promise<void>;
}

const closeTimeoutMs = 10_000;

function started(server: Server, listen: (server: Server) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    listen(server);
  });
}

function stop({ server, connections }: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    connections.endIdle();
  });
}

/**
 * Listens on a port; 0 takes a free one. Rejects with the system error (`EADDRINUSE`, `EACCES` …) if the address is not
 * available.
 */
export async function listenOnPort(http: HttpServer, host: string, port: number): Promise<Listener> {
  const { server } = http;
  await started(server, () => server.listen(port, host));
  const { port: actual } = server.address() as AddressInfo;
  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, close: () => stop(http) };
}

/**
 * Listens on a Unix socket that only the owner of the file may connect to. Removes a socket that an ended process left
 * at the path.
 */
export async function listenOnSocket(http: HttpServer, path: string): Promise<Listener> {
  const { server } = http;
  await rm(path, { force: true });
  await started(server, () => server.listen(path));
  await chmod(path, 0o600);
  return { address: path, close: () => stop(http) };
}
