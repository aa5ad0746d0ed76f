import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { connectTo, openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { newName } from '../support/trees.ts';

/** West is behind a way on which a hostile server answers in its place. */
let north: ServedSchool;
let west: ServedSchool;
let toWest: WayTo;
let remoteFile = '';
const open = new Set<NodeJS.Timeout>();

beforeAll(async () => {
  north = await serveSchool('north', {
    'network.timeLimit': 'PT1S',
    'network.responseSize': '1MB',
    'network.responsesInFlight': '1MB',
  });
  west = await serveSchool('west');
  toWest = await openWayTo(west.url);
  // Making the keys takes a while, and must not count for the time limit.
  for (const school of [north, west]) await school.admin.listConnectedRepositories();
  await connectTo(north, toWest.url, { write: true });
  await connectTo(west, north.url);
  const body = { 'cm:name': [newName('file')] };
  const { node } = await north.anna.createNode({ repository: 'west', node: '-userhome-', type: 'ccm:io', body });
  remoteFile = node.ref.id;
});

beforeEach(async () => {
  toWest.behaviour = 'passes';
  // The pause after failures is over, and the ticket of Anna is there.
  await north.admin.removeConnectedRepository({ connection: 'west' });
  await connectTo(north, toWest.url, { write: true });
  await north.anna.getDictionary({ repository: 'west' });
});

afterEach(() => {
  for (const timer of open) clearInterval(timer);
  open.clear();
});

afterAll(async () => {
  await toWest?.close();
  for (const school of [north, west]) await school?.close();
});

/** Writes raw bytes to each connection instead of a response, and then the same part again and again. */
const raw =
  (start: string, again = ''): Exclude<WayTo['behaviour'], 'passes'> =>
  (request: IncomingMessage) => {
    request.resume();
    const socket: Socket = request.socket;
    socket.on('error', () => undefined);
    socket.write(start);
    if (again === '') return;
    const timer = setInterval(() => socket.write(again), 50);
    open.add(timer);
    socket.once('close', () => clearInterval(timer));
  };

/** One that ends the connection after these bytes. */
const ending =
  (text: string): WayTo['behaviour'] =>
  ({ socket }) =>
    void socket.end(text);

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  'a call that returns JSON': () => north.anna.getDictionary({ repository: 'west' }),
  'a download': async () => {
    const { bytes } = await north.anna.exportMetadata({ repository: 'west', metadataset: '-default-' });
    return buffer(bytes);
  },
  'an upload': () =>
    north.anna.uploadContent({
      ...{ repository: 'west', node: remoteFile, mimetype: 'text/plain', versionComment: '' },
      body: { name: 'a.txt', mimeType: 'text/plain', bytes: Readable.from([Buffer.from('text')]) },
    }),
};

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const peers: Readonly<Record<string, readonly [behaviour: WayTo['behaviour'], failure: RegExp]>> = {
  'switches to another protocol': [
    raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', 'x'),
    /switch to another protocol \(101\)/,
  ],
  'switches to another protocol without naming one': [
    raw('HTTP/1.1 101 Switching Protocols\r\n\r\n', 'x'),
    /switch to another protocol \(101\)/,
  ],
  'sends interim responses slowly': [
    raw('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    /did not respond in time|too many interim responses/,
  ],
  'sends many interim responses': [raw('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)), /too many interim responses/],
  'sends 100 Continue for ever': [
    raw('HTTP/1.1 100 Continue\r\n\r\n'.repeat(5), 'HTTP/1.1 100 Continue\r\n\r\n'),
    /did not respond in time|too many interim responses/,
  ],
  'sends headers without an end': [raw('HTTP/1.1 200 OK\r\n', 'X-More: a\r\n'), /did not respond in time/],
  'sends one header without an end': [raw('HTTP/1.1 200 OK\r\nX-More: ', 'a'), /did not respond in time/],
  'sends nothing': [raw(''), /did not respond in time/],
  'ends without a response': [ending(''), /cannot be reached/],
  'ends within the head': [ending('HTTP/1.1 200 OK\r\nContent-'), /cannot be reached/],
  'speaks another protocol': [ending('SSH-2.0-OpenSSH_9.9\r\n'), /cannot be reached/],
};

const bodies: Readonly<Record<string, WayTo['behaviour']>> = {
  'ends within the body': ending(`${head}Content-Length: 1000\r\n\r\n{"a":`),
  'sends a body without an end, byte by byte': raw(`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
};

describe('calls to another repository end within the time limit, whether they return JSON, download or upload', () => {
  const failuresOf = () =>
    Promise.all(Object.values(calls).map((call) => call().then(String, (error: unknown) => String(error))));

  test.each(Object.entries(peers))('if it %s', async (_name, [behaviour, failure]) => {
    toWest.behaviour = behaviour;
    // Without a limit, the calls would wait until the test ends.
    for (const message of await failuresOf()) expect(message).toMatch(failure);
  });

  test.each(Object.entries(bodies))('if it %s', async (_name, behaviour) => {
    toWest.behaviour = behaviour;
    for (const message of await failuresOf()) expect(message).toMatch(/cannot be reached|aborted|No response/);
  });

  test('and are still answered by the right one', async () => {
    const [json, download, upload] = await failuresOf();
    expect([json, upload]).toEqual(['[object Object]', '[object Object]']);
    // The only download is for administrators, whom north has none of in west.
    expect(download).toMatch(/administrator/);
  });
});

test('signing in and the call have one time limit together', async () => {
  const start = performance.now();
  const delays: number[] = [];
  toWest.behaviour = (request, response) => {
    delays.push(performance.now() - start);
    const isSignIn = request.url?.includes('/appauth/') === true;
    // Each part alone would be within the limit.
    open.add(setTimeout(() => response.end(isSignIn ? '{"userId":"bert@north","ticket":"TICKET_1"}' : '{}'), 700));
  };
  await expectRefused(north.bert.getDictionary({ repository: 'west' }), 503, /did not respond in time/);
  expect(delays.length).toBeLessThanOrEqual(2);
});

describe('of an answer of another repository', () => {
  const dictionary = { namespaces: [], types: [], aspects: [], properties: [] };
  const read = (path = '/node/v1/dictionary/west') => rawRequest(north.raw, { path, headers: basic(anna) });
  const answers = (status: number, headers: Record<string, string>, json: string): void => {
    toWest.behaviour = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
    };
  };
  const failure = (details: string): string =>
    `{"error":"x","message":"y","logLevel":"info","stacktraceArray":null,"requestId":"1","details":${details}}`;

  test('only known headers in their form are passed on', async () => {
    const forged = {
      'set-cookie': 'a=b',
      'www-authenticate': 'Basic',
      'x-edu-scope': 'safe',
      'x-edu-missing-repositories': 'north',
      'x-edu-next-skip-count': '<script>',
      'content-security-policy': 'none',
      'access-control-allow-origin': 'https://evil.example',
      'clear-site-data': '"*"',
      'strict-transport-security': 'max-age=0',
      location: 'https://evil.example',
      refresh: '0; url=https://evil.example',
      'cache-control': 'public, max-age=31536000',
      etag: `"${'x'.repeat(1_000)}"`,
      'x-edu-unknown-properties': 'cm:a',
    };
    answers(200, forged, JSON.stringify(dictionary));
    const { status, headers } = await read();
    expect(status).toBe(200);
    const kept = Object.keys(forged).filter((name) => headers[name] !== undefined);
    expect(kept).toEqual(['x-edu-unknown-properties']);
  });

  test.each([301, 407, 418, 426, 451, 511, 599, 999, 206, 304])('the status %d is 502', async (status) => {
    answers(status, {}, failure('null'));
    expect((await read()).status).toBe(502);
  });

  test.each([400, 403, 404, 409, 429, 503])('the status %d is passed on', async (status) => {
    answers(status, {}, failure('null'));
    expect((await read()).status).toBe(status);
  });

  test('every node is one of that repository, whatever it says', async () => {
    const path = '/node/v1/nodes/west/-userhome-/metadata?nodeForm=map';
    const honest = (await read(path)).text;
    const forged = [
      ['"repo":"west"', '"repo":"north"'],
      ['"repo":"west"', '"repo":"-home-"'],
      ['"repo":"west"', '"repo":"south"'],
      ['"repo":"west"', '"repo":null'],
      ['"isHomeRepo":false', '"isHomeRepo":true'],
      ['"isHomeRepo":false', '"isHomeRepo":"yes"'],
    ] as const;
    for (const [right, wrong] of forged) {
      expect(honest).toContain(right);
      answers(200, {}, honest.replaceAll(right, wrong));
      expect((await read(path)).text).toBe(honest);
    }
  });

  test('an error that is nested too deeply is 502', async () => {
    answers(400, {}, failure(`${'['.repeat(5_000)}${']'.repeat(5_000)}`));
    const { status, text } = await read();
    expect([status, text]).toEqual([502, expect.stringContaining('nested too deeply')]);
  });

  test('all that are being received share their memory', async () => {
    let waiting = 0;
    const large = `"${'x'.repeat(700_000)}`;
    toWest.behaviour = (_, response) => {
      waiting += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(large);
    };
    const statuses = await Promise.all([read(), read(), read()]);
    expect(waiting).toBe(3);
    const told = statuses.map(({ text }) => (text.includes('large responses are in progress') ? 'memory' : 'time'));
    expect(told.sort()).toEqual(['memory', 'memory', 'time']);
    for (const { status } of statuses) expect(status).toBe(503);
    // Everything was released.
    toWest.behaviour = (_, response) => response.end(JSON.stringify(dictionary).padEnd(900_000));
    expect((await read()).status).toBe(200);
  });
});
