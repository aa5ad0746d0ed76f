import type { RequestListener } from 'node:http';
import type { RouterMiddleware } from '@koa/router';
import Koa, { type Context } from 'koa';
import type { AnswerBudget } from '../api/response/answer-budget.ts';
import type { OriginAccess } from '../api/sign-in/origin-access.ts';
import { badRequest, messageOf, systemErrorCode } from '../base/errors/errors.ts';
import { hasUtf8Values, isWellEncoded } from '../base/percent-encoding.ts';
import type { Answer, Transport } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import type { Pages } from '../contract/page.ts';
import { type BodyGuard, type BodyGuardOptions, createBodyGuard } from './body/body-guard.ts';
import { paceWithin } from './body/body-pace.ts';
import { isFormWithBoundary } from './body/multipart.ts';
import { discardUnreadBody } from './body/unread-body.ts';
import { createClientAddressOf, type ProxyOptions } from './connection/client-address.ts';
import { headProblem } from './connection/request-head.ts';
import { followNoRequest, followRequest } from './current-request.ts';
import { createDecode, createReadForm } from './decode.ts';
import { defaultTimes, type HttpLimits, type HttpTimes } from './limits.ts';
import { acceptsJson, notAcceptable } from './media-types.ts';
import { servePage } from './page/page.ts';
import { servePages } from './page/pages.ts';
import { type Probes, serveProbes } from './probes.ts';
import { noRequestLog, type RequestLog } from './request-log.ts';
import { createAnswerGate } from './response/answer-gate.ts';
import { createCrossOrigin, isCrossOriginHeader } from './response/cross-origin.ts';
import { encodeAnswer } from './response/encode.ts';
import { createReadPace } from './response/read-pace.ts';
import { streamBody } from './response/stream-body.ts';
import { writeAnswer } from './response/write-response.ts';
import { RouterBySegments } from './router.ts';
import { routesBelow } from './routes.ts';
import { unmatchedAnswer } from './unmatched.ts';

/** What the HTTP server needs from the other layers. */
export interface HttpAppParts {
  readonly send: Transport;
  /** The path prefix of all URLs, such as `/edu-sharing`; empty for the root. */
  readonly contextPath: string;
  /** What scripts of pages with this origin may do. */
  readonly originAccess: (origin: string) => Promise<OriginAccess>;
  readonly limits: HttpLimits;
  readonly proxyOptions: ProxyOptions;
  /** Turns a failure outside the pipeline into a response. `requestId` identifies the request in the log. */
  readonly answerError: (error: unknown, requestId?: string) => Answer;
  /** The memory that all responses may use, on all transports together. */
  readonly answerBudget: AnswerBudget;
  readonly logError: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** Undefined: requests are not logged. */
  readonly requestLog?: RequestLog;
  readonly bodies?: BodyGuardOptions;
  /** The web view, which takes what no route takes. Undefined: there is none. */
  readonly pages?: Pages;
  /** Undefined: `/healthz`, `/readyz` and `/metrics` are not served. */
  readonly probes?: Probes;
  readonly times?: HttpTimes;
}

/** Existing clients send double and trailing slashes, and those in Java add their session to a path (`;jsessionid=…`). */
function normalized(path: string): string {
  const bare = path.includes(';') ? path.replace(/;jsessionid=[^/;]*$/i, '') : path;
  const single = bare.includes('//') ? bare.replaceAll(/\/{2,}/g, '/') : bare;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

/** Throws `BadRequest` if a path cannot be decoded. The router would use it as it is, such as `%ff` as the name of a person. */
function requireWellEncoded(path: string): void {
  if (!path.includes('%') || isWellEncoded(path)) return;
  throw badRequest(
    'The path of the request is not valid: its percent signs do not encode UTF-8. Encode a percent sign itself as %25.',
  );
}

/** Throws `BadRequest` if the values of a query are not in UTF-8. They would be decoded to replacement characters. */
function requireUtf8Query(query: string): void {
  if (hasUtf8Values(query)) return;
  throw badRequest(
    'The query of the request is not valid: its percent signs do not encode UTF-8. Encode ü as %C3%BC, for example, not as %FC.',
  );
}

/** Errors after the client closed the connection. They are not failures: video players close it whenever the user seeks. */
const clientLeftCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Answers with the failure if a file could not be read before anything of it was sent. Otherwise only reports it. */
function answerFailedFile({ answerError, requestLog }: HttpAppParts, context: Context, error: unknown): void {
  const { req, res } = context;
  if (res.headersSent) {
    context.app.emit('error', error, context);
    return;
  }
  // Those of the file. The server decides whether it closes the connection.
  const isKept = (name: string): boolean => name === 'connection' || isCrossOriginHeader(name);
  for (const name of res.getHeaderNames()) if (!isKept(name)) res.removeHeader(name);
  const answer = answerError(error, requestLog?.idOf(req));
  context.status = answer.status;
  writeAnswer(res, answer);
}

function serveOperations(router: RouterBySegments, parts: HttpAppParts, guard: BodyGuard): void {
  const { send, contextPath, limits, answerError, requestLog = noRequestLog } = parts;
  const { silence } = parts.times ?? defaultTimes;
  const gate = createAnswerGate(parts.answerBudget, answerError);
  const decode = createDecode(limits, createClientAddressOf(parts.proxyOptions), guard);
  const readPace = createReadPace(silence);
  for (const { operation: name, method, path, dryRun } of routesBelow(contextPath)) {
    const operation: Operation = operations[name];
    const returnsJson = typeof operation.result !== 'string';
    const handle: RouterMiddleware = async (routed) => {
      const context = routed as unknown as Context;
      const decoded = decode(name, operation, context, routed.params);
      const call = requestLog.traced(context.req, dryRun ? { ...decoded, dryRun } : decoded);
      if (returnsJson && !acceptsJson(context.req.headers.accept)) throw notAcceptable();
      encodeAnswer(context, gate(context.res, await send(call)), ({ bytes, size }) => {
        streamBody(bytes, context.res, size, readPace).catch((error) => answerFailedFile(parts, context, error));
      });
    };
    router.register(path, method, handle);
  }
}

/** The API over HTTP: matches each request to its operation and sends the call through the pipeline. */
export function createHttpApp(parts: HttpAppParts): RequestListener {
  const { contextPath, answerError, requestLog = noRequestLog } = parts;
  const app = new Koa();
  const router = new RouterBySegments();
  const guard = createBodyGuard({ pace: paceWithin((parts.times ?? defaultTimes).silence), ...parts.bodies });
  serveOperations(router, parts, guard);
  servePage(router, contextPath);
  if (parts.probes !== undefined) serveProbes(router, parts.probes);
  app.use(async (context, next) => {
    const path = normalized(context.path);
    if (path !== context.path) context.path = path;
    try {
      requireWellEncoded(path);
      requireUtf8Query(context.querystring);
      await next();
    } catch (error) {
      encodeAnswer(context, answerError(error, requestLog.idOf(context.req)));
    }
    await discardUnreadBody(context.req, context.res);
  });
  app.use(createCrossOrigin(parts.originAccess));
  app.use(async (context, next) => {
    await next();
    if (context.status !== 404 || (context.body !== undefined && context.body !== null)) return;
    encodeAnswer(context, unmatchedAnswer(router, context, answerError));
  });
  if (parts.pages !== undefined)
    app.use(
      servePages(parts.pages, createClientAddressOf(parts.proxyOptions), createReadForm(guard, parts.limits.upload)),
    );
  app.use(router.serve);
  app.on('error', (error: unknown, context?: Context) => {
    if (clientLeftCodes.has(systemErrorCode(error) ?? '')) return;
    parts.logError('A response was aborted.', { path: context?.path, reason: messageOf(error) });
  });
  const serve = app.callback();
  return (request, response) => {
    requestLog.follow(request, response);
    const requestId = requestLog.idOf(request);
    const problem = headProblem(request, parts.proxyOptions.overUnixSocket);
    if (problem !== undefined) writeAnswer(response, answerError(problem, requestId));
    else if (isFormWithBoundary(request.headers['content-type'] ?? '')) {
      // A library parses forms. It may throw where no code of ours can catch the error.
      followRequest({ response, requestId }, () => serve(request, response));
    } else {
      followNoRequest();
      serve(request, response);
    }
  };
}
