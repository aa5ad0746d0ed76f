import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ArchiveFile, MissingContent } from '../../../../src/ports/archive-writer.ts';
import { runTool } from '../../../faults/run-tool.ts';
import { archiveFixture, requireUnzip } from './archive-fixture.ts';

const modifiedAt = new Date('2026-11-24T08:15:30Z');
const textFile = (path: string, text: string): ArchiveFile => ({ path, modifiedAt, bytes: Buffer.from(text) });

describe('an archive', () => {
  test('is read by Info-ZIP: equal bytes, names in all scripts, packed types stored, others compressed', async (context) => {
    await requireUnzip(context);
    const { writer, store, save, folder } = await archiveFixture();
    const picture = randomBytes(3_000_000);
    const lesson = Buffer.from('Photosynthese '.repeat(200_000));
    const files: readonly (readonly [ArchiveFile, Uint8Array])[] = [
      [{ path: 'home/Bild.jpg', modifiedAt, content: await store(picture, 'image/jpeg') }, picture],
      [
        { path: 'home/Łukasz Müßig/Übung 日本語 😀.md', modifiedAt, content: await store(lesson, 'text/markdown') },
        lesson,
      ],
      [{ path: 'home/leer.txt', modifiedAt, content: await store(Buffer.alloc(0), 'text/plain') }, Buffer.alloc(0)],
      [textFile('index.html', '<p>Übersicht</p>'), Buffer.from('<p>Übersicht</p>')],
      [textFile('bericht.pdf', '%PDF'), Buffer.from('%PDF')],
    ];
    const archive = await writer.open();
    for (const [file] of files) await archive.add(file);
    const finished = await archive.finish();
    const path = await save(finished);
    expect((await stat(path)).size).toBe(finished.size);
    expect(await runTool('unzip', '-t', path)).toContain('No errors detected');
    await runTool('unzip', '-q', path, '-d', join(folder, 'unpacked'));
    for (const [file, bytes] of files) {
      const unpacked = join(folder, 'unpacked', file.path);
      expect(Buffer.compare(await readFile(unpacked), bytes)).toBe(0);
      expect((await stat(unpacked)).mtime).toEqual(modifiedAt);
    }
    const methods = (await runTool('unzip', '-v', path)).split('\n').slice(3, -2);
    expect(methods.map((line) => [line.trim().split(/\s+/)[1], line.split('.').at(-1)])).toEqual([
      ['Stored', 'jpg'],
      ['Defl:N', 'md'],
      ['Defl:N', 'txt'],
      ['Defl:N', 'html'],
      ['Stored', 'pdf'],
    ]);
  });

  test('an empty one is valid; only the account of the repository can read its file; `remove` removes it', async (context) => {
    await requireUnzip(context);
    const { writer, save, folder, temporaryFiles } = await archiveFixture();
    const finished = await (await writer.open()).finish();
    expect(finished.size).toBe(22);
    // Info-ZIP has a warning for it.
    await expect(runTool('unzip', '-l', await save(finished))).rejects.toThrow('zipfile is empty');
    const [name = ''] = await temporaryFiles();
    expect((await stat(join(folder, 'temporary'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'temporary', name))).mode & 0o777).toBe(0o600);
    await finished.remove();
    await finished.remove();
    expect(await temporaryFiles()).toEqual([]);
  });

  test('the caller may change its bytes after `add`', async () => {
    const { writer, save } = await archiveFixture();
    const archive = await writer.open();
    const bytes = Buffer.from('stays');
    const added = archive.add({ path: 'a.jpg', modifiedAt, bytes });
    bytes.fill('x');
    await added;
    expect(await readFile(await save(await archive.finish()), 'latin1')).toContain('stays');
  });

  test('a time before the first one of the format becomes the first one', async (context) => {
    await requireUnzip(context);
    const { writer, save, folder } = await archiveFixture();
    const archive = await writer.open();
    const times = ['1969-12-31T23:00:00Z', '2040-01-01T00:00:00Z', 'no time'];
    for (const [at, time] of times.entries()) {
      await archive.add({ path: `${at}.txt`, modifiedAt: new Date(time), bytes: Buffer.from('a') });
    }
    await runTool('unzip', '-q', await save(await archive.finish()), '-d', folder);
    const years = times.map(async (_, at) => (await stat(join(folder, `${at}.txt`))).mtime.getUTCFullYear());
    expect(await Promise.all(years)).toEqual([1980, 2040, 1980]);
  });

  test('two archives at a time do not mix', async () => {
    const { writer, save } = await archiveFixture();
    const [one, two] = await Promise.all([writer.open(), writer.open()]);
    await Promise.all([one.add(textFile('one.jpg', 'first')), two.add(textFile('two.jpg', 'second'))]);
    const [first, second] = await Promise.all([one.finish(), two.finish()]);
    expect(await readFile(await save(first), 'latin1')).not.toContain('second');
    expect(await readFile(await save(second), 'latin1')).toContain('second');
  });
});

describe('a content that is not as it was', () => {
  test.each([
    ['missing', (path: string) => rm(path)],
    ['shorter', (path: string) => truncate(path, 1_500_000)],
    ['longer', (path: string) => truncate(path, 2_500_000)],
    ['changed', (path: string) => writeFile(path, Buffer.alloc(1), { flag: 'r+' })],
    ['replaced by a folder', (path: string) => rm(path).then(() => mkdir(path))],
  ])('%s: rejects with its path and leaves no file', async (_, damage) => {
    const { writer, store, contentPath, temporaryFiles } = await archiveFixture();
    const content = await store(randomBytes(2_000_000), 'image/png');
    await damage(contentPath(content.hash));
    const archive = await writer.open();
    await archive.add(textFile('a.txt', 'a'));
    const error = await archive.add({ path: 'home/b.png', modifiedAt, content }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingContent);
    expect(error).toMatchObject({ path: 'home/b.png', message: expect.stringContaining('home/b.png') });
    expect(await temporaryFiles()).toEqual([]);
    await expect(archive.add(textFile('c.txt', 'c'))).rejects.toBe(error);
    await expect(archive.finish()).rejects.toBe(error);
    await archive.abort();
  });
});

test.each(['home/../../evil.txt', '/evil.txt', 'home\\..\\..\\evil.txt'])('the path %j is refused', async (path) => {
  const { writer, temporaryFiles } = await archiveFixture();
  const archive = await writer.open();
  await expect(archive.add(textFile(path, 'x'))).rejects.toThrow(/^The archive could not be written: /);
  expect(await temporaryFiles()).toEqual([]);
});

test('more than 65,535 files make a ZIP64 archive, and their bytes do not stay in memory', async (context) => {
  await requireUnzip(context);
  const { writer, save } = await archiveFixture();
  const archive = await writer.open();
  const [count, batch, bytes] = [66_000, 500, Buffer.alloc(4_096, 'a')];
  const before = process.memoryUsage().rss;
  let peak = before;
  for (let first = 0; first < count; first += batch) {
    const paths = Array.from({ length: batch }, (_, index) => `home/${first + index}.jpg`);
    await Promise.all(paths.map((path) => archive.add({ path, modifiedAt, bytes })));
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  const path = await save(await archive.finish());
  expect(peak - before).toBeLessThan(150_000_000);
  const list = await runTool('unzip', '-l', path);
  expect(list).toContain(`${count} files`);
  expect(await runTool('unzip', '-tq', path, 'home/0.jpg', `home/${count - 1}.jpg`)).toContain('No errors detected');
});
