import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFilesTogether } from '../../../../src/adapters/metadata-sets/write-files.ts';
import { removeFolder, temporaryFolder } from '../../../support/repository.ts';

let folder = '';
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

test('what a killed process has left is cleared by the next one that writes, and nothing else', async () => {
  await writeFile(join(folder, '.3f0c5a1e-8b1f-4a58-9f0e-0a1b2c3d4e5f.new'), 'left');
  await writeFile(join(folder, '.mine.new'), 'mine');
  await writeFilesTogether([{ folder, name: 'a.yaml', text: 'a' }]);
  expect((await readdir(folder)).toSorted()).toEqual(['.mine.new', 'a.yaml']);
});

test('where one file cannot be written, all are as they were', async () => {
  await writeFile(join(folder, 'a.yaml'), 'before');
  await mkdir(join(folder, 'c.yaml'));
  const wanted = ['a', 'b', 'c'].map((name) => ({ folder, name: `${name}.yaml`, text: 'after' }));
  await expect(writeFilesTogether(wanted)).rejects.toThrow();
  expect((await readdir(folder)).toSorted()).toEqual(['a.yaml', 'c.yaml']);
  expect(await readFile(join(folder, 'a.yaml'), 'utf8')).toBe('before');
});
