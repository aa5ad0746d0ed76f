import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDirectory, openDirectory, removeFolder, temporaryFolder } from '../../support/repository.ts';

let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await makeDataDirectory(folder);
});
afterAll(() => removeFolder(folder));

test('a repository that is opened for one command allocates little buffer memory', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const repository = await openDirectory(folder);
  try {
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  } finally {
    await repository.close();
  }
});
