import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, serve } from '../../src/daemon/serve.ts';
import { makeTree } from './local-tree.ts';
import { run } from './run-line.ts';

const password = 'Tafel und Schwamm 9';
let folder = '';
let server: RunningServer;
let firstServer: Server;
const urls = { configured: '', first: '' };

/** Stands for the first servers: whatever form is asked for, they know the list form only. */
function startFirstServer(target: URL): Promise<Server> {
  const proxy = createServer((incoming, response) => {
    const path = (incoming.url ?? '').replace('nodeForm=map', 'nodeForm=list');
    const { hostname, port } = target;
    const upstream = request({ hostname, port, path, method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(upstream);
  });
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'));
  process.env['EDU_REPO_ADMIN_PASSWORD'] = password;
  const overrides = { 'server.port': '0', 'repository.nodeForm': 'list' };
  server = await serve({ dataDirectory: join(folder, 'data'), overrides });
  urls.configured = server.url;
  firstServer = await startFirstServer(new URL(server.url));
  // Node.js answers the address of a TCP server in this form.
  const { port } = firstServer.address() as AddressInfo;
  urls.first = `http://127.0.0.1:${port}${new URL(server.url).pathname}`;
});

afterAll(async () => {
  delete process.env['EDU_REPO_ADMIN_PASSWORD'];
  await new Promise((resolve) => {
    firstServer.close(resolve);
    firstServer.closeAllConnections();
  });
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['a repository that answers lists unless it is asked for maps', 'configured'],
  ['a server that knows the list form only', 'first'],
] as const)('with %s', (_, which) => {
  const there = async (...words: string[]): Promise<string> => {
    const environment = { EDU_REPO_URL: urls[which], EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: password };
    const { code, stdout, stderr } = await run(words, { environment });
    expect([code, stderr.includes('failed')], stderr).toEqual([0, false]);
    return stdout;
  };

  test('trees come in, are listed, read and come out again', async () => {
    const source = join(folder, `source-${which}`);
    await makeTree(source, { 'a.txt': 'first file', 'sub/b.txt': 'second file' });
    await there('import', source, `/${which}`);
    expect(await there('tree', `/${which}`)).toBe(`/${which}\n├── sub/\n│   └── b.txt\n└── a.txt\n`);
    expect(await there('ls', '-l', `/${which}`)).toMatch(/folder .*sub\/\n.*text .*10 B .*1\.\d .*a\.txt\n$/);
    expect(await there('cat', `/${which}/sub/b.txt`)).toBe('second file');
    await there('import', source, `/${which}`);
    await there('cp', '-r', `repo:/${which}`, join(folder, `copy-${which}`));
    expect(await there('search', 'second')).toContain('b.txt');
  });

  test('a node is shown with its rights and properties', async () => {
    await there('node', 'create', '/', `shown-${which}`, '-p', 'cclom:general_keyword=a', '-p', 'cclom:title=Titel');
    await there('node', 'update', `/shown-${which}`, '-p', 'cclom:general_description=Text');
    const shown = await there('node', 'get', `/shown-${which}`);
    expect(shown).toMatch(/^your rights +Read ReadPreview ReadAll .*CCPublish$/m);
    expect(shown).toMatch(/^cclom:general_keyword +a$/m);
    expect(shown).toMatch(/^title +Titel$/m);
    expect(shown).toMatch(/^description +Text$/m);
    expect(shown).not.toContain('[object');
    await there('rm', `/shown-${which}`);
  });
});
