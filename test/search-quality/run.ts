import { dirname, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { mimeTypeOfName } from '../../src/base/mime-type-of-name.ts';
import type { Client } from '../../src/client/client.ts';
import { installPeers } from '../bench/peers.ts';
import { together } from '../bench/together.ts';
import { corpusFolder } from '../support/corpus.ts';
import { anna } from '../support/people.ts';
import { at, makeFile, makeFolder, type WireNode } from '../support/trees.ts';
import { generatedPairs, pairKind } from './generated-pairs.ts';
import { type Collection, type JudgedFile, type JudgedQuestion, judgedCollections } from './judged.ts';
import { fts5, miniSearch, type PeerDocument } from './peers.ts';
import { serveSearchable } from './serve-searchable.ts';

/** The ten best paths for a question, the best first. */
type Answer = (question: string) => Promise<readonly string[]> | readonly string[];

const us = 'edu-repo';
const repository = '-home-';
const top = '-companyhome-';

const { values: options } = parseArgs({
  options: {
    /** Asks the questions of this collection only. */
    collection: { type: 'string' },
    /** Lists our misses. */
    misses: { type: 'boolean', default: false },
    /** Lists those of half B as well: no ranking may be tuned on these. */
    'held-out': { type: 'boolean', default: false },
    /** Leaves out what we are compared with. */
    alone: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const padded = (text: string): string => text.padEnd(24);

/** Lets everybody read what lies at the top, and with it all that is below. */
async function share(client: Client, node: WireNode): Promise<void> {
  const authority = { authorityName: 'GROUP_EVERYONE' };
  await client.setPermissions({ ...at(node), body: { permissions: [{ authority, permission: 'Consumer' }] } });
}

/** Uploads the files into their folders, for everybody to read. Resolves to the path of each node by its ID. */
async function upload(client: Client, files: readonly JudgedFile[]): Promise<Map<string, string>> {
  const folders = new Map<string, string>([['.', top]]);
  const shareAtTop = async (node: WireNode, parent: string): Promise<WireNode> => {
    if (parent === top) await share(client, node);
    return node;
  };
  const folderOf = async (path: string): Promise<string> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const parent = await folderOf(dirname(path));
    const folder = await shareAtTop(await makeFolder(client, { parent, name: posix.basename(path) }), parent);
    folders.set(path, folder.ref.id);
    return folder.ref.id;
  };
  const paths = new Map<string, string>();
  for (const { path, read } of files) {
    const parent = await folderOf(dirname(path));
    const place = { parent, name: posix.basename(path), mimeType: mimeTypeOfName(path) };
    paths.set((await shareAtTop(await makeFile(client, await read(), place), parent)).ref.id, path);
  }
  return paths;
}

const ours =
  (client: Client, paths: ReadonlyMap<string, string>): Answer =>
  async (question) => {
    const { nodes } = await client.searchBySet({
      ...{ repository, metadataset: '-default-', query: 'ngsearch', maxItems: 10, contentType: 'FILES' },
      body: { criteria: [{ property: 'ngsearchword', values: [question] }] },
    });
    return nodes.flatMap(({ ref }) => paths.get(ref.id) ?? []);
  };

const worded = (path: string): string => path.replaceAll(/[_/.-]+/g, ' ');

/** What the peers search: what our server has of each file. */
async function documentsOf(client: Client, paths: ReadonlyMap<string, string>): Promise<readonly PeerDocument[]> {
  const entries = [...paths];
  const documents: PeerDocument[] = [];
  await together(entries.length, async (index) => {
    const [id = '', path = ''] = entries[index] ?? [];
    const { properties } = (await client.getNode(at(id))).node;
    const { text } = await client.getTextContent(at(id));
    const stated = properties['cclom:title'] ?? [];
    documents[index] = {
      path,
      title: [...stated, worded(posix.basename(path))].join(' '),
      keywords: (properties['cclom:general_keyword'] ?? []).join(' '),
      folder: worded(dirname(path)),
      text: text ?? '',
    };
  });
  return documents;
}

const isMiss = (rank: number): boolean => rank === 0 || rank > 3;

/** The rank of the first right file for each question, from 1; 0 if it is not among the first ten. */
async function ranksOf(
  answer: Answer,
  questions: readonly JudgedQuestion[],
  tells: (question: JudgedQuestion) => boolean,
): Promise<readonly number[]> {
  const ranks: number[] = [];
  for (const question of questions) {
    const { ask, kind, right } = question;
    const found = await answer(ask);
    const rank = found.slice(0, 10).findIndex((path) => right.includes(path)) + 1;
    ranks.push(rank);
    if (isMiss(rank) && tells(question))
      say(`${rank} (${kind}) «${ask}» wants ${right[0]}\n    ${found.slice(0, 3).join('\n    ')}`);
  }
  return ranks;
}

function figuresOf(ranks: readonly number[]): string {
  const share = (most: number): number => ranks.filter((rank) => rank > 0 && rank <= most).length / ranks.length;
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length;
  return `${(share(1) * 100).toFixed(0)} % / ${(share(3) * 100).toFixed(0)} % / ${reciprocal.toFixed(3)}`;
}

/** What the figures are printed for: all questions, each half, each kind. */
function groupsOf(
  questions: readonly JudgedQuestion[],
): readonly (readonly [string, (one: JudgedQuestion) => boolean])[] {
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  return [
    ['all', ({ kind }) => kind !== pairKind],
    ['half A', ({ heldOut, kind }) => !heldOut && kind !== pairKind],
    ['half B, held out', ({ heldOut }) => heldOut],
    ...kinds.map((kind) => [kind, (one: JudgedQuestion) => one.kind === kind] as const),
  ];
}

function answersOf(
  client: Client,
  paths: ReadonlyMap<string, string>,
  documents: readonly PeerDocument[],
): Record<string, Answer> {
  if (options.alone) return { [us]: ours(client, paths) };
  return { [us]: ours(client, paths), 'SQLite FTS5': fts5(documents), MiniSearch: miniSearch(documents) };
}

async function compare(
  { name, questions: judged }: Collection,
  client: Client,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const documents = await documentsOf(client, paths);
  const answers = answersOf(client, paths, documents);
  const questions = [...judged, ...generatedPairs(documents)];
  const ranks: (readonly number[])[] = [];
  for (const [engine, answer] of Object.entries(answers)) {
    const tells = ({ heldOut }: JudgedQuestion) => engine === us && options.misses && (!heldOut || options['held-out']);
    ranks.push(await ranksOf(answer, questions, tells));
  }
  say(`\n${name} collection, ${paths.size} files: right file first / among the first three / mean reciprocal rank`);
  say(['', 'questions', ...Object.keys(answers)].map(padded).join('').trimEnd());
  for (const [group, isIn] of groupsOf(questions)) {
    const own = ranks.map((list) =>
      list.filter((_, index) => questions[index] !== undefined && isIn(questions[index])),
    );
    say([group, String(own[0]?.length), ...own.map(figuresOf)].map(padded).join('').trimEnd());
  }
}

/** Uploads a collection as the administrator, and asks its questions as a teacher. */
async function ask(collection: Collection): Promise<void> {
  let paths = new Map<string, string>();
  const served = await serveSearchable(async (client) => {
    const { userName: person, password, ...body } = anna;
    await client.createPerson({ repository, person, password, body });
    paths = await upload(client, collection.files);
  });
  try {
    await compare(collection, served.clientOf(anna), paths);
  } finally {
    await served.close();
  }
}

const collections = await judgedCollections(corpusFolder());
const asked = collections.filter(({ name }) => options.collection === undefined || options.collection === name);
if (asked.length === 0)
  throw new Error(
    `There is no collection ${options.collection}: ask ${collections.map(({ name }) => name).join(' or ')}.`,
  );
if (!options.alone) await installPeers();
for (const collection of asked) await ask(collection);
