import type { TestPerson } from './people.ts';
import { type RawResponse, type RawTarget, rawRequest } from './raw-request.ts';

/** A browser without scripts: it keeps cookies, follows redirects, and sends the forms of pages. */
export interface WebVisitor {
  /** The page that a path leads to, and its path. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<WebPage>;
  /** Sends a form to a path, with the token of the last page. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<WebPage>;
  /** The same without following a redirect, and without a token if `fields` has none. */
  send(method: string, path: string, more?: WebRequest): Promise<RawResponse>;
  /** Sends a form with a file, as the page of a folder has it. */
  upload(
    path: string,
    file: { readonly name: string; readonly bytes: string } | undefined,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<WebPage>;
  signIn(person: Pick<TestPerson, 'userName' | 'password'>): Promise<WebPage>;
  readonly cookies: ReadonlyMap<string, string>;
}

interface WebPage extends RawResponse {
  /** Where the redirects ended. */
  readonly path: string;
  /** The text of the page, without markup. */
  readonly words: string;
}

interface WebRequest {
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const maxRedirects = 5;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** What a person reads on a page. */
const wordsOf = (html: string): string =>
  html
    .replace(/<head>[\s\S]*?<\/head>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ');

function keepCookies(cookies: Map<string, string>, response: RawResponse): void {
  for (const cookie of response.headers['set-cookie'] ?? []) {
    const [pair = '', ...attributes] = cookie.split('; ');
    const at = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** A visitor of the pages at the root of a server, or below `base`. */
export function webVisitor(target: RawTarget, base = ''): WebVisitor {
  const cookies = new Map<string, string>();
  let token = '';

  const send: WebVisitor['send'] = async (method, path, { fields, headers = {}, body } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await rawRequest(target, {
      method,
      path: `^${base}${path}`,
      headers: {
        host: target.baseUrl.host,
        accept: 'text/html',
        ...(cookie === '' ? {} : { cookie }),
        ...(fields === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(fields === undefined ? {} : { body: new URLSearchParams(fields).toString() }),
      ...(body === undefined ? {} : { body }),
    });
    keepCookies(cookies, response);
    return response;
  };

  const follow = async (response: RawResponse, path: string, headers = {}): Promise<WebPage> => {
    let [current, place] = [response, path];
    for (let redirects = 0; current.status === 303; redirects += 1) {
      if (redirects === maxRedirects) throw new Error(`${path} leads in a circle.`);
      place = String(current.headers['location']).slice(base.length);
      current = await send('GET', place, { headers });
    }
    token = /name="token" value="([^"]+)"/.exec(current.text)?.[1] ?? token;
    return { ...current, path: place, words: wordsOf(current.text) };
  };

  const get: WebVisitor['get'] = async (path, headers = {}) =>
    follow(await send('GET', path, { headers }), path, headers);

  const post: WebVisitor['post'] = async (path, fields = {}, headers = {}) =>
    follow(await send('POST', path, { fields: { token, ...fields }, headers }), path, headers);

  const upload: WebVisitor['upload'] = async (path, file, fields = {}, headers = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ token, ...fields })) form.append(name, value);
    if (file !== undefined) form.append('file', new Blob([file.bytes]), file.name);
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const body = Buffer.from(await encoded.arrayBuffer());
    return follow(await send('POST', path, { body, headers: { 'content-type': type, ...headers } }), path);
  };

  return {
    cookies,
    get,
    upload,
    post,
    send,
    async signIn({ userName, password }) {
      await get('/sign-in');
      return post('/sign-in', { userName, password });
    },
  };
}
