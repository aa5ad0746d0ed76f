import type { Call } from '../../contract/call.ts';
import type { ApiSettings } from '../settings.ts';

const form = /(?:^|;\s*)JSESSIONID=([^;\s]+)/;

/** The id of the session that a call names; undefined where it names none. */
export const sessionIdOf = (headers: Call['headers']): string | undefined =>
  headers['cookie'] === undefined ? undefined : form.exec(headers['cookie'])?.[1];

type CookieSettings = Pick<ApiSettings, 'contextPath' | 'publicUrl'>;

/** Without a comma, as clients split at it (compatibility 1), and so without a date. */
const cookie = (value: string, { contextPath, publicUrl }: CookieSettings): string =>
  `JSESSIONID=${value}; Path=${contextPath === '' ? '/' : contextPath}; HttpOnly; SameSite=Lax${
    publicUrl?.startsWith('https:') === true ? '; Secure' : ''
  }`;

/** `Set-Cookie` that has the client go on with a session. */
export const sessionCookie = (id: string, settings: CookieSettings): string => cookie(id, settings);

/** `Set-Cookie` that has the client forget its session. */
export const endedSessionCookie = (settings: CookieSettings): string => `${cookie('', settings)}; Max-Age=0`;
