import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMiniSearchIndex } from '../../src/adapters/minisearch/search-index.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { anchorSight } from '../../src/ports/viewer.ts';
import { createRecordingLog } from './recording-log.ts';
import { aDocument, anId, aViewer, facet, find } from './search-index-documents.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const documents = Array.from({ length: 700 }, (_, number) =>
  aDocument({
    id: anId(number),
    anchor: anId(1000 + (number % 3)),
    owner: number % 2 === 0 ? 'anna' : 'bert',
    title: `Größe ${number}`,
    text: `Zeile\u2028Absatz\u2029 w${number}x w${number}y`,
    properties: { 'ccm:x': [`Wert ${number % 5}`, '\u2028', '\ud800'] },
  }),
);

describe('the snapshot of a search index', () => {
  let folder: TemporaryFolder;
  let file: string;
  let messages: readonly string[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'search-index');
  });
  afterEach(() => folder.remove());

  async function open(): Promise<SearchIndex> {
    const log = createRecordingLog();
    messages = log.messages;
    return await openMiniSearchIndex({ file, log });
  }

  async function saved(): Promise<SearchIndex> {
    const index = await open();
    index.apply({ puts: documents, removals: [] }, 41);
    index.apply({ puts: [], removals: [anId(7)] }, 42);
    await index.save();
    return index;
  }

  const found = (index: SearchIndex) => find(index, 'grosse w12x ccm:x:"Wert 3"', { facets: [facet('ccm:x')] });

  async function expectRebuilt(reason: RegExp): Promise<void> {
    const index = await open();
    expect([index.position, index.size]).toEqual([0, 0]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(reason);
    index.apply({ puts: documents, removals: [] }, 50);
    await index.save();
    expect((await open()).position).toBe(50);
  }

  test('gives the same index again: documents, hits, order, facets, rights, position', async () => {
    const index = await saved();
    const again = await open();
    expect(messages).toEqual([]);
    expect([again.position, again.size]).toEqual([42, 699]);
    expect(await found(again)).toEqual(await found(index));
    const viewer = aViewer((anchor) => (anchor === anId(1000) ? anchorSight.all : anchorSight.nothing), 'anna');
    expect((await find(again, '*:*', { viewer })).total).toBe((await find(index, '*:*', { viewer })).total);
  });

  test('can be gone on from: replaced, removed and added documents are right', async () => {
    await saved();
    const index = await open();
    index.apply({ puts: [aDocument({ id: anId(8), title: 'Neu' })], removals: [anId(9)] }, 43);
    await index.save();
    const again = await open();
    expect([again.position, again.size]).toEqual([43, 698]);
    expect((await find(again, 'w8x w9x')).ids).not.toContain(anId(8));
    expect((await find(again, 'title:Neu')).ids).toEqual([anId(8)]);
  });

  test('is its owner’s only, and has no other file beside it', async () => {
    await saved();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['search-index']);
  });

  test('is not written again when nothing has changed', async () => {
    const index = await saved();
    await rm(file);
    await index.save();
    expect(await readdir(folder.path)).toEqual([]);
    index.apply({ puts: [], removals: [] }, 43);
    await index.save();
    expect((await open()).position).toBe(43);
  });

  test('is not written for an index that was only read', async () => {
    await saved();
    const index = await open();
    await rm(file);
    await index.save();
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('holds what was there when it was begun, and the next one what came meanwhile', async () => {
    const index = await saved();
    index.apply({ puts: [], removals: [anId(1)] }, 43);
    const saving = index.save();
    await Promise.resolve();
    index.apply({ puts: [], removals: [anId(2)] }, 44);
    await saving;
    const between = await open();
    expect([between.position, between.size]).toEqual([43, 698]);
    await Promise.all([index.save(), index.save()]);
    const last = await open();
    expect([last.position, last.size]).toEqual([44, 697]);
  });

  test('of a cleared index is empty', async () => {
    const index = await saved();
    index.clear();
    await index.save();
    const again = await open();
    expect([again.position, again.size]).toEqual([0, 0]);
    expect(messages).toEqual([]);
  });

  test('that is missing is built, without a word', async () => {
    const index = await open();
    expect([index.position, index.size]).toEqual([0, 0]);
    expect(messages).toEqual([]);
  });

  test('cut off anywhere is built anew', async () => {
    await saved();
    const whole = await readFile(file);
    const cuts = [0, 1, 50, 4096, Math.floor(whole.length / 2), whole.length - 70, whole.length - 1];
    for (const length of cuts) {
      await writeFile(file, whole);
      await truncate(file, length);
      await expectRebuilt(/cannot be used/);
    }
  });

  test('with one other bit anywhere is built anew', async () => {
    await saved();
    const whole = await readFile(file);
    for (const part of [0, 0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.9999]) {
      const damaged = Buffer.from(whole);
      const place = Math.floor(part * whole.length);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      await writeFile(file, damaged);
      await expectRebuilt(/cannot be used/);
    }
  });

  test.each(['garbage', '{}\n', '\n\n', 'null\n', '\0\0\0', 'sha256 \n'])(
    'of nothing but «%s» is built anew',
    async (garbage) => {
      await writeFile(file, garbage);
      await expectRebuilt(/cannot be used/);
    },
  );

  test('with more behind its end is built anew', async () => {
    await saved();
    await writeFile(file, '{"rows":[]}\n', { flag: 'a' });
    await expectRebuilt(/cannot be used/);
  });

  test('of another form or schema is built anew, though its checksum fits', async () => {
    await saved();
    const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -2);
    for (const [from, to] of [
      ['search index 1', 'search index 0'],
      ['keywords,', ''],
      ['folding ', 'folding 9'],
    ] as const) {
      const other = `${lines.map((line, number) => (number === 0 ? line.replace(from, to) : line)).join('\n')}\n`;
      await writeFile(file, `${other}sha256 ${createHash('sha256').update(other).digest('hex')}\n`);
      await expectRebuilt(/cannot be used/);
    }
  });

  test('that cannot be written is told, the one before stays, and a later one succeeds', async () => {
    const index = await saved();
    const before = await readFile(file);
    index.apply({ puts: [], removals: [anId(1)] }, 43);
    await mkdir(`${file}.partial`);
    await expect(index.save()).rejects.toMatchObject({ code: 'StorageFailed', message: expect.stringContaining(file) });
    expect(await readFile(file)).toEqual(before);
    await rm(`${file}.partial`, { recursive: true, force: true });
    await index.save();
    expect((await open()).position).toBe(43);
  });

  test('left half-written by a crash is passed over', async () => {
    await saved();
    await writeFile(`${file}.partial`, 'half');
    const index = await open();
    expect([index.position, index.size, messages]).toEqual([42, 699, []]);
    index.apply({ puts: [], removals: [anId(1)] }, 43);
    await index.save();
    expect(await readdir(folder.path)).toEqual(['search-index']);
  });
});
