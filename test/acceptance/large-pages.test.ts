import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf } from '../../src/cli/node-arguments/children.ts';
import { createPathFinder } from '../../src/cli/node-arguments/node-paths.ts';
import { versionsOf } from '../../src/cli/node-arguments/versions.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { admin, anna, basic, bert, carla, type TestPerson } from '../support/people.ts';
import { type RawTarget, rawRequest } from '../support/raw-request.ts';
import {
  newSchoolDirectory,
  type Overrides,
  openDirectory,
  removeFolder,
  serveDirectory,
} from '../support/repository.ts';
import { at, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';

interface Served {
  readonly raw: RawTarget;
  as(person: TestPerson): Client;
  close(): Promise<void>;
}

async function serveSchool(directory: string, overrides: Overrides = {}): Promise<Served> {
  const server = await serveDirectory(directory, overrides);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  return {
    raw: { baseUrl: new URL(server.url), socketPath: undefined },
    as: (person) => createClient(http.send, () => basic(person)),
    async close() {
      http.close();
      await server.close();
    },
  };
}

let directory: string;
let school: Served;
let folder: WireNode;
beforeAll(async () => {
  directory = await newSchoolDirectory();
});
afterAll(async () => {
  await school.close();
  await removeFolder(directory);
});

interface Answered {
  readonly list: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  readonly next: number | undefined;
}

async function ask(path: string, person: TestPerson, method = 'GET'): Promise<Answered> {
  const body =
    method === 'POST' ? { body: '{}', headers: { ...basic(person), 'content-type': 'application/json' } } : {};
  const { status, headers, bytes, json } = await rawRequest(school.raw, {
    method,
    path,
    headers: basic(person),
    ...body,
  });
  expect(status, path).toBe(200);
  const next = headers['x-edu-next-skip-count'];
  const list = json();
  return {
    list: Array.isArray(list) ? { list } : (list as Answered['list']),
    bytes: bytes.length,
    next: next === undefined ? undefined : Number(next),
  };
}

/** Follows a list from answer to answer as they say; each but the last ends early. */
async function followed(path: string, field: string, person: TestPerson = anna, method = 'GET') {
  const entries: unknown[] = [];
  const sizes: number[] = [];
  let skip: number | undefined = 0;
  while (skip !== undefined) {
    const { list, bytes, next }: Answered = await ask(
      `${path}${path.includes('?') ? '&' : '?'}skipCount=${skip}`,
      person,
      method,
    );
    const part = list[field] as unknown[];
    entries.push(...part);
    sizes.push(bytes);
    const pagination = list['pagination'] as { from: number; count: number; total: number } | undefined;
    if (next !== undefined) expect(next).toBeGreaterThan(skip);
    if (pagination !== undefined) {
      expect(pagination).toMatchObject({ from: skip, count: part.length });
      if (next !== undefined) expect(next).toBe(pagination.from + pagination.count);
      else expect(pagination.from + pagination.count).toBe(pagination.total);
    }
    skip = next;
  }
  return { entries, sizes };
}

const idOf = (node: unknown): string => (node as WireNode).ref.id;
const sorted = (ids: readonly string[]): string[] => [...ids].sort();

describe('with the limits of the program', () => {
  const nodeCount = 40;
  const folderIds: string[] = [];

  beforeAll(async () => {
    school = await serveSchool(directory);
    const client = school.as(anna);
    folder = await makeFolder(client);
    // As much as a node may have.
    const properties = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((at) => [`ccm:long${at}`, 'x'.repeat(63_000)]));
    for (let number = 0; number < nodeCount; number += 1)
      folderIds.push(idOf(await makeNode(client, { type: 'ccm:io', parent: folder, properties })));
  });
  afterAll(() => school.close());

  test('a page of the largest nodes ends early, says so, and goes on until each came once', async () => {
    const path = `/node/v1/nodes/-home-/${folder.ref.id}/children?maxItems=1000`;
    for (const _ of ['written anew', 'written before']) {
      const { entries, sizes } = await followed(path, 'nodes');
      expect(sizes.length).toBe(6);
      expect(Math.max(...sizes)).toBeLessThan(4_000_100);
      expect(sorted(entries.map(idOf))).toEqual(sorted(folderIds));
    }
  });

  test('the command line reads a folder of them whole', async () => {
    const ids: string[] = [];
    for await (const node of childrenOf(school.as(anna), folder.ref.id)) ids.push(node.ref.id);
    expect(sorted(ids)).toEqual(sorted(folderIds));
  });
});

test('other work has its turn while a page of the largest nodes is written', async () => {
  const repository = await openDirectory(directory);
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  try {
    const client = createClient(repository.send, () => basic(anna));
    // Whatever is done once is done.
    await client.listChildren({ ...at(folder), maxItems: 1 });
    setImmediate(count);
    const { nodes } = await client.listChildren({ ...at(folder), maxItems: 1000 });
    isOver = true;
    expect(nodes.length).toBeGreaterThan(5);
    expect(turns).toBeGreaterThan(nodes.length / 2);
  } finally {
    isOver = true;
    await repository.close();
  }
});

describe('with less room for a page', () => {
  const pageBytes = 300_000;
  const count = 12;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const long = (at: number): string => `${at} `.repeat(60_000 / `${at} `.length);
  let client: Client;

  beforeAll(async () => {
    school = await serveSchool(directory, { 'limits.pageBytes': String(pageBytes) });
    client = school.as(anna);
  });

  const largeNode = (parent: WireNode | string, number: number, keyword: string, type = 'ccm:io') =>
    makeNode(client, {
      type,
      parent,
      properties: { 'cclom:general_description': long(number), 'cclom:general_keyword': keyword },
    });

  /** Every answer but the last is as large as it may be, and none is larger by more than one entry. */
  const expectParts = (sizes: readonly number[]): void => {
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(pageBytes + 10_000);
  };

  test('every search goes on where it ended, and facets leave out what is too long to choose by', async () => {
    const keyword = newName('stichwort').replaceAll('-', '');
    const folder = await makeFolder(client);
    const ids: string[] = [];
    for (const number of numbers) ids.push(idOf(await largeNode(folder, number, keyword)));
    const searches: readonly [path: string, method?: string][] = [
      [`/node/v1/nodes/-home-?query=${keyword}&maxItems=100`],
      [`/search/v1/queriesV2/-home-/-default-/ngsearch?maxItems=100&lucene=${keyword}`, 'POST'],
      [`/search/v1/custom/-home-?property=cclom:general_keyword&value=${keyword}&maxItems=100`],
    ];
    for (const [path, method] of searches) {
      const { entries, sizes } = await followed(path, 'nodes', anna, method);
      expectParts(sizes);
      expect(sorted(entries.map(idOf)), path).toEqual(sorted(ids));
    }
    const { list } = await ask(
      `/node/v1/nodes/-home-?query=${keyword}&maxItems=2&facets=cclom:general_description`,
      anna,
    );
    expect(list['facets']).toEqual([{ property: 'cclom:general_description', values: [], sumOtherDocCount: count }]);
    const explained = await followed(`/node/v1/nodes/-home-?query=${keyword}&maxItems=100&explain=true`, 'nodes');
    expect(explained.entries).toHaveLength(count);

    const query = ids.map((id) => `nodeIds=${id}`).join('&');
    const { list: byId, next } = await ask(`/search/v1/metadata/-home-?${query}`, anna);
    const { nodes, pagination } = byId as unknown as {
      nodes: WireNode[];
      pagination: { total: number; count: number };
    };
    expect(nodes.map(idOf)).toEqual(ids.slice(0, next));
    expect(pagination).toMatchObject({ total: count, count: next });
  });

  test('the command line knows where everything lies, though the folders above are large', async () => {
    const folders: WireNode[] = [];
    for (const number of numbers) folders.push(await largeNode('-userhome-', number, 'ordner', 'ccm:map'));
    const files: WireNode[] = [];
    for (const parent of folders) files.push(await makeNode(client, { type: 'ccm:io', parent }));
    const located = await createPathFinder(client, '').locate(files);
    expect(located.map(({ path }) => path)).toEqual(files.map(({ name }, at) => `~/${folders[at]?.name}/${name}`));
  });

  test('versions, of which each is large', async () => {
    const node = await largeNode('-userhome-', 0, 'versionen');
    for (const number of numbers.slice(1))
      await client.createMetadataVersion({
        ...at(node),
        versionComment: '',
        body: { 'cclom:general_description': [long(number)] },
      });
    const { entries, sizes } = await followed(`/node/v1/nodes/-home-/${node.ref.id}/versions/metadata`, 'versions');
    expectParts(sizes);
    const labels = entries.map((entry) => (entry as { version: { minor: number } }).version.minor);
    expect(labels).toEqual(numbers);
    const told: number[] = [];
    for await (const { version } of versionsOf(client, node.ref.id)) told.push(version.minor);
    expect(told).toEqual(numbers);
  });

  test('comments and feedback', async () => {
    const file = await makeFile(client, 'x');
    const everybody = { authorityName: 'GROUP_EVERYONE' };
    await client.setPermissions({
      ...at(file),
      body: { permissions: [{ authority: everybody, permission: 'Coordinator' }] },
    });
    for (let number = 0; number < 40; number += 1)
      await client.addComment({ ...at(file), body: 'ä'.repeat(9_000 + number) });
    const comments = await followed(`/comment/v1/comments/-home-/${file.ref.id}`, 'comments');
    expectParts(comments.sizes);
    const lengths = comments.entries.map((entry) => (entry as { comment: string }).comment.length);
    expect(lengths).toEqual(Array.from({ length: 40 }, (_, number) => 9_000 + number));

    for (const person of [admin, anna, bert, carla])
      await school.as(person).giveFeedback({ ...at(file), body: { text: Array<string>(10).fill('x'.repeat(9_500)) } });
    const feedback = await followed(`/feedback/v1/feedback/-home-/${file.ref.id}/list`, 'list');
    expectParts(feedback.sizes);
    expect(new Set(feedback.entries.map((entry) => (entry as { authority: string }).authority)).size).toBe(4);
  });

  test('the trash', async () => {
    const folder = await makeFolder(client);
    const ids: string[] = [];
    for (const number of numbers) ids.push(idOf(await largeNode(folder, number, 'abfall')));
    for (const id of ids) await client.deleteNode({ repository, node: id });
    const { entries, sizes } = await followed('/archive/v1/search/-home-/*?maxItems=100', 'nodes');
    expectParts(sizes);
    expect(sorted(entries.map(idOf))).toEqual(sorted(ids));
  });

  test('collections, and what is gathered in them', async () => {
    const title = newName('Sammlung');
    const top = { repository, collection: '-root-' };
    const { collection } = await client.createCollection({ ...top, body: { title } });
    const inside = { repository, collection: collection.ref.id };
    const folder = await makeFolder(client);
    const [originals, collections]: [string[], string[]] = [[], []];
    for (const number of numbers) {
      const { ref } = await largeNode(folder, number, 'gesammelt');
      await client.addReference({ ...inside, node: ref.id });
      originals.push(ref.id);
      const body = { title: `${title} ${number}`, properties: { 'ccm:long': [long(number)] } };
      collections.push(idOf((await client.createCollection({ ...inside, body })).collection));
    }
    const base = `/collection/v1/collections/-home-/${collection.ref.id}/children`;
    const references = await followed(`${base}/references?maxItems=100`, 'references');
    expectParts(references.sizes);
    expect(sorted(references.entries.map((entry) => (entry as WireNode).originalId ?? ''))).toEqual(sorted(originals));
    const below = await followed(`${base}/collections?maxItems=100`, 'collections');
    expectParts(below.sizes);
    expect(sorted(below.entries.map(idOf))).toEqual(sorted(collections));

    const [both, gathered]: [string[], string[]] = [[], []];
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const { list, bytes, next }: Answered = await ask(`${base}?maxItems=100&skipCount=${skip}`, anna);
      expect(bytes).toBeLessThan(pageBytes + 10_000);
      both.push(...(list['collections'] as unknown[]).map(idOf));
      gathered.push(...(list['references'] as WireNode[]).map(({ originalId = '' }) => originalId));
      skip = next;
    }
    expect([sorted(both), sorted(gathered)]).toEqual([sorted(collections), sorted(originals)]);
  });

  test('people, groups, members and memberships', async () => {
    const operator = school.as(admin);
    const text = 'ä'.repeat(1_000);
    const names = Array.from({ length: 50 }, (_, number) => `viele-${100 + number}`);
    const body = { firstName: text, lastName: text, email: text, primaryAffiliation: text };
    const profile = { displayName: text, groupType: text, groupEmail: text, scopeType: text };
    await operator.createGroup({ repository, group: 'alle', body: {} });
    for (const name of names) {
      await operator.createPerson({ repository, person: name, body });
      await operator.addMember({ repository, group: 'alle', member: name });
      await operator.createGroup({ repository, group: name, body: profile });
      await operator.addMember({ repository, group: name, member: 'anna' });
    }
    const nameOf = (entry: unknown): string => (entry as { authorityName: string }).authorityName;
    const groups = names.map((name) => `GROUP_${name}`);
    const lists: readonly [path: string, field: string, expected: readonly string[]][] = [
      ['/iam/v1/people/-home-?pattern=viele-*&maxItems=100', 'users', names],
      ['/iam/v1/groups/-home-?pattern=viele-*&maxItems=100', 'groups', groups],
      ['/iam/v1/groups/-home-/alle/members?maxItems=100', 'authorities', names],
      ['/iam/v1/people/-home-/anna/memberships?maxItems=100', 'groups', groups],
    ];
    for (const [path, field, expected] of lists) {
      const { entries, sizes } = await followed(path, field, admin);
      expectParts(sizes);
      expect(entries.map(nameOf), path).toEqual(expected);
    }
  });
});
