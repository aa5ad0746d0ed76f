import { chmod, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpServer } from '../http/server.ts';

/** A server that accepts requests. */
export interface Listener {
  /** As in a URL. */
  readonly address: string;
  /** Takes no more requests, waits for those that run, and after ten seconds waits no longer. */
  close(): Promise<void>;
}

const patience = 10_000;

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
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    connections.endIdle();
  });
}

/** Rejects with the system's error (`EADDRINUSE`, `EACCES` …) where the address cannot be had. Port 0 takes a free one. */
export async function listenOnPort(http: HttpServer, host: string, port: number): Promise<Listener> {
  const { server } = http;
  await started(server, () => server.listen(port, host));
  const { port: actual } = server.address() as AddressInfo;
  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, close: () => stop(http) };
}

/** Only the owner of the file may connect. What an ended process left at the path is removed first. */
export async function listenOnSocket(http: HttpServer, path: string): Promise<Listener> {
  const { server } = http;
  await rm(path, { force: true });
  await started(server, () => server.listen(path));
  await chmod(path, 0o600);
  return { address: path, close: () => stop(http) };
}
