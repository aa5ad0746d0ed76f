import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RepositoryNode } from '../../src/cli/node-arguments/node.ts';
import { zip } from '../support/archives.ts';
import { makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;
let count = 0;

const written = async (content: string | Buffer): Promise<string> => {
  count += 1;
  const path = join(repository.folder(), `table-${count}`);
  await writeFile(path, content);
  return path;
};

const store = async (content: string | Buffer, ...more: string[]) =>
  run(['metadata', 'import', await written(content), '/silent', '-o', 'json', ...more]);

const valuesOf = async (path: string, property: string) => {
  const { node } = await repository.json<{ readonly node: RepositoryNode }>(['node', 'get', `/silent/${path}`]);
  return new Map(Object.entries(node.properties ?? {})).get(property);
};

beforeAll(async () => {
  const source = join(repository.folder(), 'silent-source');
  await makeTree(source, { 'a.txt': 'a', 'b.txt': 'b' });
  await run(['import', source, '/silent']);
});

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook whose rows and cells have no addresses; the first sheet is hidden. */
function sparseWorkbook(rows: string): Buffer {
  const sheet = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`;
  const part = (name: string, text: string) => ({ name, content: Buffer.from(`<?xml version="1.0"?>${text}`) });
  return zip([
    part(
      '_rels/.rels',
      `<Relationships><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns:r="${relations}"><sheets><sheet name="Alt" sheetId="1" state="hidden" r:id="r1"/><sheet name="Neu" sheetId="2" r:id="r2"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part('xl/styles.xml', '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>'),
    part('xl/worksheets/sheet1.xml', sheet('<row><c t="inlineStr"><is><t>versteckt</t></is></c></row>')),
    part('xl/worksheets/sheet2.xml', sheet(rows)),
  ]);
}

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a row that cannot be stored as it is fails, and the others are stored', () => {
  test.each([
    ['more cells than headers', 'path;Titel\na.txt;Zelle; die kleine\nb.txt;Gut\n', '"Zelle", "die kleine"'],
    ['#N/A', 'path;Titel\na.txt;#N/A\nb.txt;Gut\n', 'Titel: "#N/A" is an error'],
    ['#BEZUG!', 'path;Titel\na.txt;#BEZUG!\nb.txt;Gut\n', '"#BEZUG!" is an error'],
  ])('%s', async (_, table, why) => {
    await run(['node', 'update', '/silent/b.txt', '-p', 'cclom:title=Alt']);
    const { code, stdout } = await store(table);
    expect(code).toBe(7);
    const { rows } = JSON.parse(stdout) as { rows: { why: string | null }[] };
    expect(rows[0]?.why).toContain(why);
    expect(await valuesOf('a.txt', 'cclom:title')).toBeUndefined();
    expect(await valuesOf('b.txt', 'cclom:title')).toEqual(['Gut']);
  });

  test('in a class list too', async () => {
    const list = await written('Login;Vorname;Klasse\nx1;Anna;#NV\nx2;Bert;7a;7b\n');
    const { code, stdout } = await run(['user', 'import', list, '--without-passwords', '-o', 'jsonl']);
    expect(code).toBe(7);
    expect(stdout).toContain('is an error of the spreadsheet');
    expect(stdout).toContain('It has 4 cells');
  });
});

test('a workbook without addresses: the visible sheet, its time, and its error', async () => {
  const header = `<row>${text('path')}${text('Titel')}</row>`;
  const { stdout } = await store(
    sparseWorkbook(
      `${header}<row>${text('a.txt')}<c s="1"><v>45000.5</v></c></row><row>${text('b.txt')}<c t="e"><v>#REF!</v></c></row>`,
    ),
  );
  expect(stdout).toContain('#REF!');
  expect(await valuesOf('a.txt', 'cclom:title')).toEqual(['2023-03-15T12:00:00']);
});

test('a value with the separator survives a round trip, and white space at the end can be removed', async () => {
  await run([
    'node',
    'update',
    '/silent/a.txt',
    '-p',
    'cclom:general_keyword=Betrag |x|',
    '-p',
    'cclom:title=Zelle \n',
  ]);
  const table = join(repository.folder(), 'round.csv');
  await run(['metadata', 'export', '/silent', '--to', table]);
  expect((await run(['metadata', 'import', table, '/silent', '-o', 'json'])).stdout).toContain('"rows": []');
  await store('path;Titel;Schlagwörter\na.txt;Zelle;Betrag \\|x\\| | y\n');
  expect(await valuesOf('a.txt', 'cclom:general_keyword')).toEqual(['Betrag |x|', 'y']);
  expect(await valuesOf('a.txt', 'cclom:title')).toEqual(['Zelle']);
});

test.each([
  ['a comma in a header', 'path\tTitel\tNotiz, kurz\na.txt\tTab, eins\tx, y\n', 'Tab, eins'],
  ['a title line', 'Liste, Stand, heute\npath;Titel\na.txt;Mit Titel\n', 'Mit Titel'],
])('the delimiter fits the headers and rows: %s', async (_, table, title) => {
  await store(table, ...(table.includes('Notiz') ? ['--column', 'Notiz, kurz='] : []));
  expect(await valuesOf('a.txt', 'cclom:title')).toEqual([title]);
});

test.each([
  ['CC BY-SA 4.0', 'CC_BY_SA', '4.0'],
  ['CC 0 1.0', 'CC_0', '1.0'],
  ['https://creativecommons.org/licenses/by/4.0/deed.de', 'CC_BY', '4.0'],
  ['Public Domain', 'PDM', undefined],
])('the licence %s', async (licence, key, version) => {
  await run(['metadata', 'import', await written('path;ccm:commonlicense_cc_version\na.txt;\n'), '/silent', '--clear']);
  await store(`path;Lizenz\na.txt;${licence}\n`);
  expect(await valuesOf('a.txt', 'ccm:commonlicense_key')).toEqual([key]);
  expect(await valuesOf('a.txt', 'ccm:commonlicense_cc_version')).toEqual(
    version === undefined ? undefined : [version],
  );
});

test('one line in another encoding is refused with its number, and MacRoman is read', async () => {
  const mixed = Buffer.concat([Buffer.from('path;Titel\nb.txt;Größe\n'), Buffer.from('a.txt;Br\u00fcche\n', 'latin1')]);
  expect((await store(mixed)).stderr).toContain('Line 3 is not UTF-8');
  const mac = Buffer.from('path;Titel\na.txt;Gr\u009a\u00a7e f\u009fr K\u008ase\n', 'latin1');
  expect((await store(mac)).stderr).toContain('MacRoman');
  expect(await valuesOf('a.txt', 'cclom:title')).toEqual(['Größe für Käse']);
});
