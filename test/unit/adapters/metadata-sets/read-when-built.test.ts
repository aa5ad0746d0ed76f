import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { parseSetText } from '../../../../src/adapters/metadata-sets/parse-set.ts';
import { parseValueListText } from '../../../../src/adapters/metadata-sets/parse-value-list.ts';
import { readWhenBuilt } from '../../../../src/adapters/metadata-sets/read-when-built.ts';

const shipped = new URL('../../../../data-template/metadata-sets/', import.meta.url);

const files = (await readdir(shipped, { recursive: true })).filter((name) => name.endsWith('.yaml'));

const parse = (name: string) => (name.startsWith('values') ? parseValueListText : parseSetText);

const isRead = { mistakes: [{ place: '', message: 'was read' }] };
const fromBuild = readWhenBuilt<unknown>(() => isRead);

test.each(files)('%s is read when the program is built, and says the same as when it is read later', async (name) => {
  const text = await readFile(new URL(name, shipped), 'utf8');
  const id = basename(name, '.yaml');
  const built = await fromBuild(text, name, id);
  expect(built).not.toEqual(isRead);
  expect(built).toEqual(await parse(name)(text, name, id));
});

test('a text that was changed, or that has the name of another one, is read', async () => {
  const text = await readFile(new URL('default.yaml', shipped), 'utf8');
  expect(await fromBuild(`${text}\n`, 'default.yaml', 'default')).toBe(isRead);
  expect(await fromBuild(text, 'own.yaml', 'own')).toBe(isRead);
});
