import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImportUploads } from '../../../src/daemon/imports/import-uploads.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'u-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const uploads = (url: string | undefined = 'http://127.0.0.1:1') => createImportUploads({ url: () => url, folder });

const file = (bytes: string, name = 'liste.csv') => ({ name, bytes: Readable.from([Buffer.from(bytes)]) });

const item = { result: 'created', where: 'row 2', path: 'folder/Kreis', node: null, problems: [] };

async function itemsOf(report: string) {
  await uploads().remove('a');
  await uploads().keep('a', file('x'), 10);
  await writeFile(join(folder, 'a', 'report.jsonl'), report);
  const items = [];
  for await (const each of uploads().items('a')) items.push(each);
  return items;
}

describe('the files of imports', () => {
  test('are kept one in a folder, up to a size', async () => {
    expect(await uploads().keep('a', file('0123456789'), 10)).toBe('liste.csv');
    expect(await readdir(join(folder, 'a', 'source'))).toEqual(['liste.csv']);
    await expect(uploads().keep('b', file('0123456789a'), 10)).rejects.toMatchObject({ code: 'TooLarge' });
  });

  test('are not kept without a server that an import could call', async () => {
    const none = createImportUploads({ url: () => undefined, folder });
    await expect(none.keep('a', file('x'), 10)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('are removed one by one, and all that an earlier process has left', async () => {
    for (const id of ['a', 'b', 'c']) await uploads().keep(id, file('x'), 10);
    await uploads().remove('b');
    expect(await readdir(folder)).toEqual(['a', 'c']);
    await uploads().clear();
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    await uploads().clear();
  });
});

describe('the report of an import', () => {
  test('has no items before it begins, and ends before a line that is still being written', async () => {
    expect(await itemsOf('')).toEqual([]);
    const items = await itemsOf(`${JSON.stringify(item)}\n{"result":"failed","where":"row 3","problems":[{}`);
    expect(items).toMatchObject([{ result: 'created', where: 'row 2', name: 'Kreis' }]);
  });

  test('names no options of commands, which nobody can use on a page', async () => {
    const problem = { severity: 'error', column: 'Datei', why: 'There is no file a.' };
    const advice = ['Write another one.', 'To change it: --files DIRECTORY', 'Run edu-repo cp a b'];
    const problems = advice.map((next) => ({ ...problem, next }));
    const [found] = await itemsOf(`${JSON.stringify({ ...item, problems })}\n`);
    expect(found?.problems.map(({ next }) => next)).toEqual(['Write another one.', null, null]);
  });
});
