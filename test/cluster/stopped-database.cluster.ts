import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLevelStore } from '../../src/adapters/level/store.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { readOperatorToken } from '../../src/daemon/data-directory/data-directory.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { collect } from '../conformance/collect.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { anna, basic } from '../support/people.ts';
import { useDatabase } from '../support/records-in-postgres.ts';
import { newSchoolDirectory, removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';
import { postgresForFile } from './postgres-for-file.ts';

const postgres = postgresForFile();

let directory = '';
let url = '';
let server: RunningServer | undefined;
let http: ReturnType<typeof createHttpTransport> | undefined;

async function serveAgain(): Promise<{ readonly anna: Client; readonly operator: Client }> {
  server = await serveDirectory(directory);
  const { send, close } = createHttpTransport({ baseUrl: new URL(server.url) });
  http = { send, close };
  const token = await readOperatorToken(directory);
  return {
    anna: createClient(send, () => basic(anna)),
    operator: createClient(send, () => ({ authorization: `Bearer ${token}` })),
  };
}

async function stop(): Promise<void> {
  http?.close();
  await server?.close();
  server = undefined;
}

const create = async (client: Client, name: string): Promise<string> => {
  const at = { repository: '-home-', node: '-userhome-' } as const;
  const { node } = await client.createNode({ ...at, type: 'cm:folder', body: { 'cm:name': [name] } });
  return node.ref.id;
};

const statusOf = (attempt: Promise<unknown>): Promise<number> =>
  attempt.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );

describe('A server with its records in PostgreSQL', () => {
  beforeEach(async () => {
    directory = await newSchoolDirectory();
    url = await postgres().newSchema();
    await useDatabase(directory, url);
  });

  afterEach(async () => {
    await stop();
    await removeFolder(directory);
  });

  test('moves the records of the data directory there, and finds them after a restart', async () => {
    const first = await serveAgain();
    const id = await create(first.anna, 'Mappe');
    await stop();
    const names = await readdir(directory);
    expect(names).toContain('store-before-postgresql');
    expect(names).not.toContain('store');
    const again = await serveAgain();
    const { node } = await again.anna.getNode({ repository: '-home-', node: id });
    expect(node.name).toBe('Mappe');
  });

  test('refuses to start beside another server with the same records, and says why', async () => {
    await serveAgain();
    const other = await temporaryFolder();
    try {
      await cp(directory, other, {
        recursive: true,
        filter: (path) => !/\/(?:run|lock|store)\b/.test(path.slice(directory.length)),
      });
      await expect(serveDirectory(other)).rejects.toThrow(
        'Another edu-repo server uses the same schema of the database',
      );
    } finally {
      await removeFolder(other);
    }
  });

  test('refuses a database of another repository, and records that are neither here nor there', async () => {
    await create((await serveAgain()).anna, 'Nur hier');
    await stop();
    const other = await newSchoolDirectory();
    try {
      await useDatabase(other, url);
      await expect(serveDirectory(other)).rejects.toThrow('have records, and they differ');
    } finally {
      await removeFolder(other);
    }
    await useDatabase(directory, await postgres().newSchema());
    await expect(serveDirectory(directory)).rejects.toThrow('has no records, and neither has the data directory');
  });

  test('is backed up into a data directory that needs no database', async () => {
    const { anna: client, operator } = await serveAgain();
    await create(client, 'Gesichert');
    const parent = await temporaryFolder();
    const folder = join(parent, 'backup');
    try {
      let after: string | null | undefined;
      do {
        const body = after == null ? { folder } : { folder, after };
        ({ next: after } = await operator.backUpRepository({ body }));
      } while (after !== null);
      const copy = await openLevelStore({
        directory: join(folder, 'store'),
        commitFile: join(folder, 'commit-number'),
        create: false,
        log: createRecordingLog(),
      });
      const nodes = await collect(copy.nodes.entries());
      await copy.close();
      expect(nodes.map(([, { name }]) => name)).toContain('Gesichert');
    } finally {
      await removeFolder(parent);
    }
  });

  test('answers 503 while PostgreSQL is stopped, and works within five seconds when it is back', async () => {
    const { anna: client } = await serveAgain();
    await create(client, 'Vorher');
    await postgres().stop('SIGINT');
    expect(await statusOf(create(client, 'Meanwhile'))).toBe(503);
    expect(await statusOf(client.listChildren({ repository: '-home-', node: '-userhome-' }))).toBe(503);
    await postgres().start();
    await expect.poll(() => statusOf(create(client, 'Nachher')), { timeout: 5_000 }).toBe(200);
    const { nodes } = await client.listChildren({ repository: '-home-', node: '-userhome-' });
    expect(nodes.map(({ name }) => name)).toEqual(['Nachher', 'Vorher']);
  });

  test('loses nothing that was answered when PostgreSQL is killed under load, three times', async () => {
    const { anna: client } = await serveAgain();
    const acknowledged: string[] = [];
    const refused = new Set<number>();
    let goesOn = true;
    const writer = async (name: string): Promise<void> => {
      for (let count = 0; goesOn; count += 1) {
        const id = `${name} ${count}`;
        const status = await statusOf(create(client, id));
        if (status === 200) acknowledged.push(id);
        else {
          refused.add(status);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    const writers = Array.from({ length: 8 }, (_, index) => writer(`writer ${index}`));
    for (let cycle = 0; cycle < 3; cycle += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
      await postgres().stop('SIGKILL');
      await postgres().start();
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 5_000 }).toBeGreaterThan(before);
    goesOn = false;
    await Promise.all(writers);
    const { nodes } = await client.listChildren({ repository: '-home-', node: '-userhome-', maxItems: 10_000 });
    const there = new Set(nodes.map(({ name }) => name));
    expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
    expect([...refused]).toEqual([503]);
  });
});
