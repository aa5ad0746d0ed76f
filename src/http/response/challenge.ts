import type { IncomingHttpHeaders } from 'node:http';

/** The challenge for scripts, which can send a token or another header of their own (RFC 6750, section 3). */
const scriptChallenge = 'Bearer realm="edu-repo"';

/** Whether a page sent the request by itself, not because a person followed a link or opened an address (Fetch Metadata). */
const isByPage = (headers: IncomingHttpHeaders): boolean =>
  headers['x-requested-with'] === 'XMLHttpRequest' ||
  (headers['sec-fetch-mode'] !== undefined && headers['sec-fetch-mode'] !== 'navigate');

/**
 * The headers of a response to this request. If a response names Basic, a browser opens its dialog for passwords, even above a page
 * that only loads a picture or has a form of its own. Such requests get another challenge, because 401 requires one (RFC 9110,
 * 15.5.2).
 */
export function withQuietChallenge(
  answered: Readonly<Record<string, string>>,
  headers: IncomingHttpHeaders,
): Readonly<Record<string, string>> {
  if (answered['www-authenticate'] === undefined || !isByPage(headers)) return answered;
  return { ...answered, 'www-authenticate': scriptChallenge };
}
