import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { plainImage } from '../support/pictures.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

interface NodeEntry {
  readonly node: { readonly preview: { readonly isIcon: boolean; readonly isGenerated: boolean } };
}

const { run, json, folder } = withTemporaryRepository();

const inFolder = (name: string): string => join(folder(), name);

beforeAll(async () => {
  await writeFile(inFolder('red.png'), await plainImage('png', { width: 900, height: 600 }));
  await run(['node', 'create', '/', 'a.png']);
  await run(['node', 'upload', '/a.png', inFolder('red.png')]);
});

test('the picture of a node comes into a file, in the size that is asked for', async () => {
  const { code, stderr } = await run(['node', 'preview', '/a.png', inFolder('a.jpg'), '--max-width', '90']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('image/jpeg')]);
  expect(await sharp(await readFile(inFolder('a.jpg'))).metadata()).toMatchObject({ width: 90, height: 60 });
  const square = ['--max-width', '50', '--max-height', '50', '--crop', '--force'];
  await run(['node', 'preview', '/a.png', inFolder('a.jpg'), ...square]);
  expect(await sharp(await readFile(inFolder('a.jpg'))).metadata()).toMatchObject({ width: 50, height: 50 });
});

test('a file that is there is not written over unless that is said', async () => {
  await writeFile(inFolder('mine.jpg'), 'mine');
  expect((await run(['node', 'preview', '/a.png', inFolder('mine.jpg')])).code).not.toBe(0);
  expect(await readFile(inFolder('mine.jpg'), 'utf8')).toBe('mine');
});

test('a dry run writes nothing, and looks at what it would send', async () => {
  const fetching = await run(['-n', 'node', 'preview', '/a.png', inFolder('never.jpg')]);
  expect([fetching.code, fetching.stderr]).toEqual([0, expect.stringContaining('Would write the preview of a.png')]);
  expect(await readdir(folder())).not.toContain('never.jpg');
  const missing = await run(['-n', 'node', 'preview', '/a.png', '--set', inFolder('missing.png')]);
  expect(missing.code).not.toBe(0);
  expect((await readdir(folder())).filter((name) => name.includes('.part'))).toEqual([]);
});

test('a dry run needs the right that the change needs', async () => {
  const person = { EDU_REPO_USER: 'leser', EDU_REPO_PASSWORD: 'Kreide und Schwamm 34' };
  await run(['user', 'create', person.EDU_REPO_USER, '--password-stdin'], { input: person.EDU_REPO_PASSWORD });
  await run(['permission', 'set', '/a.png', person.EDU_REPO_USER, 'Consumer']);
  const { id } = (await json<{ node: { ref: { id: string } } }>(['node', 'get', '/a.png'])).node.ref;
  for (const words of [['--set', inFolder('red.png')], ['--remove']]) {
    const [dry, real] = [
      await run(['node', 'preview', id, ...words, '-n'], { environment: person }),
      await run(['node', 'preview', id, ...words], { environment: person }),
    ];
    const [why] = real.stderr.split('\n');
    expect([dry.code, dry.stderr.split('\n')[0]]).toEqual([5, why]);
  }
});

test('a node is given a picture of its own, and loses it again', async () => {
  await run(['node', 'create', '/', 'folder', '--type', 'ccm:map']);
  const { node } = await json<NodeEntry>(['node', 'preview', '/folder', '--set', inFolder('red.png')]);
  expect(node.preview).toMatchObject({ isIcon: false, isGenerated: false });
  const { node: after } = await json<NodeEntry>(['node', 'preview', '/folder', '--remove']);
  expect(after.preview).toMatchObject({ isIcon: true, isGenerated: true });
  expect((await run(['node', 'preview', '/folder', '-'])).stdout).toContain('<svg');
});

test('a name that does not fit the picture is warned of', async () => {
  await run(['node', 'create', '/', 'Mappe', '--type', 'ccm:map']);
  const wrong = inFolder('karte.jpg');
  expect((await run(['node', 'preview', '/Mappe', wrong])).stderr).toContain('does not end with .svg');
  const right = inFolder('karte.svg');
  expect((await run(['node', 'preview', '/Mappe', right])).stderr).toBe(`Wrote ${right} (image/svg+xml).\n`);
});

test('what cannot be is refused, and what is no image too', async () => {
  await writeFile(inFolder('words.txt'), 'words');
  for (const words of [
    ['/a.png', 'x.jpg', '--remove'],
    ['/a.png', '--set', inFolder('red.png'), '--remove'],
    ['/a.png', '--max-width', '0'],
    ['/a.png', '-', '--crop', '--max-width', '9'],
    ['/a.png', '--set', inFolder('words.txt')],
    ['/nowhere'],
  ]) {
    const { code, stderr } = await run(['node', 'preview', ...words]);
    expect([words, code === 0, stderr.trimEnd().split('\n').length]).toEqual([words, false, 3]);
  }
});

test('the status tells of pictures that wait', async () => {
  const { previews } = await json<{ readonly previews: { readonly waiting: number } }>(['status']);
  expect(previews.waiting).toBeGreaterThan(0);
  expect((await run(['status'])).stdout).toMatch(/thumbnails\s+(?:1 change|\d+ changes) pending/);
});
