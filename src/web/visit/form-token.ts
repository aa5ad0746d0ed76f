import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../contract/call.ts';
import { cookieOf } from './cookies.ts';

export const formTokenField = 'token';

export const formCookie = 'edu-repo-form';

/** The token of one visitor. */
interface FormToken {
  /** The value of the hidden field. */
  readonly value: string;
  /** The value of the cookie that belongs to it; undefined if the browser has it already. */
  readonly newCookie: string | undefined;
}

const cookieForm = /^[\w-]{20,100}$/;

/**
 * Tokens against cross-site request forgery, in addition to the check of the interface. A token is a signature of a random cookie
 * and of the session. Another site can neither read the cookie nor the page, and a token of an earlier session is not valid.
 */
export function createFormTokens(secret: () => string) {
  const key = secret();
  const sign = (visitor: string, headers: Call['headers']): string =>
    createHmac('sha256', key)
      .update(`${visitor}\n${cookieOf(headers, 'JSESSIONID') ?? ''}`)
      .digest('base64url');
  return {
    of(headers: Call['headers']): FormToken {
      const known = cookieOf(headers, formCookie);
      if (known !== undefined && cookieForm.test(known)) return { value: sign(known, headers), newCookie: undefined };
      const visitor = secret();
      return { value: sign(visitor, headers), newCookie: visitor };
    },
    /** A request without the cookie has no valid token. */
    isValid(sent: string, { value, newCookie }: FormToken): boolean {
      const [left, right] = [Buffer.from(sent), Buffer.from(value)];
      return newCookie === undefined && left.length === right.length && timingSafeEqual(left, right);
    },
  };
}
