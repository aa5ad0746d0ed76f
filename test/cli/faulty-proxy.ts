import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request on its way. */
export type Fate =
  | 'pass'
  /** The connection breaks before the server has seen the request. */
  | 'lost'
  /** The server does what it is asked, and its answer never arrives. */
  | 'answer lost'
  /** Half of the answer's bytes arrive. */
  | 'half an answer'
  /** One byte of the answer is another one. */
  | 'damaged'
  /** Nothing comes back, ever. */
  | 'silence'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

/** A server in front of a repository, on which things go wrong as a test wants them to. */
export interface FaultyProxy {
  readonly url: string;
  /** Decides what happens to each request; `line` is its method and path. */
  fate: (line: string) => Fate;
  /** The requests so far, as method and path, with the sign-in of the last one. */
  readonly lines: string[];
  authorization: string | undefined;
  close(): Promise<void>;
}

function deliver(upstream: IncomingMessage, response: ServerResponse, fate: Fate): void {
  if (fate === 'answer lost') {
    upstream.resume().once('end', () => response.destroy());
    return;
  }
  const chunks: Buffer[] = [];
  upstream.on('data', (chunk: Buffer) => chunks.push(chunk));
  upstream.once('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(upstream.statusCode ?? 500, { ...upstream.headers, connection: 'close' });
    if (fate === 'half an answer') {
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    }
    if (fate === 'damaged') body[0] = (body[0] ?? 0) ^ 1;
    response.end(body);
  });
}

/** Starts a faulty proxy in front of the repository at `target`, a base URL. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, response) => {
    const line = `${incoming.method} ${incoming.url}`;
    proxy.lines.push(line);
    proxy.authorization = incoming.headers.authorization;
    const fate = proxy.fate(line);
    if (fate === 'silence') return;
    if (fate === 'lost') {
      incoming.destroy();
      return;
    }
    if (typeof fate === 'object') {
      response.writeHead(fate.status, fate.headers).end(fate.body);
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers, agent: false });
    onward.once('response', (upstream) => deliver(upstream, response, fate));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${own}/edu-sharing/rest`,
    fate: () => 'pass',
    lines: [],
    authorization: undefined,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
  return proxy;
}
