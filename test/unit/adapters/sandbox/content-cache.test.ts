import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ContentCache } from '../../../../src/adapters/sandbox/content-cache.ts';
import type { ContentHash } from '../../../../src/base/ids.ts';
import { removeFolder, temporaryFolder } from '../../../support/repository.ts';

const hash = 'ab'.padEnd(64, '0') as ContentHash;

async function newCache() {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  return { folder, cache: new ContentCache(folder, ['standard', 'large'], 'The thumbnail could not be saved') };
}

test('files that are removed while they are written leave no failure and no part behind', async () => {
  const { folder, cache } = await newCache();
  for (let round = 0; round < 200; round += 1) {
    await Promise.all([
      cache.write(hash, 'standard', Buffer.alloc(20_000, round)),
      cache.remove(hash),
      cache.write(hash, 'large', Buffer.alloc(20_000, round)),
      cache.remove(hash),
    ]);
  }
  expect(await readdir(join(folder, 'ab'))).toEqual([]);
});

test('the last of several writes at once is read', async () => {
  const { cache } = await newCache();
  await Promise.all(['one', 'two', 'three'].map((text) => cache.write(hash, 'standard', Buffer.from(text))));
  expect((await cache.read(hash, 'standard', 5))?.toString()).toBe('three');
});
