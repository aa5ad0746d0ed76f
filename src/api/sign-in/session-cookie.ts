import type { Call } from '../../contract/call.ts';
import type { ApiSettings } from '../settings.ts';

const pattern = /(?:^|;\s*)JSESSIONID=([^;\s]+)/;

/** The session ID in the cookie of a call; undefined if there is none. */
export const sessionIdOf = (headers: Call['headers']): string | undefined =>
  headers['cookie'] === undefined ? undefined : pattern.exec(headers['cookie'])?.[1];

type CookieSettings = Pick<ApiSettings, 'contextPath' | 'publicUrl'>;

/** The attributes of every cookie: not for scripts, not with forms of other sites, and if the public URL is HTTPS, only with HTTPS. */
export const cookieAttributes = (publicUrl: string | undefined): string =>
  `; HttpOnly; SameSite=Lax${publicUrl?.startsWith('https:') === true ? '; Secure' : ''}`;

/** Contains no comma, because some clients split `Set-Cookie` at commas. An `Expires` date would contain one. */
const cookie = (value: string, { contextPath, publicUrl }: CookieSettings): string =>
  `JSESSIONID=${value}; Path=${contextPath === '' ? '/' : contextPath}${cookieAttributes(publicUrl)}`;

/** `Set-Cookie` for a session. */
export const sessionCookie = (id: string, settings: CookieSettings): string => cookie(id, settings);

/** `Set-Cookie` that deletes the session cookie. */
export const endedSessionCookie = (settings: CookieSettings): string => `${cookie('', settings)}; Max-Age=0`;
