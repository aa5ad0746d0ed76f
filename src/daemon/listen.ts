import { chmod, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that accepts requests. */
export interface Listener {
  /** As in a URL. */
  readonly address: string;
  /** Takes no more requests, waits for those that run, and after ten seconds waits no longer. */
  close(): Promise<void>;
}

const patience = 10_000;

/** A path through many folders with long names is a long address: far more than Node takes by itself. */
const maxHeaderSize = 524_288;

/** Servers that take no more requests: each answer that is still given ends its connection. */
const closing = new WeakSet<Server>();

function newServer(listener: RequestListener): Server {
  const server = createServer(
    { keepAliveTimeout: 10_000, headersTimeout: 10_000, requestTimeout: 0, maxHeaderSize },
    (request, response) => {
      if (closing.has(server)) response.setHeader('connection', 'close');
      return listener(request, response);
    },
  );
  // An upload may take hours, but not without a byte for two minutes.
  server.setTimeout(120_000);
  return server;
}

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

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    closing.add(server);
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Rejects with the system's error (`EADDRINUSE`, `EACCES` …) where the address cannot be had. Port 0 takes a free one. */
export async function listenOnPort(listener: RequestListener, host: string, port: number): Promise<Listener> {
  const server = newServer(listener);
  await started(server, () => server.listen(port, host));
  const { port: actual } = server.address() as AddressInfo;
  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, close: () => stop(server) };
}

/** Only the owner of the file may connect. What an ended process left at the path is removed first. */
export async function listenOnSocket(listener: RequestListener, path: string): Promise<Listener> {
  await rm(path, { force: true });
  const server = newServer((request, response) => {
    // Clients have to send a `Host`, but over a socket it names nothing that a link could lead to.
    delete request.headers.host;
    return listener(request, response);
  });
  await started(server, () => server.listen(path));
  await chmod(path, 0o600);
  return { address: path, close: () => stop(server) };
}
