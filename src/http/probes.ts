import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { RepositoryError } from '../base/errors/errors.ts';
import type { RouterBySegments } from './router.ts';

/** The numbers for Prometheus. */
export interface Metrics {
  /** Undefined: only processes of this machine may read them. */
  readonly token: string | undefined;
  text(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** What monitoring asks the server. */
export interface Probes {
  /** Why the repository is not ready; undefined if it is. */
  unreadyBecause(): string | undefined;
  /** Undefined if they are disabled. */
  readonly metrics: Metrics | undefined;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A proxy on this machine sends the requests of everyone from here, and says so in one of these headers. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress;
  // A Unix socket has no address.
  const isLocal = address === undefined || /^(?:::ffff:)?127\.|^::1$/.test(address);
  return isLocal && forwardingHeaders.every((name) => headers[name] === undefined);
}

function requireMayRead({ token }: Metrics, request: IncomingMessage): void {
  if (token === undefined) {
    if (isFromHere(request)) return;
    throw new RepositoryError(
      'Forbidden',
      'Only this machine may read the metrics. Set metrics.token in config.yaml, and send it as Bearer.',
    );
  }
  const [, sent] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (sent !== undefined && timingSafeEqual(sha256(sent), sha256(token))) return;
  throw new RepositoryError(
    'Unauthorized',
    'The metrics need the token metrics.token of config.yaml: send it as Bearer.',
  );
}

function answer(context: Context, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  context.status = status;
  context.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  context.body = text;
  context.set('Content-Type', type);
}

/** Serves `/healthz`, `/readyz` and, if enabled, `/metrics`. They are no part of the interface contract. */
export function serveProbes(router: RouterBySegments, { unreadyBecause, metrics }: Probes): void {
  router.register('/healthz', 'GET', (context) => answer(context as unknown as Context, 200, 'ok\n'));
  router.register('/readyz', 'GET', (context) => {
    const reason = unreadyBecause();
    answer(context as unknown as Context, reason === undefined ? 200 : 503, `${reason ?? 'ready'}\n`);
  });
  if (metrics === undefined) return;
  router.register('/metrics', 'GET', async (context) => {
    requireMayRead(metrics, context.req);
    const { contentType, text } = await metrics.text();
    answer(context as unknown as Context, 200, text, contentType);
  });
}
