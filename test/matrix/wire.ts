import { Buffer } from 'node:buffer';

/** Who a request says it comes from: nothing, or a name with its password (Basic). */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/** The parts of a request that an operation does not fix. */
export interface Parts {
  /** Values of `{…}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly file?: { readonly field: string; readonly name: string; readonly type: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A method and a path with `{…}`, such as `GET /node/v1/nodes/{repository}`. */
export type OperationKey = string;

const authorization = ({ userName, password }: Credentials): string =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;

function bodyOf({ json, form, file }: Parts): {
  body?: string | URLSearchParams | FormData;
  headers: Record<string, string>;
} {
  if (json !== undefined) return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  if (form !== undefined) return { body: new URLSearchParams(form), headers: {} };
  if (file === undefined) return { headers: {} };
  const data = new FormData();
  data.append(file.field, new Blob([file.text], { type: file.type }), file.name);
  return { body: data, headers: {} };
}

const pairsOf = (query: Query): [string, string][] =>
  Object.entries(query).flatMap(([name, values]) =>
    (typeof values === 'string' ? [values] : values).map((value): [string, string] => [name, value]),
  );

/** The address of a request: `{repository}` is the home repository unless told. */
function addressOf(base: string, path: string, { params = {}, query = {} }: Parts): string {
  const values: Readonly<Record<string, string>> = { repository: '-home-', ...params };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing stands for {${name}} in ${path}.`);
    return encodeURIComponent(value);
  });
  const pairs = pairsOf(query);
  return pairs.length === 0 ? `${base}${filled}` : `${base}${filled}?${new URLSearchParams(pairs)}`;
}

/** A server and how it is spoken to: plain HTTP, without any code of the program. */
export interface Wire {
  send(from: Credentials | undefined, operation: OperationKey, parts?: Parts): Promise<Answer>;
  /** The JSON of a call that has to succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is looked at, not typed.
  ask(from: Credentials | undefined, operation: OperationKey, parts?: Parts): Promise<any>;
  readonly url: string;
}

/** `url` is `{base_url}`; the paths named in `outside` lie below its context path. */
export function createWire(url: string, outside: ReadonlySet<string>): Wire {
  const context = url.replace(/\/rest$/, '');
  const send: Wire['send'] = async (from, operation, parts = {}) => {
    const [method = '', path = ''] = operation.split(' ');
    const { body, headers } = bodyOf(parts);
    const answer = await fetch(addressOf(outside.has(path) ? context : url, path, parts), {
      method,
      headers: { ...headers, ...(from === undefined ? {} : { authorization: authorization(from) }), ...parts.headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return {
    url,
    send,
    async ask(from, operation, parts) {
      const { status, text } = await send(from, operation, parts);
      if (status !== 200) throw new Error(`${operation} by ${from?.userName ?? 'nobody'} answered ${status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly description?: string }>>>>;
}

const methods = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options'];

/** The path below which operations are only checked, as their descriptions name it. */
export const dryRunFolder = '/edu-repo/v1/dry-run';

/** What a server says of itself. */
interface Described {
  readonly operations: readonly OperationKey[];
  /** The paths that lie outside `{base_url}`. */
  readonly outside: ReadonlySet<string>;
  /** The operations that can be only checked. */
  readonly dryRuns: ReadonlySet<OperationKey>;
}

export async function describedBy(url: string): Promise<Described> {
  // What is described is JSON of the form that OpenAPI gives it.
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const dryRuns = operations.filter((operation) => {
    const [method = '', path = ''] = operation.split(' ');
    return paths[path]?.[method.toLowerCase()]?.description?.includes(dryRunFolder) === true;
  });
  return {
    operations,
    dryRuns: new Set(dryRuns),
    outside: new Set(Object.keys(paths).filter((path) => 'servers' in (paths[path] ?? {}))),
  };
}
