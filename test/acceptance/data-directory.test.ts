import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { failureOf, useDataDirectory } from '../support/data-directories.ts';
import { asFirstFormat, placeInFirstFormat } from '../support/earlier-programs.ts';
import { removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';
import { makeFile } from '../support/trees.ts';

const given = useDataDirectory();

const removeAll = async (...gone: readonly string[]): Promise<void> => {
  for (const path of gone) await rm(path, { recursive: true, force: true });
};

async function listening(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

const portOf = (server: Server): string => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? String(address.port) : '';
};

describe('an address that is not available', () => {
  test('fails the start with the system error and releases the directory', async () => {
    const other = await listening(0);
    const failure = await failureOf(given.serve({ 'server.port': portOf(other) }));
    expect(failure).toMatchObject({ code: 'EADDRINUSE' });
    await closed(other);
    expect(await readdir(given.paths.run)).toEqual([]);
    await given.expectWorking();
  });

  test('as a socket also releases the port', async () => {
    const probe = await listening(0);
    const port = portOf(probe);
    await closed(probe);
    await mkdir(join(given.paths.socket, 'in the way'), { recursive: true });
    await failureOf(given.serve({ 'server.port': port }));
    await closed(await listening(Number(port)));
    await rm(given.paths.socket, { recursive: true });
    await given.expectWorking();
  });

  test('as a socket with too long a path does not affect the port', async () => {
    const folder = await temporaryFolder();
    const deep = join(folder, 'x'.repeat(120));
    await cp(given.path, deep, { recursive: true });
    const server = await given.track(serveDirectory(deep));
    const daemon = JSON.parse(await readFile(dataPaths(deep).daemon, 'utf8')) as unknown;
    expect(daemon).toEqual({
      pid: process.pid,
      url: server.url,
      socket: null,
      folder: expect.stringMatching(/^\d+:\d+$/),
    });
    await given.closeAll();
    await removeFolder(folder);
  });
});

describe('a directory that was complete and has lost its store', () => {
  const losses: readonly (readonly [string, () => Promise<void>])[] = [
    ['is gone', () => removeAll(given.paths.store)],
    [
      'is an empty folder',
      async () => {
        await removeAll(given.paths.store);
        await mkdir(given.paths.store);
      },
    ],
    ['has lost its beginning', () => removeAll(join(given.paths.store, 'CURRENT'))],
    [
      'is another, empty one',
      async () => {
        await removeAll(given.paths.store);
        await cp(given.paths.lock, given.paths.store, { recursive: true });
      },
    ],
  ];

  test.each(losses)('refuses to start when the store %s, and makes no new one', async (_, lose) => {
    const { content } = await given.asAnna((anna) => makeFile(anna, 'precious'));
    await lose();
    for (const start of [() => given.open(), () => given.serve()]) {
      const failure = await failureOf(start());
      expect(failure.message).toContain(given.path);
    }
    const hash = content.hash ?? '';
    const kept = join(given.paths.content, hash.slice(0, 2), hash);
    expect(await readFile(kept, 'utf8')).toBe('precious');
    expect(await readdir(given.paths.run)).toEqual([]);
  });
});

describe('a data directory of the first format', () => {
  // Every program wrote the format, so a marker without it is damaged: see below.
  test.each(['{"format":1,"madeBy":"0.0.9"}', '{"format":1}'])(
    'is upgraded at the next start, also after an interruption: %s',
    async (marker) => {
      const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
      const hashes = await given.asAnna(async (anna) => {
        const files = await Promise.all(texts.map((text) => makeFile(anna, text)));
        return files.map(({ content }) => content.hash ?? '');
      });
      // Half of them are in their new place already.
      await asFirstFormat(given.path, { marker, hashes: hashes.slice(10) });
      const [first = ''] = hashes.slice(10);
      const foreign = join(dirname(placeInFirstFormat(given.path, first)), 'notes.txt');
      await writeFile(foreign, 'not a content');
      await (await given.open()).close();
      for (const [at, hash] of hashes.entries()) {
        expect(await readFile(join(given.paths.content, hash.slice(0, 2), hash), 'utf8')).toBe(texts[at]);
      }
      expect(await readFile(foreign, 'utf8')).toBe('not a content');
      expect(JSON.parse(await readFile(given.paths.marker, 'utf8'))).toMatchObject({ format: 2 });
      await given.expectWorking();
    },
  );
});

describe('a damaged marker', () => {
  test.each(['', 'by hand', '{}', 'null', '[]', '{"format":"2"}', '{"format":0}', '{"format":1.5}', '{"form'])(
    'stops every start, names the file, and nothing is upgraded: %j',
    async (marker) => {
      await writeFile(given.paths.marker, marker);
      for (const start of [given.serve, given.open]) {
        const { message } = await failureOf(start());
        expect(message).toContain(`${given.paths.marker} is damaged`);
      }
      expect(await readFile(given.paths.marker, 'utf8')).toBe(marker);
    },
  );

  test('may also be a folder', async () => {
    await removeAll(given.paths.marker);
    await mkdir(given.paths.marker);
    expect((await failureOf(given.serve())).message).toContain(`${given.paths.marker} is damaged`);
  });
});

describe('a content folder', () => {
  test.for([
    ['that is missing', () => removeAll(given.paths.content)],
    [
      'that is empty, as a disk that is not mounted',
      async () => {
        await removeAll(given.paths.content);
        await mkdir(given.paths.content);
      },
    ],
    [
      'on a new disk, which has only lost+found',
      async () => {
        await removeAll(given.paths.content);
        await mkdir(join(given.paths.content, 'lost+found'), { recursive: true });
      },
    ],
  ] as const)('%s stops the start, and nothing is created, until it is back', async ([, lose]) => {
    const aside = `${given.path}-aside`;
    await given.asAnna((client) => makeFile(client, 'a file'));
    await cp(given.paths.content, aside, { recursive: true });
    await lose();
    // The lock is taken before anything is read.
    const stored = async () =>
      (await readdir(given.path, { recursive: true })).filter((name) => !/^(?:lock|run)\b/.test(name)).toSorted();
    const before = await stored();
    for (const start of [given.serve, given.open]) {
      const { message, advice } = (await failureOf(start())) as unknown as { message: string; advice: string };
      expect(message).toContain(`${given.paths.content}, is missing or empty`);
      expect(advice).toMatch(/^Mount its disk, or restore the folder from a backup/);
    }
    expect(await stored()).toEqual(before);
    await removeAll(given.paths.content);
    await rename(aside, given.paths.content);
    await given.expectWorking();
  });

  test('is made by hand to continue without the files', async () => {
    await removeAll(given.paths.content);
    await mkdir(join(given.paths.content, 'tmp'), { recursive: true });
    await given.expectWorking();
  });
});
