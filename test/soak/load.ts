import { setTimeout as wait } from 'node:timers/promises';
import { AnswerError } from '../../src/client/answer-error.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { passwordGrant } from '../support/oauth.ts';
import { anna, basic, bert, carla, type TestPerson } from '../support/people.ts';
import { plainImage } from '../support/pictures.ts';
import { at, bytesOf, download, makeFile, type WireNode } from '../support/trees.ts';
import { docxSaying, pdfOf } from '../support/written-documents.ts';
import { createHostileFiles } from './hostile-bytes.ts';
import { runSlowClients } from './slow-clients.ts';

// The program that puts load on a server, in a process of its own: `load.ts URL SECONDS`. It ends with one line of JSON.

/** What came of the load. */
export interface LoadResult {
  /** How many calls of each kind were answered as they should be. */
  readonly done: Readonly<Record<string, number>>;
  /** All others. */
  readonly unexplained: readonly string[];
  readonly slowConnections: number;
  /** The nodes that slow clients read and write: their connections break off. */
  readonly slowNodes: readonly string[];
}

const [url = '', seconds = '0'] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1_000;
const isOver = (): boolean => performance.now() >= end;

const http = createHttpTransport({ baseUrl: new URL(url), timeout: 30_000 });
const clientOf = (person: TestPerson): Client => createClient(http.send, () => basic(person));

const done: Record<string, number> = {};
const unexplained: string[] = [];

/** Counts a call; one that fails in another way than `expected` is a finding. */
async function counted<T>(
  name: string,
  call: () => Promise<T>,
  expected: readonly number[] = [],
): Promise<T | undefined> {
  try {
    const value = await call();
    done[name] = (done[name] ?? 0) + 1;
    return value;
  } catch (error) {
    const status = error instanceof AnswerError ? error.status : undefined;
    const key = `${name} ${status}`;
    if (status !== undefined && expected.includes(status)) done[key] = (done[key] ?? 0) + 1;
    else unexplained.push(`${name}: ${String(error)}`);
    return undefined;
  }
}

/** In milliseconds, between the calls of one user. */
const pause = 150;
/** Nodes of one user at a time: older ones are deleted. */
const maxNodes = 40;

interface Own {
  readonly node: WireNode;
  readonly bytes: Buffer;
}

const words = 'Eisvogel Bruchrechnung Photosynthese Gedicht Landkarte Vulkan Satzbau Dreieck'.split(' ');
const wordAt = (count: number): string => words[count % words.length] ?? '';

async function bytesAt(count: number): Promise<{ bytes: Buffer; mimeType: string; name: string }> {
  const text = `${wordAt(count)} ${wordAt(count * 3 + 1)} ${count}`;
  switch (count % 4) {
    case 0:
      return { bytes: Buffer.from(text.repeat(50)), mimeType: 'text/plain', name: `${count}.txt` };
    case 1:
      return { bytes: pdfOf(text), mimeType: 'application/pdf', name: `${count}.pdf` };
    case 2:
      return { bytes: docxSaying(text), mimeType: 'application/octet-stream', name: `${count}.docx` };
    default: {
      const color = `#${(count * 9_973).toString(16).padStart(6, '0').slice(-6)}`;
      return {
        bytes: await plainImage('png', { width: 640, height: 480 }, color),
        mimeType: 'image/png',
        name: `${count}.png`,
      };
    }
  }
}

/** What a user does in turn, with one of their own nodes. */
const steps: readonly ((client: Client, one: Own, count: number) => Promise<unknown>)[] = [
  (client, { node }, count) => {
    const body = { 'cclom:title': [`${wordAt(count)} ${count}`] };
    return counted('update', () => client.updateMetadata({ ...at(node), body }));
  },
  (client, _, count) =>
    counted('search', () => client.searchNodes({ repository: '-home-', query: wordAt(count), maxItems: 20 })),
  (client) => counted('list', () => client.listChildren({ ...at('-userhome-'), maxItems: 50 })),
  (client, { node }) => counted('preview', async () => bytesOf(await client.getPreview({ nodeId: node.ref.id }))),
  (client, { node }) => counted('text', () => client.getTextContent(at(node))),
  (client, one) => checkBytes('download', client, one),
  (client, _, count) =>
    counted('search', () =>
      client.searchNodes({ repository: '-home-', query: `${wordAt(count)} ${wordAt(count + 1)}` }),
    ),
  (client, { node }) => counted('get', () => client.getNode(at(node))),
  (client) => counted('session', () => client.validateSession()),
];

async function checkBytes(name: string, client: Client, { node, bytes }: Own): Promise<void> {
  const received = await counted(name, () => download(client, node));
  if (received?.equals(bytes) === false) unexplained.push(`${name}: other bytes than were uploaded`);
}

async function upload(client: Client, count: number, own: Own[]): Promise<void> {
  const { bytes, name, mimeType } = await bytesAt(count);
  const node = await counted('upload', () => makeFile(client, bytes, { name, mimeType }));
  if (node !== undefined) own.push({ node, bytes });
  const oldest = own.length > maxNodes ? own.shift() : undefined;
  if (oldest !== undefined) await counted('delete', () => client.deleteNode({ ...at(oldest.node), recycle: false }));
}

/** One user at work: makes, looks at, finds, changes and deletes material of their own. */
async function work(person: TestPerson): Promise<void> {
  const client = clientOf(person);
  const own: Own[] = [];
  for (let count = 0; !isOver(); count += 1) {
    const one = own[(count * 7) % Math.max(1, own.length)];
    const step = steps[count % (steps.length + 1)];
    if (one === undefined || step === undefined) await upload(client, count, own);
    else await step(client, one, count);
    await wait(pause);
  }
  for (const one of own) await checkBytes('kept', client, one);
}

async function attack(person: TestPerson): Promise<void> {
  const client = clientOf(person);
  const next = await createHostileFiles();
  const nodes: WireNode[] = [];
  while (!isOver()) {
    const { name, mimeType, bytes } = next();
    const node = await counted(`hostile ${name}`, () => makeFile(client, bytes, { mimeType }));
    if (node !== undefined) nodes.push(node);
    // A card is an answer, too: it only must not be an error.
    if (node !== undefined)
      void counted('hostile preview', async () => bytesOf(await client.getPreview({ nodeId: node.ref.id })));
    if (node !== undefined) await counted('hostile text', () => client.getTextContent(at(node)));
    const oldest = nodes.length > maxNodes ? nodes.shift() : undefined;
    if (oldest !== undefined)
      await counted('hostile delete', () => client.deleteNode({ ...at(oldest), recycle: false }));
    await wait(2_000);
  }
}

/** Signs in anew, and guesses: passwords cost most of all that a server does for one request. */
async function signIn(): Promise<void> {
  const nobody = createClient(http.send, () => ({}));
  for (let count = 0; !isOver(); count += 1) {
    const person = [anna, carla][count % 2] ?? anna;
    await counted('sign in', () => nobody.createToken({ body: passwordGrant(person) }));
    const guess = { userName: 'stranger', password: `guess ${count}` };
    await counted(
      'guess',
      () => createClient(http.send, () => basic(guess)).listChildren(at('-userhome-')),
      [401, 429, 503],
    );
    await wait(3_000);
  }
}

async function beSlow(): Promise<Pick<LoadResult, 'slowConnections' | 'slowNodes'>> {
  const client = clientOf(carla);
  const large = await makeFile(client, Buffer.alloc(20_000_000, 'large file '), {
    mimeType: 'application/octet-stream',
  });
  const own = await makeFile(client, 'slow', {});
  const { authorization } = basic(carla);
  const nodes = { largeNode: large.ref.id, ownNode: own.ref.id };
  const slowConnections = await runSlowClients({ baseUrl: new URL(url), authorization, ...nodes, isOver }, 3);
  return { slowConnections, slowNodes: Object.values(nodes) };
}

const [slow] = await Promise.all([beSlow(), work(anna), work(carla), attack(bert), signIn()]);
// What is still waiting for a preview of a hostile file gets a card.
await wait(9_000);
http.close();
process.stdout.write(`${JSON.stringify({ done, unexplained, ...slow } satisfies LoadResult)}\n`);
