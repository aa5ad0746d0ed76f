import { readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { admin, basic } from '../support/people.ts';
import { pictureIn, plainImage } from '../support/pictures.ts';
import { makeDataDirectory, removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile } from '../support/trees.ts';

const program = fileURLToPath(new URL('fixture/serve-directory.ts', import.meta.url));

/** Waits for what comes, however busy the machine is. */
async function soon<T>(look: () => T | undefined): Promise<T> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const found = look();
    if (found !== undefined) return found;
    await wait(100);
  }
  throw new Error('It did not come.');
}

function readOfProcess(pid: string, file: 'status' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a process makes pictures. One that has ended and was not fetched by its parent has no command line any more. */
const isWorker = (pid: string): boolean => readOfProcess(pid, 'cmdline').includes('thumbnails/worker');

/** The processes that make pictures for this server. */
const workersOf = (server: number | undefined): string[] =>
  readdirSync('/proc').filter(
    (pid) => new RegExp(`^PPid:\\s+${server}$`, 'm').test(readOfProcess(pid, 'status')) && isWorker(pid),
  );

/** How long a process has worked, in hundredths of a second. */
const workOf = (pid: string): number => {
  const [user = 0, system = 0] =
    readOfProcess(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
  return user + system;
};

const slowDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><filter id="f"><feTurbulence numOctaves="200" baseFrequency=".9"/><feGaussianBlur stdDeviation="300"/></filter>${'<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(900)}</svg>`;

test('when a server is killed, the process that makes pictures for it ends too, in the middle of a picture', async () => {
  const directory = await temporaryFolder();
  await makeDataDirectory(directory);
  const env = { EDU_REPO_PREVIEWS_TIMELIMIT: 'PT10M' };
  const server = execa(process.execPath, ['--import', 'tsx', program, directory], { reject: false, env });
  let workers: readonly string[] = [];
  try {
    const line = await new Promise<string>((resolve) => server.stdout.once('data', (data) => resolve(String(data))));
    const { url } = JSON.parse(line) as { readonly url: string };
    const http = createHttpTransport({ baseUrl: new URL(url) });
    const client = createClient(http.send, () => basic(admin));
    await makeFile(client, slowDrawing, { parent: '-companyhome-', mimeType: 'image/svg+xml' });
    // To start alone does not take so much work.
    workers = await soon(() => {
      const there = workersOf(server.pid);
      return there.some((pid) => workOf(pid) > 400) ? there : undefined;
    });
    server.kill('SIGKILL');
    await server;
    http.close();
    await soon(() => (workers.some(isWorker) ? undefined : true));
  } finally {
    server.kill('SIGKILL');
    await server;
    // What did not end is not left behind.
    for (const pid of workers.filter(isWorker)) process.kill(Number(pid), 'SIGKILL');
    await removeFolder(directory);
  }
}, 300_000);

test('what came while no server ran gets its picture, and nothing waits then', async () => {
  const directory = await temporaryFolder();
  try {
    await makeDataDirectory(directory);
    const made = await served(directory, async (client) =>
      makeFile(client, await plainImage('png', { width: 70, height: 50 }), { parent: '-companyhome-' }),
    );
    await served(directory, async (client) => {
      while ((await client.getStatus()).previews.waiting > 0) await wait(100);
      expect((await client.getNode(at(made))).node.preview).toMatchObject({ isIcon: false, width: 70, height: 50 });
    });
  } finally {
    await removeFolder(directory);
  }
});

/** Does something with a server in this process. */
async function served<T>(directory: string, work: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
  const server = await serveDirectory(directory);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  try {
    return await work(createClient(http.send, () => basic(admin)));
  } finally {
    http.close();
    await server.close();
  }
}

withTransports(
  (school) => {
    test('pictures that were lost are made anew when somebody looks', async () => {
      const image = await plainImage('jpeg', { width: 123, height: 45 });
      const node = await makeFile(school.anna, image, { mimeType: 'image/jpeg' });
      const look = async () => pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
      expect(await look()).toMatchObject({ width: 123, height: 45 });
      const { previews } = dataPaths(school.dataDirectory);
      expect((await readdir(previews)).length).toBeGreaterThan(0);
      await rm(previews, { recursive: true });
      expect(await look()).toMatchObject({ width: 123, height: 45 });
    });
  },
  { only: ['TCP'] },
);
