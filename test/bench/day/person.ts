import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { authorizationOf } from '../../../src/client/credentials.ts';
import type { Kind, Task } from './mix.ts';
import { password } from './school-day.ts';

/** One connection, on which one person after the other works. */
export interface Person {
  /** Resolves when the answer was read to its end; rejects where it is an error. */
  perform(task: Task): Promise<void>;
  close(): void;
}

interface Message {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

interface Reply {
  readonly cookie: string | undefined;
  readonly text: () => string;
}

/** Properties whose values are counted with each search. */
const facets = ['ccm:taxonid', 'ccm:educationalcontext', 'ccm:educationallearningresourcetype'];
const json = { 'content-type': 'application/json' };
const boundary = 'edu-repo-bench-day';
const nodes = '/rest/node/v1/nodes/-home-';

/** Sends a request and reads its answer; of a large one nothing is kept. */
function exchange(agent: Agent, origin: string, message: Message): Promise<Reply> {
  const { method = 'GET', path, headers = {}, body } = message;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const all = { accept: '*/*', ...headers, ...length };
    const outgoing = request(origin + path, { method, agent, headers: all }, (response) => {
      const { statusCode = 0, headers: answered } = response;
      const isKept = answered['content-type']?.startsWith('application/json') === true || statusCode >= 400;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => isKept && chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = (): string => Buffer.concat(chunks).toString();
        if (statusCode >= 400) reject(new Error(`${method} ${path}: ${statusCode} ${text()}`));
        else resolve({ cookie: answered['set-cookie']?.[0]?.split(';')[0], text });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const idIn = ({ text }: Reply): string => {
  // The server checks its own answers; this is a node.
  const { node } = JSON.parse(text()) as { node: { ref: { id: string } } };
  return node.ref.id;
};

const searchFor = (query: string): Message => ({
  method: 'POST',
  path: '/rest/search/v1/queries/-home-/-default-/ngsearch?maxItems=10',
  headers: json,
  body: JSON.stringify({ criteria: [{ property: 'ngsearchword', values: [query] }], facets }),
});

/** A text of some kilobytes, as a person has written it. */
const uploadTo = (node: string, { number, texts }: Task): Message => ({
  method: 'POST',
  path: `${nodes}/${node}/content?versionComment=&mimetype=text/plain`,
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="Text.txt"',
    'Content-Type: text/plain',
    '',
    `${number} ${texts.sentences(50)}`,
    `--${boundary}--`,
    '',
  ].join('\r\n'),
});

/** Nodes of the person who is signed in now: they may be moved and deleted. */
interface Own {
  readonly nodes: string[];
  turn: number;
}

const copyOf = (source: string): Message => ({
  method: 'POST',
  path: `${nodes}/-userhome-/children/_copy?source=${source}&withChildren=true`,
});

/** Copies, moves and deletes in turns; without a node of their own the person copies one. */
async function rearrange(send: (message: Message) => Promise<Reply>, own: Own, task: Task): Promise<void> {
  own.turn += 1;
  const node = own.nodes.at(-1);
  if (node === undefined || own.turn % 3 === 0) {
    own.nodes.push(idIn(await send(copyOf(task.node))));
  } else if (own.turn % 3 === 1) {
    await send({
      method: 'POST',
      path: `${nodes}/${task.folder}/children/_move?source=${node}&name=${encodeURIComponent(`Verschoben ${task.number}`)}`,
    });
  } else {
    await send({ method: 'DELETE', path: `${nodes}/${node}` });
    own.nodes.pop();
  }
}

/**
 * Opens a connection. With `byBasic` each request has the password; else there is a cookie, as a browser has it. The first task
 * has to be to sign in.
 */
export function openPerson(origin: string, context: string, byBasic: boolean): Person {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let identity: OutgoingHttpHeaders = {};
  let own: Own = { nodes: [], turn: 0 };
  const send = ({ path, headers, ...rest }: Message): Promise<Reply> =>
    exchange(agent, origin, { ...rest, path: `${context}${path}`, headers: { ...identity, ...headers } });

  const signIn = async ({ person: userName }: Task): Promise<void> => {
    identity = { authorization: authorizationOf({ kind: 'basic', userName, password }) };
    own = { nodes: [], turn: 0 };
    const { cookie } = await send({ path: '/rest/authentication/v1/validateSession' });
    if (cookie === undefined) throw new Error(`${userName} was not signed in.`);
    if (!byBasic) identity = { cookie };
  };
  const create = async (task: Task): Promise<void> => {
    const { 'cm:name': _, ...properties } = task.texts.properties(task.number);
    const body = JSON.stringify({ ...properties, 'cm:name': [`Neu ${task.number}`] });
    const path = `${nodes}/${task.folder}/children?type=ccm:io`;
    const node = idIn(await send({ method: 'POST', path, headers: json, body }));
    await send(uploadTo(node, task));
    own.nodes.push(node);
  };
  const get = (path: string): Promise<Reply> => send({ path });
  const ways: Readonly<Record<Kind, (task: Task) => Promise<unknown>>> = {
    'GET node': ({ node }) => get(`${nodes}/${node}/metadata`),
    'children, 40 a page': ({ folder }) => get(`${nodes}/${folder}/children?maxItems=40&skipCount=0`),
    'search with facets': ({ query }) => send(searchFor(query)),
    preview: ({ node }) => get(`/preview?nodeId=${node}`),
    'download, 0.1 to 5 MB': ({ node }) => get(`/eduservlet/download?nodeId=${node}`),
    'create with upload': create,
    'update metadata': ({ node, texts }) => {
      const body = JSON.stringify({ 'cclom:general_description': [texts.sentences(4)] });
      return send({ method: 'PUT', path: `${nodes}/${node}/metadata`, headers: json, body });
    },
    'sign in': signIn,
    'copy, move or delete': (task) => rearrange(send, own, task),
  };
  return {
    perform: async (task) => {
      await ways[task.kind](task);
    },
    close: () => agent.destroy(),
  };
}

/** A connection to the floor, which has one answer for every task. */
export function openFloor(origin: string): Person {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    perform: async ({ number }) => {
      await exchange(agent, origin, { path: `/page/${number}` });
    },
    close: () => agent.destroy(),
  };
}
