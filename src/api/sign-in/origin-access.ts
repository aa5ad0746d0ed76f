import type { Services } from '../../services/services.ts';
import type { ApiSettings } from '../settings.ts';

/**
 * What scripts of pages with an origin may do (CORS): `session`: call with the session or the password of the visitor;
 * `token`: only with a header that the script itself has, such as a token or a ticket.
 */
export type OriginAccess = 'none' | 'token' | 'session';

/**
 * Origins in the configuration get `session`. Those of apps get `token`: an app must not act as an administrator who visits
 * its page, because it may not sign in administrators either. `origin` is the header of the request.
 */
export function createOriginAccess(
  { allowedOrigins }: Pick<ApiSettings, 'allowedOrigins'>,
  { appOrigins }: Pick<Services, 'appOrigins'>,
): (origin: string) => Promise<OriginAccess> {
  return async (origin) => {
    if (allowedOrigins.has(origin)) return 'session';
    return (await appOrigins()).has(origin) ? 'token' : 'none';
  };
}
