import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { OriginAccess } from '../../api/sign-in/origin-access.ts';

/** Headers that scripts could not read otherwise. */
const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Edu-Ignored-Authorities',
  'X-Edu-Ignored-Properties',
  'X-Edu-Left-Out',
  'X-Edu-Missing-Repositories',
  'X-Edu-Next-Skip-Count',
  'X-Edu-Unknown-Properties',
];

/** How long a browser may remember that an origin is allowed, in seconds. */
const maxAge = 600;

/**
 * Cross-origin resource sharing (Fetch Standard, 3.3): lets scripts of allowed origins use the API, also from a public site
 * to a repository in a private network. Other origins get no such headers.
 */
export function createCrossOrigin(originAccess: (origin: string) => Promise<OriginAccess>): Middleware {
  const allowed = cors({
    origin: async ({ headers: { origin = '' } }) => ((await originAccess(origin)) === 'none' ? '' : origin),
    credentials: async ({ headers: { origin = '' } }) => (await originAccess(origin)) === 'session',
    privateNetworkAccess: true,
    exposeHeaders: exposedHeaders,
    maxAge,
  });
  return (context, next) => {
    if (context.headers.origin !== undefined) return allowed(context, next);
    // A cache must not serve this response to a page of another origin, which needs the headers.
    context.res.setHeader('vary', 'Origin');
    return next();
  };
}

/** The headers that a response keeps if it turns into an error. */
export const isCrossOriginHeader = (name: string): boolean => name === 'vary' || name.startsWith('access-control-');
