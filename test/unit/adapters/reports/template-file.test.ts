import { chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultTemplatePath, readTemplate } from '../../../../src/adapters/reports/template/template-file.ts';
import { dataReportNames } from '../../../../src/domain/privacy/report-view.ts';

const names = { title: 'text' } as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-template-'));
  await mkdir(join(folder, 'html/dataprotection'), { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string) => readTemplate({ folder, path, names });

test('that is missing at its usual place is the one of this release', async () => {
  const template = await readTemplate({ folder, path: defaultTemplatePath, names: dataReportNames });
  expect(template).toContain('Stammdaten und Kontodaten');
});

test('is read again each time', async () => {
  await writeFile(join(folder, defaultTemplatePath), '<p>{{title}}</p>');
  expect(await read(defaultTemplatePath)).toBe('<p>{{title}}</p>');
  await writeFile(join(folder, defaultTemplatePath), '<p>\n{{titel}}</p>');
  await expect(read(defaultTemplatePath)).rejects.toMatchObject({
    name: 'TemplateError',
    location: `${defaultTemplatePath}:2`,
  });
});

test('may be anywhere by an absolute path', async () => {
  const path = join(folder, 'own.html');
  await writeFile(path, '<p>own</p>');
  expect(await read(path)).toBe('<p>own</p>');
});

test.each(['../report.html', 'html/../../report.html', '..'])(
  'is not read outside of the data directory: %s',
  async (path) => {
    await expect(read(path)).rejects.toThrow(/outside of the data directory/);
  },
);

test('at another place must exist', async () => {
  await expect(read('html/other.html')).rejects.toThrow('html/other.html: The file does not exist. Create it');
});

test('is no folder', async () => {
  await expect(read('html')).rejects.toThrow('html: This is a folder.');
});

test('is UTF-8, and a line that is not is named', async () => {
  await writeFile(join(folder, 'latin.html'), Buffer.from('<p>a</p>\n<p>Gr\xfc\xdfe</p>', 'latin1'));
  await expect(read('latin.html')).rejects.toMatchObject({
    location: 'latin.html:2',
    message: expect.stringContaining('UTF-8'),
  });
});

test('that is huge is not read', async () => {
  await writeFile(join(folder, 'huge.html'), '');
  await truncate(join(folder, 'huge.html'), 3_000_000_000);
  await expect(read('huge.html')).rejects.toThrow('larger than 256 KB');
});

test('that the account may not read says what to do', async ({ skip }) => {
  if (process.getuid?.() === 0) skip('The account root may read everything.');
  await writeFile(join(folder, 'secret.html'), '<p>a</p>');
  await chmod(join(folder, 'secret.html'), 0);
  await expect(read('secret.html')).rejects.toThrow('Give its account the permission.');
});
