import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BucketAddress } from '../../src/adapters/s3/bucket.ts';
import { createBucketContentStore } from '../../src/adapters/s3/content-store.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { readOperatorToken } from '../../src/daemon/data-directory/data-directory.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { hashOf, readAll } from '../conformance/content-store.suite.ts';
import { bucketVariable, useBucket } from '../support/contents-in-bucket.ts';
import { anna, basic } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';
import { download, makeFile, makeFolder, namesIn } from '../support/trees.ts';
import { swiftForFile } from './swift-for-file.ts';

const swift = swiftForFile();

let directory = '';
let bucket: BucketAddress;
let server: RunningServer | undefined;
let http: ReturnType<typeof createHttpTransport> | undefined;

async function serveAgain(): Promise<{ readonly client: Client; readonly operator: Client }> {
  server = await serveDirectory(directory);
  const { send, close } = createHttpTransport({ baseUrl: new URL(server.url) });
  http = { send, close };
  const token = await readOperatorToken(directory);
  return {
    client: createClient(send, () => basic(anna)),
    operator: createClient(send, () => ({ authorization: `Bearer ${token}` })),
  };
}

async function stop(): Promise<void> {
  http?.close();
  await server?.close();
  server = undefined;
}

const statusOf = (attempt: Promise<unknown>): Promise<number> =>
  attempt.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );

/** Larger than a part of an upload. */
const large = randomBytes(20_000_003);

describe('A server with its files in a bucket', () => {
  beforeEach(async () => {
    // The files of a new school are in its data directory.
    vi.stubEnv(bucketVariable, undefined);
    directory = await newSchoolDirectory();
    bucket = await swift().newBucket();
  });

  afterEach(async () => {
    await stop();
    await removeFolder(directory);
    vi.unstubAllEnvs();
  });

  test('moves the files of the data directory there, and finds them after a restart', async () => {
    const before = await serveAgain();
    const file = await makeFile(before.client, 'vorher');
    await stop();
    await useBucket(directory, bucket);
    const first = await serveAgain();
    expect((await download(first.client, file)).toString()).toBe('vorher');
    const big = await makeFile(first.client, large);
    await stop();
    const names = await readdir(directory);
    expect(names).toContain('content-before-s3');
    expect(names).not.toContain('content');
    const again = await serveAgain();
    expect((await download(again.client, big)).equals(large)).toBe(true);
    const content = createBucketContentStore(bucket);
    expect((await readAll(content, hashOf(large))).equals(large)).toBe(true);
    expect(content.location(hashOf(large))).toBe(`${bucket.url}/content/${hashOf(large)}`);
    await content.stop();
  });

  test('refuses to start without the bucket that has its files', async () => {
    await serveAgain().then(({ client }) => makeFile(client, 'x'));
    await stop();
    const settings = await readFile(join(directory, 'config.yaml'), 'utf8');
    await useBucket(directory, bucket);
    await serveAgain();
    await stop();
    await writeFile(join(directory, 'config.yaml'), settings);
    await expect(serveDirectory(directory)).rejects.toThrow('are in a bucket, but none is configured');
  });

  test('is backed up into a data directory that has the files', async () => {
    await useBucket(directory, bucket);
    const { client, operator } = await serveAgain();
    await makeFile(client, large);
    const parent = await temporaryFolder();
    const folder = join(parent, 'backup');
    try {
      let after: string | null | undefined;
      do {
        const body = after == null ? { folder } : { folder, after };
        ({ next: after } = await operator.backUpRepository({ body }));
      } while (after !== null);
      const hash = hashOf(large);
      expect((await readFile(join(folder, 'content', hash.slice(0, 2), hash))).equals(large)).toBe(true);
    } finally {
      await removeFolder(parent);
    }
  });

  test('answers 503 to uploads while the object store is stopped, metadata works, and nothing is half-made', async () => {
    await useBucket(directory, bucket);
    const { client } = await serveAgain();
    const folder = await makeFolder(client);
    const parent = folder.ref.id;
    const file = await makeFile(client, 'vorher', { parent, name: 'vorher' });
    await swift().stop();
    expect(await statusOf(makeFile(client, 'meanwhile', { parent, name: 'klein' }))).toBe(503);
    expect(await statusOf(makeFile(client, large, { parent, name: 'groß' }))).toBe(503);
    expect(await statusOf(download(client, file))).toBe(503);
    expect((await makeFolder(client, { parent, name: 'Mappe' })).name).toBe('Mappe');
    expect((await namesIn(client, folder)).toSorted()).toEqual(['Mappe', 'groß', 'klein', 'vorher']);
    await swift().start();
    await expect.poll(() => statusOf(download(client, file)), { timeout: 5_000 }).toBe(200);
    expect((await download(client, await makeFile(client, 'nachher'))).toString()).toBe('nachher');
  });
});
