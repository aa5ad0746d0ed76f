import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anna } from '../support/people.ts';
import { openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { makeFile, makeFolder, type WireNode } from '../support/trees.ts';
import { type Run, run, type Surroundings } from './run-line.ts';

/** A remote that sends what no repository sends. */
let remote: ServedSchool;
let way: WayTo;
let folder: WireNode;
let file: WireNode;
let local = '';

beforeAll(async () => {
  remote = await serveSchool('remote');
  way = await openWayTo(remote.url);
  folder = await makeFolder(remote.anna);
  file = await makeFile(remote.anna, 'plain text', {
    parent: folder.ref.id,
    properties: { 'cclom:title': 'PLACEHOLDER' },
  });
  local = await mkdtemp(join(tmpdir(), 'cli-'));
});

afterAll(async () => {
  await way?.close();
  await remote?.close();
  await rm(local, { recursive: true, force: true });
});

beforeEach(() => {
  way.behaviour = 'passes';
});

const there = (words: readonly string[], surroundings: Surroundings = {}): Promise<Run> =>
  run(words, {
    ...surroundings,
    environment: {
      EDU_REPO_URL: way.url,
      EDU_REPO_USER: anna.userName,
      EDU_REPO_PASSWORD: anna.password,
      ...surroundings.environment,
    },
  });

const terminal = { onTerminal: true, terminalColumns: 200 } as const;
const withoutColours = { ...terminal, environment: { NO_COLOR: '1' } };

/** C0 without line breaks and tabs, DEL, C1, and the characters of writing directions. */
const evil = '\u001b[31m\u001b]0;title\u0007\u0008\u007f\u0085\u009b2J\u061c\u200e\u200f\u202e\u2066x\rOK';
const forbidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const leftOver = (text: string): string => text.replaceAll(/[\n\t]/g, '');
const escaped = JSON.stringify(evil).slice(1, -1);

/** Passes a request on, and changes the answer. */
const changing =
  (change: (text: string) => string, pathOf = (path: string) => path): Exclude<WayTo['behaviour'], 'passes'> =>
  (request: IncomingMessage, response: ServerResponse) => {
    const { origin } = new URL(remote.url);
    const forwarded = async (): Promise<void> => {
      const sent = await buffer(request);
      const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
      const answer = await fetch(`${origin}${pathOf(request.url ?? '')}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': type },
        ...(sent.length === 0 ? {} : { body: new Uint8Array(sent) }),
      });
      const text = change(await answer.text());
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    };
    forwarded().catch(() => response.destroy());
  };

describe('on a terminal, nothing of a remote controls it', () => {
  const formats = ['table', 'json', 'jsonl', 'yaml', 'csv', 'id'];
  const idOf = ({ ref }: WireNode): string => ref.id;
  const commands: Readonly<Record<string, () => string[]>> = {
    ls: () => ['ls', '-l', `${idOf(folder)}`],
    get: () => ['node', 'get', `${idOf(file)}`],
    tree: () => ['tree', `${idOf(folder)}`],
    search: () => ['search', 'PLACEHOLDER', '--in', `${idOf(folder)}`],
  };

  test.each(Object.entries(commands))('%s, in every format', async (_, words) => {
    // Names, titles, IDs and all the rest.
    way.behaviour = changing((text) =>
      text.replaceAll('PLACEHOLDER', escaped).replaceAll(`"${file.name}"`, `"${escaped}"`),
    );
    for (const format of formats) {
      const { code, stdout, stderr } = await there([...words(), '-o', format], withoutColours);
      expect(code, stderr).toBe(0);
      expect(leftOver(stdout)).not.toMatch(forbidden);
      expect(leftOver(stderr)).not.toMatch(forbidden);
    }
  });

  test('JSON keeps its values, and a pipe gets them as they are', async () => {
    way.behaviour = changing((text) => text.replaceAll('PLACEHOLDER', escaped));
    const words = ['node', 'get', `${idOf(file)}`, '-o'];
    const shown = await there([...words, 'json'], withoutColours);
    expect(JSON.stringify(JSON.parse(shown.stdout))).toContain(escaped);
    const piped = await there([...words, 'csv']);
    expect(piped.stdout).toContain('\u202e');
  });

  test('colours are those of the program', async () => {
    way.behaviour = changing((text) => text.replaceAll(`"${file.name}"`, `"${escaped}"`));
    const { stdout } = await there(['ls', `${idOf(folder)}`], { ...terminal, environment: { FORCE_COLOR: '1' } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
    expect(leftOver(stdout.replaceAll(/\u001b\[(?:1|2|22|31|33|34|39)m/g, ''))).not.toMatch(forbidden);
  });

  test('contents are decoded, and a pipe gets each byte', async () => {
    const bytes = Buffer.concat([Buffer.from(`Zeile\r\nmit ${evil}`), Buffer.from([0x9b, 0x32, 0x4a, 0xff])]);
    const hostile = await makeFile(remote.anna, bytes, { parent: folder.ref.id });
    const shown = await there(['cat', `${idOf(hostile)}`], withoutColours);
    expect(shown.stdout).toMatch(/^Zeile\nmit /);
    expect(leftOver(shown.stdout)).not.toMatch(forbidden);
    expect((await there(['cat', `${idOf(hostile)}`])).stdout).toBe(bytes.toString('utf8'));
    await remote.anna.deleteNode({ repository: '-home-', node: idOf(hostile) });
  });

  test('neither do responses of edu-repo api, errors, and their details', async () => {
    way.behaviour = (_, response) => {
      const body = `{"error":"${escaped}","message":"${escaped}","requestId":"${escaped}","details":{"a":"${escaped}"}}`;
      response.writeHead(400, { 'content-type': 'application/json' }).end(body);
    };
    for (const words of [
      ['api', 'GET', '/_about'],
      ['ls', '/', '--debug'],
      ['cat', '/a', '-v'],
      ['ls', `/${evil}`],
    ]) {
      const { stdout, stderr } = await there(words, withoutColours);
      expect(leftOver(stdout + stderr)).not.toMatch(forbidden);
      expect(stderr).toContain('400');
    }
  });
});

describe('a remote whose folders contain themselves', () => {
  beforeEach(() => {
    const top = folder.parent?.id ?? '';
    // Everything lists what is in the folder above, such as the folder itself.
    way.behaviour = changing(
      (text) => text,
      (path) => (path.includes('/children') ? path.replace(/nodes\/-home-\/[^/]+/, `nodes/-home-/${top}`) : path),
    );
  });

  test.each([
    ['tree', () => ['tree', `${folder.ref.id}`]],
    ['tree -o id', () => ['tree', `${folder.ref.id}`, '-o', 'id']],
    ['cp -r', () => ['cp', '-r', `repo:${folder.ref.id}`, join(local, 'copied')]],
    ['metadata export', () => ['metadata', 'export', `${folder.ref.id}`, '--property', 'cclom:title', '-o', 'csv']],
  ])('%s ends', async (_, words) => {
    const { code, stdout, stderr } = await there(words());
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/has no end: it contains itself/);
  });
});

describe('a call to a remote ends', () => {
  const ls = (...more: string[]) => there(['ls', '/', ...more]);

  test('if the remote switches to another protocol', async () => {
    way.behaviour = ({ socket }) => void socket.write('HTTP/1.1 101 x\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\n');
    const { code, stderr } = await ls();
    expect([code, stderr]).toEqual([8, expect.stringContaining('switch to another protocol (101)')]);
  });

  test('if its head or its body has no end', async () => {
    for (const start of ['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n']) {
      const timers = new Set<NodeJS.Timeout>();
      way.behaviour = ({ socket }) => {
        socket.on('error', () => undefined).write(start);
        timers.add(setInterval(() => socket.write(start.includes('chunked') ? '1\r\n \r\n' : 'X-A: a\r\n'), 20));
      };
      const { code, stderr } = await ls('--timeout', '300ms');
      for (const timer of timers) clearInterval(timer);
      expect([code, stderr]).toEqual([8, expect.stringContaining('timed out')]);
    }
  });

  test('if its answer is larger than 64 MB', async () => {
    const chunk = Buffer.alloc(1_000_000, ' ');
    way.behaviour = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    const { code, stderr } = await ls();
    expect([code, stderr]).toEqual([8, expect.stringContaining('more than 64000000 bytes')]);
  });

  test('if a content is larger than announced, and nothing is left', async () => {
    way.behaviour = changing((text) => text.replaceAll(/"size":"\d+"/g, '"size":"4"'));
    const target = join(local, 'announced.txt');
    const { code, stderr } = await there(['cp', `repo:${file.ref.id}`, target]);
    expect([code, stderr]).toEqual([8, expect.stringContaining('larger than the 4 bytes')]);
    expect((await readdir(local)).filter((name) => name.includes('announced'))).toEqual([]);
  });
});
