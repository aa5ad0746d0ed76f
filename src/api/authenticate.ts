import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { Call } from '../contract/call.ts';
import type { Caller } from '../domain/caller.ts';
import { firstAdmin } from '../services/founding.ts';
import type { Services } from '../services/services.ts';

/** Who a call comes from, and how that was shown. */
export interface Identity {
  readonly caller: Caller;
  /** `failed`: credentials were shown in a header, and they were wrong. */
  readonly by: 'header' | 'session' | 'none' | 'failed';
}

export type Authenticate = (headers: Call['headers']) => Promise<Identity>;

const sessionCookieForm = /(?:^|;\s*)JSESSIONID=([^;\s]+)/;

/** UTF-8 first (RFC 7617), else Latin-1, as old clients send it. */
function decodeText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}

/** The name ends at the first colon; without any the password is empty. */
function basicCredentials(encoded: string): readonly [string, string] | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(encoded)) return undefined;
  const text = decodeText(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
}

const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Tells who a call comes from: by `Authorization` or `Authentication` (section 5), else by the session cookie. A
 * header beats the cookie. `operatorToken` is the Bearer token of whoever may read the data directory.
 */
export function createAuthenticate(
  services: Pick<Services, 'signIn' | 'sessions' | 'callers'>,
  operatorToken: string | undefined,
): Authenticate {
  const byHeader = async (header: string): Promise<Caller | undefined> => {
    const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
    switch (scheme.toLowerCase()) {
      case 'basic': {
        const credentials = basicCredentials(value);
        return credentials === undefined ? undefined : services.signIn.byPassword(...credentials);
      }
      case 'bearer':
        return operatorToken !== undefined && sameSecret(value, operatorToken)
          ? services.callers.of(firstAdmin)
          : undefined;
      default:
        return undefined;
    }
  };

  const bySession = async (cookies: string | undefined): Promise<Caller | undefined> => {
    const id = sessionCookieForm.exec(cookies ?? '')?.[1];
    return id === undefined ? undefined : services.sessions.caller(id);
  };

  return async (headers) => {
    const header = headers['authorization'] ?? headers['authentication'];
    if (header !== undefined && header !== '') {
      const caller = await byHeader(header);
      return caller === undefined ? { caller: services.callers.unknown, by: 'failed' } : { caller, by: 'header' };
    }
    const caller = await bySession(headers['cookie']);
    return caller === undefined ? { caller: services.callers.unknown, by: 'none' } : { caller, by: 'session' };
  };
}
