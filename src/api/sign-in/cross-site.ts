import { RepositoryError } from '../../base/errors/errors.ts';
import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import { isReading, type Operation } from '../../contract/operation.ts';
import type { ApiSettings } from '../settings.ts';
import type { Identity } from './identity.ts';

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    // A sandboxed page sends `null`, which has no host.
    return undefined;
  }
}

/** Removes a default port, as browsers do in an origin. */
const withoutDefaultPort = (host: string): string => host.replace(/:(?:80|443)$/, '').toLowerCase();

/** Compares only the hosts, because a proxy may change scheme and port. */
function isOwn(origin: string, headers: Call['headers'], publicUrl: string | undefined): boolean {
  const host = hostOf(origin);
  if (host === undefined) return false;
  const own = [publicUrl === undefined ? undefined : hostOf(publicUrl), headers['host']];
  return own.some((each) => each !== undefined && withoutDefaultPort(each) === withoutDefaultPort(host));
}

/** Whether a page of another site sent the call. Only browsers send these headers. */
function isForeign(headers: Call['headers'], publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  return origin !== undefined && !isOwn(origin, headers, publicUrl);
}

/** Whether the browser adds the credentials automatically: a cookie, or a password that the user entered earlier. */
const isAutomatic = ({ by, scheme }: Identity): boolean => by === 'session' || scheme === 'basic';

/** A page on another host of the same site may end a session, such as a learning platform next to the repository. */
const isOfAnotherSite = (headers: Call['headers'], publicUrl: string | undefined): boolean =>
  headers['sec-fetch-site'] !== 'same-site' && isForeign(headers, publicUrl);

const refusal = (): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    'A page of another site may not change anything with the session cookie or Basic authentication. Send a token, or list the origin of the page in server.allowedOrigins. If the page belongs to this repository behind a proxy, set server.publicUrl.',
  );

/**
 * Protects against cross-site request forgery. A browser adds its cookie or Basic password to requests of any page, so a call that
 * changes something with these must come from a page of the repository itself, or of an origin in the configuration. The end
 * of a session is a GET, because existing clients need that; it must come from the same site. Throws `Forbidden`.
 */
export function requireOwnSite(
  operation: Operation,
  identity: Identity,
  headers: Call['headers'],
  { publicUrl, allowedOrigins }: Pick<ApiSettings, 'publicUrl' | 'allowedOrigins'>,
): void {
  const endsSession = operation === operations.destroySession && isOfAnotherSite(headers, publicUrl);
  const changes = !isReading(operation) && isAutomatic(identity) && isForeign(headers, publicUrl);
  if ((endsSession || changes) && !allowedOrigins.has(headers['origin'] ?? '')) throw refusal();
}
