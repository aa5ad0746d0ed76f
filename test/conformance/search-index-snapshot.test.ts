import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { createRecordingLog } from './recording-log.ts';
import { aDocument, anId, aViewer, facet, find } from './search-index-documents.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const documents = Array.from({ length: 700 }, (_, number) =>
  aDocument({
    id: anId(number),
    aclRoot: anId(1000 + (number % 3)),
    owner: number % 2 === 0 ? 'anna' : 'bert',
    title: `Größe ${number}`,
    text: `Zeile\u2028Absatz\u2029 w${number}x w${number}y`,
    properties: { 'ccm:x': [`Wert ${number % 5}`, '\u2028', '\ud800'] },
  }),
);

describe('the snapshot of a search index', () => {
  let folder: TemporaryFolder;
  let messages: readonly string[];

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  async function open(): Promise<SearchIndex> {
    const log = createRecordingLog();
    messages = log.messages;
    return await openSearchIndex({ folder: folder.path, log });
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
    const viewer = aViewer(
      (anchor) => (anchor === anId(1000) ? aclRootVisibility.all : aclRootVisibility.nothing),
      'anna',
    );
    expect((await find(again, '*:*', { accessFilter: viewer })).total).toBe(
      (await find(index, '*:*', { accessFilter: viewer })).total,
    );
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

  const files = async (): Promise<string[]> => (await readdir(folder.path)).map((name) => join(folder.path, name));

  async function removeFiles(): Promise<void> {
    for (const file of await files()) await rm(file);
  }

  test('is its owner’s only', async () => {
    await saved();
    for (const file of await files()) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('is not written again when nothing has changed', async () => {
    const index = await saved();
    await removeFiles();
    await index.save();
    expect(await files()).toEqual([]);
  });

  test('is not written for an index that was only read', async () => {
    await saved();
    const index = await open();
    await find(index, '*:*');
    await removeFiles();
    await index.save();
    expect(await files()).toEqual([]);
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

  test('holds what was there at one moment, where much has come', async () => {
    const index = await saved();
    const title = Array.from({ length: 50 }, (_, number) => `wort${number}`).join(' ');
    const puts = Array.from({ length: 300 }, (_, number) => aDocument({ id: anId(1_000 + number), title }));
    index.apply({ puts, removals: [] }, 43);
    const saving = index.save();
    for (let gone = 0; gone < 5; gone += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      index.apply({ puts: [], removals: [anId(1_000 + gone)] }, 44 + gone);
    }
    await saving;
    const between = await open();
    const gone = between.position - 43;
    expect(between.size).toBe(999 - gone);
    expect((await find(between, 'wort49')).total).toBe(300 - gone);
    await index.save();
    expect((await open()).size).toBe(994);
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

  test.each(['manifest', 'segment'])('of which the %s is cut off or has another bit is built anew', async (kind) => {
    for (const place of [0, 0.1, 0.5, 0.999]) {
      await saved();
      const file = (await files()).find((name) => basename(name).startsWith(kind)) ?? '';
      const bytes = await readFile(file);
      const at = Math.floor(place * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(file, bytes);
      await expectRebuilt(/cannot be used/);
      await truncate((await files()).find((name) => basename(name).startsWith(kind)) ?? '', at);
      await expectRebuilt(/cannot be used/);
    }
  });

  test('that cannot be written is told, the one before stays, and a later one succeeds', async () => {
    const index = await saved();
    index.apply({ puts: [], removals: [anId(1)] }, 43);
    const blocked = join(folder.path, 'manifest.partial');
    await mkdir(blocked);
    await expect(index.save()).rejects.toMatchObject({ code: 'StorageFailed' });
    const before = await open();
    expect([before.position, before.size]).toEqual([42, 699]);
    await rm(blocked, { recursive: true, force: true });
    await index.save();
    expect((await open()).position).toBe(43);
  });
});
