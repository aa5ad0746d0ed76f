import { cookieAttributes } from '../../api/sign-in/session-cookie.ts';
import type { Call } from '../../contract/call.ts';

/** The value of a cookie; undefined if the request does not have it. */
export function cookieOf(headers: Call['headers'], name: string): string | undefined {
  for (const part of (headers['cookie'] ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Where the server is reached: the path of its pages, empty at the root, and its public address. */
interface ReachedAt {
  readonly base: string;
  readonly publicUrl: string | undefined;
}

/** `Set-Cookie` for a cookie that only this server reads. Without a maximum age in seconds, it ends with the browser. */
export const cookie = ({ base, publicUrl }: ReachedAt, name: string, value: string, maxAge?: number): string =>
  `${name}=${value}; Path=${base === '' ? '/' : base}${cookieAttributes(publicUrl)}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`;
