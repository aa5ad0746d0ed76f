import type { RequestListener } from 'node:http';
import Router, { type RouterMiddleware } from '@koa/router';
import Koa, { type Context } from 'koa';
import { messageOf, RepositoryError, systemErrorCode } from '../base/errors.ts';
import type { Answer, Call, Transport } from '../contract/call.ts';
import { type OperationName, operationNames, operations } from '../contract/index.ts';
import { createDecode } from './decode.ts';
import { encodeAnswer } from './encode.ts';
import { createFront } from './front.ts';
import type { HttpLimits } from './limits.ts';
import { servePage } from './page/page.ts';
import { formsInServer } from './path-tree.ts';
import { createPeerOf, type PeerOptions } from './peer.ts';

/** What the HTTP side needs of the rest. */
export interface HttpAppParts {
  readonly send: Transport;
  /** Below which everything lies, such as `/edu-sharing`; empty for the root. */
  readonly contextPath: string;
  readonly limits: HttpLimits;
  readonly peers: PeerOptions;
  /** Turns a failure before or beside the pipeline into an answer. */
  readonly answerError: (error: unknown) => Answer;
  readonly logError: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** Clients in the field send double and trailing slashes. */
const normalized = (path: string): string => path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

/** What a connection ends with when the other side does not want it any more, as with each jump in a film: no failure. */
const clientLeft: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** The router takes the first path that fits, and a parameter fits everything. */
const literalsFirst = (a: { readonly path: string }, b: { readonly path: string }): number => {
  const [left, right] = [a, b].map(({ path }) => path.replaceAll(/\{\w+\}/g, '\u{10ffff}'));
  return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1;
};

function registerAll(router: Router, contextPath: string, handle: (name: OperationName) => RouterMiddleware): void {
  const forms = operationNames.flatMap((name) =>
    formsInServer(contextPath, operations[name]).map(({ method, path }) => ({ name, method, path })),
  );
  for (const { name, method, path } of forms.sort(literalsFirst)) {
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], [handle(name)]);
  }
}

/** The interface over HTTP: matches a request to its operation, and knows nothing of what the operation does. */
export function createHttpApp(parts: HttpAppParts): RequestListener {
  const app = new Koa();
  const router = new Router();
  const peerOf = createPeerOf(parts.peers);
  const decode = createDecode(parts.limits, peerOf);

  const answerOf = async (name: OperationName, context: Context, params: Call['params']): Promise<Answer> => {
    const { call, upload } = await decode(name, operations[name], context, params);
    try {
      return await parts.send(call);
    } finally {
      await upload?.abandon();
    }
  };

  registerAll(router, parts.contextPath, (name) => async (context) => {
    encodeAnswer(context as unknown as Context, await answerOf(name, context as unknown as Context, context.params));
  });

  servePage(router, parts.contextPath);

  app.use(async (context, next) => {
    const path = normalized(context.path);
    if (path !== context.path) context.path = path;
    try {
      await next();
    } catch (error) {
      encodeAnswer(context, parts.answerError(error));
    }
  });
  app.use(async (context, next) => {
    await next();
    if (context.status !== 404 || (context.body !== undefined && context.body !== null)) return;
    const allowed = router.match(context.path, context.method).path.flatMap(({ methods }) => methods);
    encodeAnswer(context, noSuchOperation(context, [...new Set(allowed)], parts.answerError));
  });
  app.use(router.routes() as Koa.Middleware);
  app.on('error', (error: unknown, context?: Context) => {
    if (clientLeft.has(systemErrorCode(error) ?? '')) return;
    parts.logError('A response broke off.', { path: context?.path, reason: messageOf(error) });
  });
  const { send, contextPath, limits, answerError } = parts;
  return createFront({ send, contextPath, limits, peerOf, answerError, others: app.callback() });
}

function noSuchOperation(
  context: Context,
  allowed: readonly string[],
  answerError: HttpAppParts['answerError'],
): Answer {
  const what = `${context.method} ${context.path.slice(0, 200)}`;
  const answer = answerError(
    new RepositoryError('NotFound', `There is no operation ${what}. GET …/rest/openapi.json lists them.`),
  );
  return allowed.length > 0
    ? { ...answer, status: 405, headers: { ...answer.headers, allow: allowed.join(', ') } }
    : answer;
}
