import { RepositoryError } from '../../base/errors/errors.ts';
import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import type { ApiSettings } from '../settings.ts';
import type { Identity } from './identity.ts';

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    // `null`, as a sandboxed page sends it, is nobody's host.
    return undefined;
  }
}

/** Without its port where that is the usual one, as an origin is written. */
const written = (host: string): string => host.replace(/:(?:80|443)$/, '').toLowerCase();

/** A proxy may change the scheme and the port, but not who asks: the host of the page is compared. */
function isOwn(origin: string, headers: Call['headers'], publicUrl: string | undefined): boolean {
  const host = hostOf(origin);
  if (host === undefined) return false;
  const own = [publicUrl === undefined ? undefined : hostOf(publicUrl), headers['host']];
  return own.some((each) => each !== undefined && written(each) === written(host));
}

/** What a browser says of the page that sent the call. Other clients say nothing. */
function isForeign(headers: Call['headers'], publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  return origin !== undefined && !isOwn(origin, headers, publicUrl);
}

/** Whether a browser sends by itself what signed in: a cookie, or a password that it once asked its user for. */
const isSentByItself = ({ by, scheme }: Identity): boolean => by === 'session' || scheme === 'basic';

/** A page on another host of the same site may end a session, as a learning platform does beside the repository. */
const isOfAnotherSite = (headers: Call['headers'], publicUrl: string | undefined): boolean =>
  headers['sec-fetch-site'] !== 'same-site' && isForeign(headers, publicUrl);

const refusal = (): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    'A page of another site may not change anything by the session cookie or by Basic. Send a token; where this is the own site behind a proxy, set server.publicUrl.',
  );

/**
 * A browser sends its cookie, and a password by Basic, along whichever page asks it to; so a call that changes something
 * by these has to come from a page of the repository itself. The end of a session is a GET, as existing clients need it:
 * it may come from the same site, and from nowhere else. Rejects with `Forbidden`.
 */
export function requireOwnSite(
  operation: Operation,
  identity: Identity,
  headers: Call['headers'],
  { publicUrl }: Pick<ApiSettings, 'publicUrl'>,
): void {
  if (operation === operations.destroySession && isOfAnotherSite(headers, publicUrl)) throw refusal();
  if (operation.method === 'GET' || !isSentByItself(identity) || !isForeign(headers, publicUrl)) return;
  throw refusal();
}
