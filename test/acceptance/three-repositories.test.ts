import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { asUpload, newApp, registrationOf, signedBy } from '../support/apps.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused, refusalOf } from '../support/refusals.ts';
import { connectTo, openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { at, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';

/** North is the home repository of the tests. It may write to west and only read in south. */
let north: ServedSchool;
let south: ServedSchool;
let west: ServedSchool;
let toSouth: WayTo;
let toWest: WayTo;

const searchTimeMs = 1_000;

beforeAll(async () => {
  const overrides = { 'network.searchTimeLimit': 'PT1S', 'network.timeLimit': 'PT2S', 'network.responseSize': '1MB' };
  north = await serveSchool('north', overrides);
  south = await serveSchool('south', { 'security.guest.enabled': 'true' });
  west = await serveSchool('west');
  toSouth = await openWayTo(south.url);
  toWest = await openWayTo(west.url);
  // One call on each side.
  await connectTo(north, toSouth.url);
  await connectTo(north, toWest.url, { write: true });
  for (const other of [south, west]) await connectTo(other, north.url);
});

afterAll(async () => {
  await toSouth?.close();
  await toWest?.close();
  for (const school of [north, south, west]) await school?.close();
});

beforeEach(() => {
  toSouth.behaviour = 'passes';
  toWest.behaviour = 'passes';
});

const shareWithAll = async (school: ServedSchool, node: WireNode): Promise<void> => {
  const permissions = [{ authority: { authorityName: 'GROUP_EVERYONE' }, permissions: ['Consumer'] }];
  await school.anna.setPermissions({ ...at(node), body: { inherited: true, permissions } });
};

/** A file of Anna that everyone may read. */
async function publicFile(school: ServedSchool, title: string): Promise<WireNode> {
  const node = await makeFile(school.anna, 'Some text', { properties: { 'cclom:title': title } });
  await shareWithAll(school, node);
  return node;
}

describe('calls that are passed on', () => {
  test('a test of the connection finds no problem', async () => {
    for (const connection of ['south', 'west']) {
      const found = await north.admin.testConnectedRepository({ connection });
      expect(found).toMatchObject({ problem: null, accepted: true, sameKey: true });
    }
  });

  test('a person reads as an account of their own there, by a ticket and never with a password', async () => {
    const { person } = await north.anna.getPerson({ repository: 'west', person: '-me-' });
    expect(person.userName).toBe('anna@north');
    expect((await west.admin.getPerson({ repository: '-home-', person: 'anna@north' })).person.userName).toBe(
      'anna@north',
    );
    // The administrator here is an ordinary person there.
    expect((await north.admin.getPerson({ repository: 'west', person: '-me-' })).person.userName).toBe('admin@north');
    await expectRefused(north.admin.searchPeople({ repository: 'west', pattern: '*' }), 403);
  });

  test('special IDs are resolved there, and the nodes have the repository that they are in', async () => {
    const home = (await north.anna.getNode({ repository: 'west', node: '-userhome-' })).node;
    expect(home.ref).toMatchObject({ repo: 'west', isHomeRepo: false });
    const { person } = await west.admin.getPerson({ repository: '-home-', person: 'anna@north' });
    expect(home.ref.id).toBe(person.homeFolder.id);
    const { metadatasets } = await north.anna.getMetadataSets({ repository: 'west' });
    expect(metadatasets.length).toBeGreaterThan(0);
    const { mds } = await north.anna.getMetadataSet({ repository: 'west', metadataset: '-default-' });
    expect(JSON.stringify(mds)).not.toContain('-home-');
  });

  test('reading calls go to every connection, also those with the method POST', async () => {
    const node = await publicFile(south, newName('reading'));
    const read = (await north.anna.getNode({ repository: 'south', node: node.ref.id })).node;
    expect(read).toMatchObject({ ref: { repo: 'south', id: node.ref.id }, title: node.title });
    const value = { valueParameters: { query: 'ngsearch', property: 'ccm:taxonid', pattern: '-all-' } };
    await north.anna.getValues({ repository: 'south', metadataset: '-default-', body: value });
    // Rights there count, not rights here.
    const hidden = await makeFolder(south.anna);
    await expectRefused(north.anna.getNode({ repository: 'south', node: hidden.ref.id }), 403);
    await expectRefused(north.admin.getNode({ repository: 'south', node: hidden.ref.id }), 403);
  });

  test('files are downloaded at the address in the node', async () => {
    const node = await publicFile(south, newName('download'));
    const read = (await north.anna.getNode({ repository: 'south', node: node.ref.id })).node;
    const url = new URL(read.downloadUrl ?? '');
    const { status, text } = await rawRequest(
      { baseUrl: url, socketPath: undefined },
      { path: `^${url.pathname}${url.search}`, headers: basic(anna) },
    );
    expect([status, text]).toEqual([200, 'Some text']);
  });

  test('a change reaches only the repository that allows it', async () => {
    const name = newName('written');
    const body = { 'cm:name': [name] };
    const made = await north.anna.createNode({ repository: 'west', node: '-userhome-', type: 'ccm:map', body });
    expect(made.node.ref.repo).toBe('west');
    const there = await west.admin.getNode({ repository: '-home-', node: made.node.ref.id });
    expect(there.node.name).toBe(name);
    const refused = north.anna.createNode({ repository: 'south', node: '-userhome-', type: 'ccm:map', body });
    await expectRefused(refused, 403, /south only allows reading/);
    await north.anna.deleteNode({ repository: 'west', node: made.node.ref.id });
    await expectRefused(west.admin.getNode({ repository: '-home-', node: made.node.ref.id }), 404);
  });

  test('a change that an app signed is passed on only once', async () => {
    const app = newApp();
    await north.admin.registerApplication({ body: asUpload(registrationOf(app.entries)) });
    const signature = signedBy(app);
    const create = async (name: string): Promise<number> => {
      const path = '/node/v1/nodes/west/-userhome-/children?type=ccm:map';
      const headers = { ...basic(anna), ...signature, 'content-type': 'application/json' };
      const body = JSON.stringify({ 'cm:name': [name] });
      return (await fetch(`${north.url}${path}`, { method: 'POST', headers, body })).status;
    };
    const [one, other] = [newName('signed'), newName('signed')];
    expect([await create(one), await create(one), await create(other)]).toEqual([200, 401, 200]);
  });

  test('a large upload is passed on as a stream: no more is read than the other side takes', async () => {
    const node = await makeRemoteFile(north.anna);
    const chunk = randomBytes(64 * 1024);
    let sent = 0;
    const chunks = function* (count: number): Generator<Buffer> {
      for (sent = 0; sent < count * chunk.length; sent += chunk.length) yield chunk;
    };
    const upload = (count: number) =>
      north.anna.uploadContent({
        ...{ repository: 'west', node: node.ref.id, mimetype: 'application/octet-stream', versionComment: '' },
        body: { name: 'big.bin', mimeType: 'application/octet-stream', bytes: Readable.from(chunks(count)) },
      });
    // Nothing is read there, so only what the buffers of the connections take is sent.
    toWest.behaviour = (_, response) => void setTimeout(() => response.destroy(), 700);
    await expectRefused(upload(4_096), 503, /cannot be reached/);
    expect(sent).toBeLessThan(64 * 1024 * 1024);

    toWest.behaviour = 'passes';
    const { node: after } = await upload(1_024);
    expect(after).toMatchObject({ ref: { repo: 'west' }, size: String(64 * 1024 * 1024) });
  });

  test('an upload that the client aborts leaves nothing there', async () => {
    const node = await makeRemoteFile(north.anna);
    const bytes = new PassThrough();
    bytes.write(Buffer.alloc(100_000));
    setTimeout(() => bytes.destroy(new Error('The client has stopped.')), 100);
    const upload = north.anna.uploadContent({
      ...{ repository: 'west', node: node.ref.id, mimetype: 'text/plain', versionComment: '' },
      body: { name: 'half.txt', mimeType: 'text/plain', bytes },
    });
    await expect(upload).rejects.toThrow();
    const { node: after } = await north.anna.getNode({ repository: 'west', node: node.ref.id });
    expect(after.size).toBeNull();
    // The other repository is not to blame, so it is still called.
    await north.anna.getNode({ repository: 'west', node: '-userhome-' });
  });

  test('callers without a sign-in stay so', async () => {
    const node = await publicFile(south, newName('public'));
    // There are no guests in north, so it passes nothing on for strangers.
    await expectRefused(north.nobody.getNode({ repository: 'south', node: node.ref.id }), 401);
    // South has guests, but they are nobody in north.
    await expectRefused(south.nobody.getNode({ repository: 'north', node: node.ref.id }), 401, /no guests/);
    const { users } = await north.admin.searchPeople({ repository: '-home-', pattern: '@south' });
    expect(users).toEqual([]);
  });

  test('an error of the other repository keeps its status and its message', async () => {
    await expectRefused(north.anna.getNode({ repository: 'south', node: newName() }), 404, /Node node-/);
    const unknown = north.anna.createNode({ repository: 'west', node: '-userhome-', type: 'no:type', body: {} });
    await expectRefused(unknown, 400, /no:type/);
    await expectRefused(north.anna.listChildren({ repository: 'west', node: '-userhome-', maxItems: -1 }), 400);
  });

  test('a ticket that the other repository has ended is replaced', async () => {
    await north.bert.getNode({ repository: 'south', node: '-userhome-' });
    await south.admin.removeConnectedRepository({ connection: 'north' });
    await expectRefused(
      north.bert.getNode({ repository: 'south', node: '-userhome-' }),
      502,
      /north is not registered/,
    );
    await connectTo(south, north.url);
    await north.bert.getNode({ repository: 'south', node: '-userhome-' });
  });
});

const makeRemoteFile = async (client: Client): Promise<WireNode> => {
  const body = { 'cm:name': [newName('file')] };
  return (await client.createNode({ repository: 'west', node: '-userhome-', type: 'ccm:io', body })).node;
};

describe('guards', () => {
  const path = (repository: string) => `/node/v1/nodes/${repository}/-userhome-/metadata`;

  test('a call that was passed on is not passed on again, so there are no loops', async () => {
    const headers = { ...basic(anna), 'x-edu-passed-on-by': 'south' };
    const direct = await rawRequest(north.raw, { path: path('north'), headers });
    expect(direct.status).toBe(200);
    const again = await rawRequest(north.raw, { path: path('west'), headers });
    expect(again.status).toBe(400);
    expect(again.text).toContain('passed on only once');
  });

  const emptyDictionary = { namespaces: [], types: [], aspects: [], properties: [] };

  test('credentials and cookies stay here', async () => {
    const seen: Record<string, unknown>[] = [];
    toWest.behaviour = (request, response) => {
      seen.push(request.headers);
      response.writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': 'JSESSIONID=theirs',
        'x-edu-a': 'b',
      });
      const isSignIn = request.url?.includes('/appauth/') === true;
      response.end(JSON.stringify(isSignIn ? { userId: 'anna@north', ticket: 'TICKET_1' } : emptyDictionary));
    };
    const headers = { ...basic(anna), cookie: 'other=1', locale: 'de_DE', 'x-custom': 'y' };
    const answer = await rawRequest(north.raw, { path: `/node/v1/dictionary/west`, headers });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const sent = JSON.stringify(seen);
    for (const secret of [basic(anna)['authorization'] ?? '', 'other=1', 'x-custom'])
      expect(sent).not.toContain(secret);
    expect(seen.at(-1)).toMatchObject({ 'x-edu-passed-on-by': 'north', locale: 'de_DE' });
    expect(String(seen.at(-1)?.['authorization'])).toMatch(/^EDU-TICKET /);
  });

  test('redirects, broken and huge responses are 502', async () => {
    const read = () => north.anna.getDictionary({ repository: 'west' });
    const json =
      (text: string): WayTo['behaviour'] =>
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      };
    const wrong: [WayTo['behaviour'], RegExp][] = [
      [(_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), /redirects to http/],
      [json('<html>'), /not JSON/],
      [json(`"${'x'.repeat(1_100_000)}"`), /more than 1000000 bytes/],
      [json(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), /nested too deeply/],
      [json(''), /empty response/],
    ];
    for (const [behaviour, message] of wrong) {
      toWest.behaviour = behaviour;
      await expectRefused(read(), 502, message);
    }
  });

  test('one that does not respond is 503, names the repository, and is not called after five times', async () => {
    toWest.behaviour = (_, response) => response.destroy();
    const read = () => north.anna.getDictionary({ repository: 'west' });
    for (let attempt = 1; attempt <= 5; attempt += 1) await expectRefused(read(), 503, /west cannot be reached/);
    const before = toWest.requests.length;
    await expectRefused(read(), 503, /west .*not called for now/);
    expect(toWest.requests).toHaveLength(before);
    // Others are not affected, and a new connection begins anew.
    await north.anna.getDictionary({ repository: 'south' });
    toWest.behaviour = 'passes';
    await north.admin.removeConnectedRepository({ connection: 'west' });
    await connectTo(north, toWest.url, { write: true });
    await read();
  });

  test('clocks that differ too much are named, with the advice of the other side', async () => {
    const late =
      'The signature is 35 seconds old. Create a new one for each request, and compare the clocks of both machines.';
    toWest.behaviour = (_, response) => {
      const body = {
        error: 'x',
        message: late,
        logLevel: 'info',
        stacktraceArray: null,
        details: null,
        requestId: '1',
      };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const read = north.bert.getNode({ repository: 'west', node: '-userhome-' });
    await expectRefused(read, 502, /west does not accept the sign-in of bert: .*35 seconds old.*repository test west/);
    const { problem } = await north.admin.testConnectedRepository({ connection: 'west' });
    expect(problem).toContain('returned 400');
  });

  test('a repository whose key is another one than at the start is not let in', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const wrongKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await north.admin.removeConnectedRepository({ connection: 'west' });
    toWest.behaviour = (_, response) =>
      response.end(registrationOf({ appid: 'west', type: 'REPOSITORY', public_key: wrongKey }));
    await connectTo(north, toWest.url);
    const read = () => west.bert.getNode({ repository: 'north', node: '-userhome-' });
    await expectRefused(read(), 502, /north does not accept the sign-in of bert: The signature does not match/);
    toWest.behaviour = 'passes';
    const { sameKey } = await north.admin.testConnectedRepository({ connection: 'west' });
    expect(sameKey).toBe(false);
    await north.admin.removeConnectedRepository({ connection: 'west' });
    await connectTo(north, toWest.url, { write: true });
    await read();
  });

  test('one that hangs is 503 after the time limit', async () => {
    toWest.behaviour = () => undefined;
    await expectRefused(north.anna.getDictionary({ repository: 'west' }), 503, /did not respond in time/);
  });

  test('all repositories are searched, and nothing else is done in all of them', async () => {
    await expectRefused(north.anna.getNode({ repository: '-all-', node: '-userhome-' }), 400, /-all-/);
    await expectRefused(north.anna.deleteNode({ repository: '-all-', node: '-userhome-' }), 400, /-all-/);
  });
});

describe('a search in all repositories', () => {
  const everywhere = { repository: '-all-', metadataset: '-default-', query: 'ngsearch' };
  const wordsOf = (...words: string[]) => [{ property: 'ngsearchword', values: words }];

  const search = (word: string, more: object = {}, body: object = {}) =>
    north.anna.searchBySet({ ...everywhere, ...more, body: { criteria: wordsOf(word), ...body } });

  let word: string;
  let nodes: Readonly<Record<'north' | 'south' | 'west', readonly string[]>>;

  beforeAll(async () => {
    word = `bruch${newName('x').replaceAll(/[^a-z]/g, '')}quartz`;
    const make = async (school: ServedSchool, count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const properties = { 'cclom:title': `${word} ${'und mehr '.repeat(index)}`, 'ccm:commonlicense_key': 'CC_BY' };
        const node = await makeNode(school.anna, { type: 'ccm:io', properties });
        await shareWithAll(school, node);
        ids.push(node.ref.id);
      }
      return ids;
    };
    nodes = { north: await make(north, 3), south: await make(south, 2), west: await make(west, 1) };
  });

  test('merges by rank, adds totals and facets, and keeps the repository of each node', async () => {
    const facet = 'ccm:commonlicense_key';
    const found = await search(word, { maxItems: 10 }, { facets: [facet] });
    expect(found.nodes.map(({ ref }) => ref.repo)).toEqual(['north', 'south', 'west', 'north', 'south', 'north']);
    expect(found.nodes.map(({ ref }) => ref.id).sort()).toEqual(Object.values(nodes).flat().sort());
    expect(found.pagination).toEqual({ total: 6, from: 0, count: 6 });
    expect(found.facets).toMatchObject([{ property: facet, values: [{ value: 'CC_BY', count: 6 }] }]);
    expect(found.missing).toEqual([]);
  });

  test('pages fit together', async () => {
    const pages = await Promise.all([0, 2, 4, 6].map((skipCount) => search(word, { maxItems: 2, skipCount })));
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [0, 2, 4, 6].map((from) => ({ total: 6, from, count: from === 6 ? 0 : 2 })),
    );
    const ids = pages.flatMap((page) => page.nodes.map(({ ref }) => ref.id));
    expect(new Set(ids)).toEqual(new Set(Object.values(nodes).flat()));
    await expectRefused(search(word, { maxItems: 10, skipCount: 1_000 }), 400, /first 1000 hits/);
  });

  test('finds only what the person may read there', async () => {
    const title = `${word} secret`;
    const hidden = await makeNode(west.anna, { type: 'ccm:io', properties: { 'cclom:title': title } });
    const found = await search(word, { maxItems: 50 });
    expect(found.pagination.total).toBe(6);
    expect(found.nodes.map(({ ref }) => ref.id)).not.toContain(hidden.ref.id);
  });

  test('hits of repositories without any that has all words come after the others', async () => {
    const node = await publicFile(south, `${word} einhorn`);
    const found = await search(`${word} einhorn`);
    expect(found).toMatchObject({ relaxed: false, totalWithAllWords: 1 });
    expect(found.nodes[0]?.ref.id).toBe(node.ref.id);
    await south.anna.deleteNode(at(node));
  });

  test('mistakes are those of one repository', async () => {
    expect([400, 404]).toContain((await refusalOf(search(word, { metadataset: 'unknown' }))).status);
    await expectRefused(search(word, { below: '-userhome-' }), 400, /below/);
    await expectRefused(search(word, { maxItems: -1 }), 400);
    await expectRefused(north.nobody.searchBySet({ ...everywhere, body: {} }), 401);
    const headers = { ...basic(anna), 'content-type': 'application/json', 'x-edu-passed-on-by': 'south' };
    const path = '/search/v1/queries/-all-/-default-/ngsearch';
    expect((await rawRequest(north.raw, { method: 'POST', path, headers, body: '{}' })).status).toBe(400);
  });

  test('one stopped and one hanging: what is there comes within the limit', async () => {
    toWest.behaviour = () => undefined;
    await toSouth.close();
    const headers = { ...basic(anna), 'content-type': 'application/json' };
    const path = '/search/v1/queries/-all-/-default-/ngsearch?nodeForm=map';
    const body = JSON.stringify({ criteria: wordsOf(word) });
    const timed = async () => {
      const start = performance.now();
      const answer = await rawRequest(north.raw, { method: 'POST', path, headers, body });
      return { answer, took: performance.now() - start };
    };
    const { answer, ...first } = await timed();
    let { took } = first;
    // All repositories and other tests share this machine, so the best of three counts.
    for (let again = 0; again < 2 && took >= searchTimeMs + 100; again += 1) took = (await timed()).took;
    expect(answer.status).toBe(200);
    expect(answer.headers['x-edu-missing-repositories']).toBe('south, west');
    const found = answer.json() as { nodes: WireNode[]; missing: { id: string; reason: string }[] };
    expect(found.nodes.map(({ ref }) => ref.repo)).toEqual(['north', 'north', 'north']);
    expect(found.missing.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('cannot be reached'),
      expect.stringContaining('did not respond'),
    ]);
    expect(took).toBeLessThan(searchTimeMs + 100);
  });
});
