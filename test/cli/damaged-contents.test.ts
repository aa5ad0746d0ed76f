import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { type RunningServer, serve } from '../../src/daemon/serve.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const home = (name: string): string => join(repository.folder(), name);

const sound = Buffer.from('unversehrt');
/** A server finds the damage before it has sent anything. */
const small = Buffer.alloc(60_000, 'Bruchrechnung ');
/** A server has sent a part of it when it finds the damage. */
const large = Buffer.alloc(900_000, 'Vulkane und Erdbeben ');

function contentFile(bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return join(dataPaths(repository.dataDirectory()).content, hash.slice(0, 2), hash);
}

const damage = (bytes: Buffer): Promise<void> => writeFile(contentFile(bytes), 'x', { flag: 'r+' });

beforeAll(async () => {
  const source = home('source');
  await mkdir(source);
  await writeFile(join(source, 'ganz.txt'), sound);
  await writeFile(join(source, 'groß.txt'), large);
  await writeFile(join(source, 'klein.txt'), small);
  expect((await repository.run(['import', source, '/M'])).code).toBe(0);
  await damage(small);
  await damage(large);
});

/** What was copied, and that nothing is left of the damaged files. */
async function expectOnlySound(folder: string): Promise<void> {
  expect(await readdir(folder)).toEqual(['ganz.txt']);
  expect(await readFile(join(folder, 'ganz.txt'))).toEqual(sound);
}

describe('a damaged content without a server', () => {
  test.each(['klein.txt', 'groß.txt'])('is reported with the file to restore: %s', async (name) => {
    const { code, stderr } = await repository.run(['cat', `/M/${name}`]);
    const file = name === 'klein.txt' ? contentFile(small) : contentFile(large);
    expect(code).toBe(1);
    expect(stderr).toContain(`edu-repo cat: The content of ${name} is damaged in the repository.\n`);
    expect(stderr).toContain(`Restore content${file.split('/content')[1]} in the data directory from a backup`);
  });

  test('is left out of a copy, with all other files copied', async () => {
    const out = home('out without a server');
    const { code, stderr } = await repository.run(['cp', '-r', 'repo:/M', out]);
    expect(code).toBe(7);
    expect(stderr).toContain('Failed (2):');
    expect(stderr).toMatch(/klein\.txt: The content of klein\.txt is damaged in the repository\./);
    await expectOnlySound(out);
  });
});

describe('a damaged content on a server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serve({ dataDirectory: repository.dataDirectory(), overrides: { 'server.port': '0' } });
  });
  afterAll(() => server.close());

  test('is reported as what it is if nothing was sent yet', async () => {
    const { stderr } = await repository.run(['cat', '/M/klein.txt']);
    expect(stderr).toMatch(/^edu-repo cat: The content [0-9a-f]{64} is damaged: .* Ask an administrator to restore it/);
  });

  test('is reported as a possible damage if a part of it was sent', async () => {
    const { code, stderr } = await repository.run(['cat', '/M/groß.txt']);
    expect(code).toBe(8);
    expect(stderr).toMatch(/^edu-repo cat: The download of groß\.txt ended early: /);
    expect(stderr).toContain('or it is damaged in the repository.');
    expect(stderr).toContain('see the log of the server');
  });

  test('is left out of a copy, with all other files copied', async () => {
    const out = home('out from a server');
    const { code, stderr } = await repository.run(['cp', '-r', 'repo:/M', out]);
    expect(code).toBe(7);
    expect(stderr).toContain('Failed (2):');
    expect(stderr).toMatch(/groß\.txt: The download of groß\.txt ended early: /);
    expect(stderr).toMatch(/klein\.txt: The content [0-9a-f]{64} is damaged: /);
    await expectOnlySound(out);
  });
});
