import type { Call } from '../../contract/call.ts';
import { textOfBytes } from '../request/header-text.ts';

/** The parsed credentials of one header. */
export type HeaderCredentials =
  | { readonly scheme: 'basic'; readonly userName: string; readonly password: string }
  | { readonly scheme: 'bearer' | 'ticket'; readonly value: string };

/** The user name ends at the first colon. Without a colon the password is empty. */
function basicCredentials(encoded: string): HeaderCredentials | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(encoded)) return undefined;
  const text = textOfBytes(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  const [userName, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  return { scheme: 'basic', userName, password };
}

/** Parses a header; undefined if it cannot be parsed or has an unknown scheme. Schemes are case-insensitive. */
export function readCredentials(header: string): HeaderCredentials | undefined {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return basicCredentials(value);
    case 'bearer':
      return { scheme: 'bearer', value };
    case 'edu-ticket':
      return { scheme: 'ticket', value };
    default:
      return undefined;
  }
}

/** Undoes the form encoding of a client ID or secret. Clients that do not encode them may have invalid escapes. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The client ID and secret in the header (RFC 6749, section 2.3.1); undefined if there are none. */
export function clientCredentials(
  headers: Call['headers'],
): { readonly id: string; readonly secret: string } | undefined {
  const [header = ''] = credentialHeaders(headers);
  const read = readCredentials(header);
  return read?.scheme === 'basic' ? { id: formDecoded(read.userName), secret: formDecoded(read.password) } : undefined;
}

/** The values of `Authorization` and `Authentication`, since the contract allows both; one value if they are equal. */
export function credentialHeaders({ authorization, authentication }: Call['headers']): readonly string[] {
  if (authentication === undefined || authentication === '' || authentication === authorization) {
    return authorization === undefined || authorization === '' ? [] : [authorization];
  }
  return authorization === undefined || authorization === '' ? [authentication] : [authorization, authentication];
}
