import type { FuzzIdentity } from './identities.ts';

/** A text that stands in a URL as it is: it is not percent-encoded. */
interface RawText {
  readonly raw: string;
}

export type UrlText = string | RawText;

/** The body of a call: letters in UTF-8, or bytes as letters of ISO 8859-1. */
export interface FuzzBody {
  readonly type: string | undefined;
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

/**
 * One call, as plain JSON, so that it can be printed and kept. Texts may hold places such as `{files.0:3}`: the id of a
 * thing of the world, put in when the call is sent.
 */
export interface FuzzCall {
  readonly operation: string;
  readonly method: string;
  /** The path of the operation, with names in braces. */
  readonly path: string;
  readonly as: FuzzIdentity;
  readonly params: Readonly<Record<string, UrlText>>;
  readonly query: readonly (readonly [string, UrlText])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: FuzzBody | undefined;
}

const encoded = (text: UrlText): string =>
  typeof text === 'string' ? encodeURIComponent(text.toWellFormed()) : text.raw;

/** The request line's target of a call. */
function targetOf({ path, params, query }: FuzzCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? ''));
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encoded(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** The bytes of a call in which no place is left. */
export function requestOf(call: FuzzCall, credentials: Readonly<Record<string, string>>): Buffer {
  const { method, headers, body } = call;
  const bytes = body === undefined ? undefined : Buffer.from(body.text, body.encoding);
  const lines = [
    `${method} ${targetOf(call)} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(credentials).map(([name, value]) => `${name}: ${value}`),
    ...(body?.type === undefined ? [] : [`Content-Type: ${body.type}`]),
    ...(bytes === undefined ? [] : [`Content-Length: ${bytes.length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'utf8'), bytes ?? Buffer.alloc(0)]);
}
