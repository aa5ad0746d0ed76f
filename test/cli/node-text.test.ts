import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { docxSaying } from '../support/written-documents.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, folder } = withTemporaryRepository();

const inFolder = (name: string): string => join(folder(), name);

beforeAll(async () => {
  await writeFile(inFolder('a.txt'), 'Erste Zeile\nZweite Zeile\n');
  await writeFile(inFolder('b.docx'), docxSaying('Im Dokument'));
  for (const name of ['a.txt', 'b.docx']) {
    await run(['node', 'create', '/', name]);
    await run(['node', 'upload', `/${name}`, inFolder(name)]);
  }
});

test('the text of a node is printed as it is', async () => {
  expect(await run(['node', 'text', '/a.txt'])).toMatchObject({
    code: 0,
    stdout: 'Erste Zeile\nZweite Zeile\n',
    stderr: '',
  });
  expect(await json(['node', 'text', '/a.txt'])).toMatchObject({ state: 'text', given: false, cut: false });
});

test('why there is none is said beside, and stdout stays empty', async () => {
  const waiting = await run(['node', 'text', '/b.docx']);
  expect(waiting).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('has not extracted the text yet'),
  });
  expect(await run(['node', 'text', '/'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('No text'),
  });
});

test('a text is given from a file or from stdin, found, and taken away again', async () => {
  await writeFile(inFolder('given.txt'), 'gegebenes Wortmaterial');
  await run(['node', 'text', '/b.docx', '--set', inFolder('given.txt')]);
  expect((await run(['node', 'text', '/b.docx'])).stdout).toBe('gegebenes Wortmaterial\n');
  expect((await run(['search', 'Wortmaterial'])).stdout).toContain('b.docx');
  await run(['node', 'text', '/b.docx', '--set', '-'], { input: 'anderes Flüssigkeitsmaß' });
  expect((await run(['search', 'Flüssigkeitsmaß'])).stdout).toContain('b.docx');
  await run(['node', 'text', '/b.docx', '--remove']);
  expect((await run(['node', 'text', '/b.docx'])).stderr).toContain('has not extracted the text yet');
});

test('a dry run gives nothing, and what cannot be is refused', async () => {
  expect((await run(['-n', 'node', 'text', '/a.txt', '--set', inFolder('a.txt')])).stderr).toContain(
    'Would set the text',
  );
  expect(await json(['node', 'text', '/a.txt'])).toMatchObject({ given: false });
  await writeFile(inFolder('empty.txt'), '');
  for (const words of [
    ['/a.txt', '--set', inFolder('a.txt'), '--remove'],
    ['/a.txt', '--set', inFolder('empty.txt')],
    ['/a.txt', '--set', inFolder('b.docx')],
    ['/a.txt', '--set', inFolder('missing.txt')],
    ['/nowhere.txt'],
  ]) {
    const { code, stderr } = await run(['node', 'text', ...words]);
    expect([words, code === 0, stderr.trimEnd().split('\n').length]).toEqual([words, false, 3]);
  }
});

test('the status tells of texts that wait', async () => {
  expect((await run(['status'])).stdout).toMatch(/texts\s+(?:1 change|\d+ changes) pending/);
});
