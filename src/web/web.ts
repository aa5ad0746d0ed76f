import { RepositoryError } from '../base/errors/errors.ts';
import { AnswerError } from '../client/answer-error.ts';
import type { PageAnswer, PageRequest, Pages } from '../contract/page.ts';
import { type Assets, loadAssets } from './assets/assets.ts';
import { failurePage } from './pages/failure.tsx';
import { createRoutes, type Match } from './routes.ts';
import { toSignIn } from './visit/answers.ts';
import { createVisits, type Visit } from './visit/visit.ts';
import type { WebParts } from './web-parts.ts';

/** The path prefix under which browsers reach the interface: that of the public URL, or the context path. */
function interfacePath({ contextPath, publicUrl }: WebParts['settings']): string {
  return publicUrl === undefined ? contextPath : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** The path below the pages, and the prefix of their addresses. They are served at the root and below the context path. */
function placeOf(path: string, contextPath: string, prefix: string): { readonly path: string; readonly base: string } {
  if (contextPath === '') return { path, base: prefix };
  if (path === contextPath) return { path: '/', base: prefix };
  if (path.startsWith(`${contextPath}/`)) return { path: path.slice(contextPath.length), base: prefix };
  return { path, base: '' };
}

/** Whether a browser shows the answer to a person, who needs a page that says what is wrong. */
const isForPerson = ({ method, prefersHtml }: PageRequest, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && prefersHtml && path !== '/rest' && !path.startsWith('/rest/');

/** A page for a failure. Without a sign-in, some calls are refused that are allowed with one: then it is the sign-in. */
function answerFailure({ answerError }: WebParts, visit: Visit, error: unknown): PageAnswer {
  if (error instanceof AnswerError) {
    const isRefused = error.status === 401 || error.status === 403;
    if (isRefused && !visit.isSignedIn) return toSignIn(visit);
    return failurePage(visit, error.status, error.message);
  }
  const answer = answerError(error);
  const message = error instanceof RepositoryError ? error.message : '';
  return failurePage(visit, answer.status, message);
}

async function answerMatch(parts: WebParts, { route }: Match, visit: Visit): Promise<PageAnswer> {
  try {
    if (route.isPublic !== true && !visit.isSignedIn && !visit.isGuest) return toSignIn(visit);
    if (route.method === 'POST') await visit.requireToken();
    return await route.handle(visit);
  } catch (error) {
    return answerFailure(parts, visit, error);
  }
}

/** The web view: pages for people, made of what the operations of the interface return to the visitor. */
export function createWeb(parts: WebParts): Pages {
  const { contextPath } = parts.settings;
  const prefix = interfacePath(parts.settings);
  const assets: Assets = loadAssets();
  const routes = createRoutes();
  const visitOf = createVisits({ ...parts, assets, interfacePath: prefix });
  return async (request) => {
    const { path, base } = placeOf(request.path, contextPath, prefix);
    if (path.startsWith('/assets/')) return assets.answer(request, path);
    const match = routes.find(request.method, path);
    if (match === undefined && !isForPerson(request, path)) return undefined;
    const takesFile = match?.route.takesFile === true;
    const visit = await visitOf({ request, base, path, params: match?.params ?? {}, takesFile });
    return match === undefined ? failurePage(visit, 404) : answerMatch(parts, match, visit);
  };
}
