import type { Context } from 'koa';
import { RepositoryError } from '../base/errors/errors.ts';
import type { Answer } from '../contract/call.ts';
import type { RouterBySegments } from './router.ts';

type AnswerError = (error: unknown) => Answer;

/** A browser asks this before a script of another site sends a call (CORS). Allowed origins got their answer before. */
const isPreflight = ({ method, headers }: Context): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const otherSite = (): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    'Scripts of other sites may not call this repository (CORS) unless their origin is allowed. Ask an administrator to list it in server.allowedOrigins, or send the call from your server.',
  );

const noSuchOperation = ({ method, path }: Context): RepositoryError =>
  new RepositoryError(
    'NotFound',
    `There is no operation ${method} ${path.slice(0, 200)}. GET …/rest/openapi.json lists all operations.`,
  );

/** The response to a request that no route takes: to OPTIONS the methods of the path, to other methods 405 or 404. */
export function unmatchedAnswer(router: RouterBySegments, context: Context, answerError: AnswerError): Answer {
  if (isPreflight(context)) return answerError(otherSite());
  const methods = router.methodsOf(context.path);
  if (methods.length === 0) return answerError(noSuchOperation(context));
  const allow = { allow: [...methods, 'OPTIONS'].sort().join(', ') };
  if (context.method === 'OPTIONS') return { status: 200, headers: allow, body: { kind: 'empty' } };
  const refusal = answerError(noSuchOperation(context));
  return { ...refusal, status: 405, headers: { ...refusal.headers, ...allow } };
}
