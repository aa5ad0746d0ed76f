import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** As older servers answer: sizes are texts, and fields without a value are there and null. */
function asForeign(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asForeign);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    name === 'size' && typeof field === 'number' ? String(field) : asForeign(field),
  ]);
  const nulls = isRecord(value['ref']) ? { license: null, content: null, preview: null, rating: null } : {};
  return { ...nulls, ...Object.fromEntries(entries) };
}

/** A server that is none of ours. */
export interface ForeignServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the repository at an address as a server of another make: nodes in the list form, sizes as texts, fields that are null,
 * and none of the operations of our own.
 */
export async function startForeignServer(target: URL): Promise<ForeignServer> {
  const server = createServer(async (incoming, response) => {
    const path = (incoming.url ?? '').replace('nodeForm=map', 'nodeForm=list');
    if (path.includes('/edu-repo/v1/')) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
      return;
    }
    const { hostname, port } = target;
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const upstream = request({ hostname, port, path, method: incoming.method, headers }, async (answer) => {
      const type = answer.headers['content-type'] ?? '';
      if (!type.includes('json')) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        return;
      }
      const text = (await buffer(answer)).toString('utf8');
      const body = text === '' ? '' : JSON.stringify(asForeign(JSON.parse(text)));
      response.writeHead(answer.statusCode ?? 500, { 'content-type': type }).end(body);
    });
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
