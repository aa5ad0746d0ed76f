import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { cellOf } from '../../src/cli/metadata/cell.ts';
import { changesOf } from '../../src/cli/metadata/change-metadata.ts';
import { pathColumn, readColumnFlags } from '../../src/cli/metadata/columns.ts';
import { namesOnPath } from '../../src/cli/metadata/metadata-table.ts';
import type { RepositoryNode } from '../../src/cli/node-arguments/node.ts';
import { cellOfValues, valuesOfCell } from '../../src/cli/tables/cell-values.ts';
import type { Tally } from '../../src/cli/transfer/tally.ts';
import { workbook } from '../support/workbooks.ts';
import { makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;

interface Row {
  readonly row: number;
  readonly path: string;
  readonly result: string;
  readonly properties: readonly string[];
  readonly why: string | null;
}

let source = '';
let target = '';
let count = 0;

const material = { 'Zelle.txt': 'Zelle', 'Klasse 7/Brüche.txt': 'Brüche', '=Summe.txt': 'Summe' };

beforeEach(async () => {
  count += 1;
  source = join(repository.folder(), `source-${count}`);
  target = `/target-${count}`;
  await makeTree(source, material);
});

const written = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(repository.folder(), `${count}-${name}`);
  await writeFile(path, content);
  return path;
};
const upload = () => run(['import', source, target]);
const importTable = async (table: string, ...more: string[]) =>
  (await repository.json<{ readonly rows: readonly Row[] }>(['metadata', 'import', table, target, ...more])).rows;
const valuesOf = async (path: string, property: string) => {
  const { node } = await repository.json<{ readonly node: RepositoryNode }>(['node', 'get', `${target}/${path}`]);
  return new Map(Object.entries(node.properties ?? {})).get(property);
};

describe('metadata import', () => {
  test('checks numbers before it changes anything, and takes a decimal comma', async () => {
    await upload();
    const lines = (age: string) =>
      `path,cclom:title,Alter von\nZelle.txt,Die Zelle,"${age}"\nKlasse 7/Brüche.txt,Kürzen,12\n`;
    const wrong = await written('wrong.csv', lines('zehn'));
    for (const dry of [[], ['-n']]) {
      const { code, stderr } = await run(['metadata', 'import', wrong, target, '--on-error', 'stop', ...dry]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/Row 2.*Alter von.*"zehn" is not a value of ccm:educationaltypicalagerange_from/);
    }
    expect(await valuesOf('Klasse 7/Brüche.txt', 'cclom:title')).toBeUndefined();
    const rows = await importTable(await written('right.csv', lines('10,5')));
    expect(rows.map(({ result }) => result)).toEqual(['changed', 'changed']);
    expect(await valuesOf('Zelle.txt', 'ccm:educationaltypicalagerange_from')).toEqual(['10.5']);
  });

  test('reads no workbook that an export has written, as none is written', async () => {
    await upload();
    for (const name of ['out.xlsx', 'out.XLS', 'out.ods']) {
      const file = join(repository.folder(), `${count}-${name}`);
      const { code, stderr } = await run(['metadata', 'export', target, '--to', file]);
      expect(code).toBe(2);
      expect(stderr).toContain(`Use the name ${file.replace(/\.\w+$/, '.csv')}`);
      await expect(readFile(file)).rejects.toThrow('ENOENT');
    }
  });

  test('changes what differs, by captions and names, in German CSV as Excel writes it', async () => {
    await upload();
    const lines = [
      'Datei;Titel;Fach;cclom:general_keyword',
      'Klasse 7\\Brüche.txt;Brüche kürzen;Mathematik | biologie;Bruch|Teiler',
    ];
    const table = await written('liste.csv', Buffer.from(lines.join('\r\n'), 'latin1'));
    const [row, ...others] = await importTable(table);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ row: 2, path: 'Klasse 7/Brüche.txt', result: 'changed', why: null });
    expect(row?.properties).toEqual(['cclom:title', 'ccm:taxonid', 'cclom:general_keyword']);
    expect(await valuesOf('Klasse 7/Brüche.txt', 'cclom:title')).toEqual(['Brüche kürzen']);
    expect(await valuesOf('Klasse 7/Brüche.txt', 'cclom:general_keyword')).toEqual(['Bruch', 'Teiler']);
    expect(await valuesOf('Klasse 7/Brüche.txt', 'ccm:taxonid_DISPLAYNAME')).toEqual(['Mathematik', 'Biologie']);
    expect(await importTable(table)).toEqual([]);
  });

  test('reads a sheet of a workbook, with a title above the headers', async () => {
    await upload();
    const table = await written(
      'liste.xlsx',
      workbook({
        Alt: [['x']],
        Neu: [['Material'], ['Überschrift', 'Pfad', 'Notiz'], ['Die Zelle', 'Zelle.txt', 'ok']],
      }),
    );
    const columns = ['--column', 'Überschrift=Titel', '--column', 'Notiz='];
    expect(await importTable(table, '--sheet', 'Neu', ...columns)).toHaveLength(1);
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Die Zelle']);
  });

  test('separates cells as --delimiter says', async () => {
    await upload();
    const table = await written('strich.csv', 'path|Titel;Untertitel\nZelle.txt|Die Zelle; Teil 1\n');
    const titled = ['--column', 'Titel;Untertitel=cclom:title'];
    expect(await importTable(table, '--delimiter', '|', ...titled)).toMatchObject([{ result: 'changed' }]);
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Die Zelle; Teil 1']);
  });

  test('leaves properties of empty cells as they are, and removes them with --clear', async () => {
    await upload();
    await importTable(await written('a.csv', 'path,Titel\nZelle.txt,Die Zelle\n'));
    const empty = await written('b.csv', 'path,Titel\nZelle.txt,\n');
    expect(await importTable(empty)).toEqual([]);
    expect(await importTable(empty, '--clear')).toMatchObject([{ result: 'changed', properties: ['cclom:title'] }]);
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toBeUndefined();
  });

  test('makes a version of each changed node with --version-comment', async () => {
    await upload();
    const table = await written('a.csv', 'path,Titel\nZelle.txt,Die Zelle\n');
    await importTable(table, '--version-comment', 'Titel ergänzt');
    const { stdout } = await run(['node', 'versions', `${target}/Zelle.txt`, '-o', 'csv']);
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stdout).toContain('Titel ergänzt');
  });

  test('changes nothing in a dry run', async () => {
    await upload();
    const table = await written('a.csv', 'path,Titel\nZelle.txt,Die Zelle\n');
    const { code, stdout, stderr } = await run(['metadata', 'import', table, target, '-n']);
    expect(code).toBe(0);
    expect(stdout).toContain('cclom:title');
    expect(stderr).toContain('Dry run, nothing was changed. The import would report: 1 node changed.');
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toBeUndefined();
  });

  test('says what each property says before and after', async () => {
    await upload();
    const titles = async (title: string, ...more: string[]) =>
      run(['metadata', 'import', await written('titel.csv', `path;Titel\nZelle.txt;${title}\n`), target, ...more]);
    expect((await titles('Die Zelle', '-n')).stdout).toContain('cclom:title from nothing to "Die Zelle"');
    await titles('Die Zelle');
    expect((await titles('Der Kern', '-n')).stdout).toContain('cclom:title from "Die Zelle" to "Der Kern"');
    const { rows } = JSON.parse((await titles('Der Kern', '-n', '-o', 'json')).stdout);
    expect(rows[0].changes).toEqual([{ property: 'cclom:title', before: 'Die Zelle', after: 'Der Kern' }]);
  });

  test('changes nothing with --on-error stop if a row has no node', async () => {
    await upload();
    const table = await written('halt.csv', 'path,Titel\nZelle.txt,Anders\nfehlt.txt,x\n');
    for (const dry of [[], ['-n']]) {
      const { code, stderr } = await run(['metadata', 'import', table, target, '--on-error', 'stop', ...dry]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/Row 3: fehlt\.txt: It does not exist/)]);
    }
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toBeUndefined();
  });

  test('fails for rows without a node, and changes the others', async () => {
    await upload();
    const table = await written('a.csv', 'path,Titel\nfehlt.txt,X\nZelle.txt,Die Zelle\n');
    const { code, stdout, stderr } = await run(['metadata', 'import', table, target, '-o', 'jsonl']);
    expect(code).toBe(7);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as Row).result),
    ).toEqual(['failed', 'changed']);
    expect(stderr).toContain('1 node changed, 1 failed.');
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Die Zelle']);
  });

  test.each([
    [
      'a value that is in no list',
      'path,Fach\nZelle.txt,Biologi\n',
      'Row 2, Fach: "Biologi" is not a value of ccm:taxonid.',
    ],
    [
      'the same mistake in several rows',
      'path,Fach\nZelle.txt,Bio!\nKlasse 7/Brüche.txt,Bio!\n',
      'Row 2 and 1 more, Fach: "Bio!"',
    ],
    ['a path twice', 'path,Titel\nZelle.txt,A\n./Zelle.txt,B\n', 'Row 3: Row 2 has the same path, Zelle.txt.'],
    ['a row without a path', 'path,Titel\n,A\n', 'Row 2: It has no path.'],
    ['a path that leads out', 'path,Titel\n../Zelle.txt,A\n', 'Row 2: The path ../Zelle.txt leads out of the folder.'],
    ['a criterion of searches', 'path,Medientyp\nZelle.txt,text\n', 'No property is called "Medientyp".'],
    ['an unknown header', 'path,Titl\nZelle.txt,A\n', 'No property is called "Titl".'],
    [
      'two columns of one property',
      'path,Titel,cclom:title\nZelle.txt,A,B\n',
      'Two columns contain cclom:title: "Titel" and "cclom:title".',
    ],
    ['no column with paths', 'Titel,Fach\nA,Biologie\n', 'has no column with the paths of the files.'],
    ['no other column', 'path\nZelle.txt\n', 'The table has no columns besides the paths.'],
    ['an empty file', '', 'It has no row with text.'],
  ])('refuses a table with %s, and changes nothing if it stops on errors', async (_, content, message) => {
    await upload();
    const words = ['metadata', 'import', await written('a.csv', content), target, '--on-error', 'stop'];
    const { code, stdout, stderr } = await run(words);
    expect([1, 2]).toContain(code);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toBeUndefined();
  });

  test.each(['titel=ccm:note', 'Ablage=path'])('refuses --column %s for a header that is not there', async (column) => {
    await upload();
    const table = await written('a.csv', 'path,Titel\nZelle.txt,A\n');
    const { code, stderr } = await run(['metadata', 'import', table, target, '--column', column]);
    expect(code).toBe(2);
    expect(stderr).toContain('The table has no column');
  });

  test.each(['Titel', '=cclom:title'])('refuses --column %s', async (column) => {
    const { code, stderr } = await run(['metadata', 'import', 'x.csv', '--column', column]);
    expect(code).toBe(2);
    expect(stderr).toContain('Write HEADER=PROPERTY');
  });

  test('takes «CC BY-SA» for the key CC_BY_SA, and any value with --any-value', async () => {
    await upload();
    await importTable(await written('a.csv', 'path,Lizenz,Fach\nZelle.txt,CC BY-SA,Mathematik\n'));
    expect(await valuesOf('Zelle.txt', 'ccm:commonlicense_key')).toEqual(['CC_BY_SA']);
    await importTable(await written('b.csv', 'path,Lizenz\nZelle.txt,Eigene\n'), '--any-value');
    expect(await valuesOf('Zelle.txt', 'ccm:commonlicense_key')).toEqual(['Eigene']);
  });
});

describe('a table with a value that is in no list', () => {
  test('is accepted where the node has it, and captions beside it are stored as keys', async () => {
    await upload();
    await importTable(await written('a.csv', 'path,Lizenz\nZelle.txt,Eigene\n'), '--any-value');
    const table = await written('b.csv', 'path,Lizenz,Fach\nZelle.txt,Eigene,Biologie\n');
    expect(await importTable(table)).toMatchObject([{ result: 'changed', properties: ['ccm:taxonid'] }]);
    expect(await valuesOf('Zelle.txt', 'ccm:taxonid_DISPLAYNAME')).toEqual(['Biologie']);
    await importTable(await written('c.csv', 'path,Lizenz,Fach\nZelle.txt,Andere,Mathematik\n'), '--any-value');
    expect(await valuesOf('Zelle.txt', 'ccm:commonlicense_key')).toEqual(['Andere']);
    expect(await valuesOf('Zelle.txt', 'ccm:taxonid_DISPLAYNAME')).toEqual(['Mathematik']);
  });
});

describe('metadata export', () => {
  test('writes a table that imports to no change, in each language', async () => {
    await upload();
    const described =
      'path,Titel,Beschreibung,Fach,Schlagwörter\nZelle.txt,=1+1,"a | b\nc",Biologie,Zelle | Kern\n=Summe.txt,-Titel,,Mathematik,\n';
    expect(await importTable(await written('a.csv', described))).toHaveLength(2);
    for (const language of ['de_DE.UTF-8', 'en_GB.UTF-8']) {
      const table = join(repository.folder(), `${count}-${language}.csv`);
      const environment = { LANG: language };
      const exported = await run(['metadata', 'export', target, '--to', table], { environment });
      expect(exported.stderr).toContain('Wrote the metadata of 3 files');
      const text = await readFile(table, 'utf8');
      expect(
        text.startsWith(language.startsWith('de') ? '\ufeffpath;Titel;Beschreibung' : '\ufeffpath;Title;Description'),
      ).toBe(true);
      expect(text).toContain("'=1+1");
      expect(await importTable(table)).toEqual([]);
    }
    expect(await valuesOf('Zelle.txt', 'cclom:general_description')).toEqual(['a | b\nc']);
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['=1+1']);
  });

  test('tells files apart whose names differ only in their Unicode normalization form', async () => {
    const [nfc, nfd] = ['ü.txt'.normalize('NFC'), 'ü.txt'.normalize('NFD')] as const;
    await makeTree(source, { [nfc]: 'one', [nfd]: 'other' });
    await upload();
    const table = await written('both.csv', `path;Titel\n${nfc};Eins\n${nfd};Zwei\n`);
    const changed = await importTable(table);
    expect(changed.map(({ path, result }) => [path, result])).toEqual([
      [nfc, 'changed'],
      [nfd, 'changed'],
    ]);
    await run(['metadata', 'export', target, '--to', table, '--force']);
    expect(await importTable(table)).toEqual([]);
    const described = await run(['import', source, `${target}-2`, '--metadata', table]);
    expect(described.code).toBe(0);
    const title = async (name: string) => (await run(['node', 'get', `${target}-2/${name}`])).stdout;
    expect([await title(nfc), await title(nfd)]).toEqual([
      expect.stringContaining('Eins'),
      expect.stringContaining('Zwei'),
    ]);
  });

  test('changes a file once if two rows are about it', async () => {
    const [nfc, nfd] = ['ü.txt'.normalize('NFC'), 'ü.txt'.normalize('NFD')] as const;
    await makeTree(source, { [nfc]: 'one' });
    await upload();
    const table = await written('twice.csv', `path;Titel\n${nfd};Eins\n${nfc};Zwei\n`);
    const { code, stdout } = await run(['metadata', 'import', table, target, '-o', 'json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      7,
      { rows: [{ result: 'changed' }, { result: 'failed', why: 'Row 2 is about the same file.' }] },
    ]);
  });

  test('takes the names of properties that an import takes, and refuses others', async () => {
    await upload();
    const { stdout } = await run([
      'metadata',
      'export',
      target,
      '--property',
      'Autor',
      '--property',
      'AUTORIN',
      '-o',
      'csv',
    ]);
    expect(stdout.split('\n')[0]).toBe('path,"Autorin, Autor"');
    const headers = await run(['metadata', 'export', target, '--property', 'ccm:author_freetext', '-o', 'csv']);
    expect(stdout).toBe(headers.stdout);
    const { code, stderr } = await run(['metadata', 'export', target, '--property', 'Titl', '-o', 'csv']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/No property is called "Titl"\.\n.* the nearest is titel\./),
    ]);
  });

  test('prints chosen properties, and does not overwrite a file without --force', async () => {
    await upload();
    const chosen = ['--property', 'fach', '--property', 'cm:name'];
    const { stdout } = await run(['metadata', 'export', target, ...chosen, '-o', 'csv']);
    expect(stdout.split('\n').slice(0, 1)).toEqual(['path,Fach,Dateiname']);
    expect(stdout).toContain('Klasse 7/Brüche.txt,,Brüche.txt');
    const table = await written('da.csv', 'meins');
    const refused = await run(['metadata', 'export', target, '--to', table]);
    expect(refused.stderr).toContain('already exists');
    expect(await readFile(table, 'utf8')).toBe('meins');
    expect((await run(['metadata', 'export', target, '--to', table, '--force'])).code).toBe(0);
  });
});

describe('import --metadata', () => {
  interface Result {
    readonly files: Tally['files'];
    readonly metadataChanged: number;
    readonly failed: number;
  }
  const take = (table: string, ...more: string[]) =>
    repository.json<Result>(['import', source, target, '--metadata', table, ...more]);
  const header = 'Datei;Titel;Fach\n';

  test('describes new files at once, and later those whose rows have changed', async () => {
    const table = join(source, 'liste.csv');
    await writeFile(table, `${header}Zelle.txt;Die Zelle;Biologie\nKlasse 7/Brüche.txt;Brüche;\n`);
    expect(await take(table)).toMatchObject({ files: { created: 3 }, metadataChanged: 0, failed: 0 });
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Die Zelle']);
    expect(await valuesOf('Zelle.txt', 'ccm:taxonid_DISPLAYNAME')).toEqual(['Biologie']);
    expect(await valuesOf('Klasse 7/Brüche.txt', 'cclom:title')).toEqual(['Brüche']);
    expect((await run(['ls', target])).stdout).not.toContain('liste.csv');

    expect(await take(table)).toMatchObject({ files: { created: 0, unchanged: 3 }, metadataChanged: 0 });
    await writeFile(table, `${header}Zelle.txt;Zellen;Biologie\n`);
    expect(await take(table, '-n')).toMatchObject({ metadataChanged: 1 });
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Die Zelle']);
    expect(await take(table)).toMatchObject({ files: { unchanged: 3 }, metadataChanged: 1 });
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Zellen']);
  });

  test('describes a file too large for a group, and one with new content', async () => {
    await writeFile(join(source, 'groß.bin'), Buffer.alloc(1_100_000, 7));
    const table = await written('liste.csv', `${header}groß.bin;Groß;\nZelle.txt;Zelle;\n`);
    await take(table);
    expect(await valuesOf('groß.bin', 'cclom:title')).toEqual(['Groß']);
    await writeFile(join(source, 'Zelle.txt'), 'neu');
    await writeFile(table, `${header}groß.bin;Groß;\nZelle.txt;Neue Zelle;\n`);
    const again = await take(table, '--if-exists', 'version');
    expect(again).toMatchObject({ files: { replaced: 1, unchanged: 3 }, metadataChanged: 1 });
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Neue Zelle']);
  });

  test('describes a file that was uploaded under another name', async () => {
    const table = await written('liste.csv', `${header}Zelle.txt;Zelle;\n`);
    await take(table);
    await writeFile(join(source, 'Zelle.txt'), 'anders');
    await writeFile(table, `${header}Zelle.txt;Andere Zelle;\n`);
    expect(await take(table, '--if-exists', 'rename')).toMatchObject({ files: { renamed: 1 } });
    expect(await valuesOf('Zelle - 1.txt', 'cclom:title')).toEqual(['Andere Zelle']);
    await writeFile(table, `${header}Zelle.txt;Noch eine;\n`);
    expect(await take(table, '--if-exists', 'rename')).toMatchObject({ metadataChanged: 1 });
    expect(await valuesOf('Zelle - 1.txt', 'cclom:title')).toEqual(['Noch eine']);
    expect(await valuesOf('Zelle.txt', 'cclom:title')).toEqual(['Zelle']);
  });

  test('reports rows without a file, and uploads the others', async () => {
    const table = await written('liste.csv', `${header}fehlt.txt;X;\nZelle.txt;Zelle;\n`);
    const { code, stderr } = await run(['import', source, target, '--metadata', table]);
    expect(code).toBe(7);
    expect(stderr).toContain('fehlt.txt: Row 2 of');
    expect(stderr).toContain('Imported 3 files');
  });

  test('uploads nothing if the table has a mistake or renames files', async () => {
    const mistake = await written('a.csv', `${header}Zelle.txt;Zelle;Bio\n`);
    expect((await run(['import', source, target, '--metadata', mistake, '--on-error', 'stop'])).stderr).toContain(
      'so nothing was changed',
    );
    const names = await written('b.csv', 'path;cm:name\nZelle.txt;z.txt\n');
    expect((await run(['import', source, target, '--metadata', names])).stderr).toContain('import takes the names');
    expect((await run(['ls', target])).code).not.toBe(0);
    const without = await run(['import', source, target, '--sheet', 'x']);
    expect(without).toMatchObject({ code: 2 });
    expect(without.stderr).toContain('need --metadata');
  });
});

describe('paths, headers and cells', () => {
  test.each([
    ['a/b.txt', ['a', 'b.txt']],
    ['./a//b.txt', ['a', 'b.txt']],
    ['/a/b.txt', ['a', 'b.txt']],
    ['a\\b.txt', ['a', 'b.txt']],
    ['a/b\\c.txt', ['a', 'b\\c.txt']],
    ['u\u0308.txt', ['u\u0308.txt']],
    ['', []],
  ])('the path %j has the names %j', (path, names) => expect(namesOnPath(path)).toEqual(names));

  test.each([
    [['Titel', 'Dateiname'], [], 1],
    [['Dateiname', 'Pfad'], [], 1],
    [['Ablage', 'Pfad'], ['Ablage=path'], 0],
    [['Datei', 'Titel'], ['Datei='], undefined],
    [['Titel'], [], undefined],
  ])('of the headers %j with %j, number %s has the paths', (headers, flags, at) =>
    expect(pathColumn(headers, readColumnFlags(flags))).toBe(at),
  );

  test.each([
    ['a | b |', true, ['a', 'b']],
    ['a | b', false, ['a | b']],
    ["'=a", false, ['=a']],
    ["'a", false, ["'a"]],
    ["''=a", false, ["'=a"]],
    ['  ', true, []],
    ['a, b; c |', true, ['a, b; c']],
    ['a\\|b | c\\\\', true, ['a|b', 'c\\\\']],
  ])('the cell %j holds %j', (cell, several, values) => expect(valuesOfCell(cell, several)).toEqual(values));

  test.each([
    [['Brüche, gemeine'], 'Brüche, gemeine |'],
    [['a', 'b, c'], 'a | b, c'],
    [['a|b', 'c\\|d'], 'a\\|b | c\\\\\\|d'],
    [['a'], 'a'],
    [[], ''],
  ])('the values %j are in the cell %j', (values, cell) => {
    expect(cellOfValues(values)).toBe(cell);
    expect(valuesOfCell(cell, true)).toEqual(values);
  });

  test('a cell with the text of an export changes nothing, whatever the values are', () => {
    const property = 'cclom:general_keyword';
    fc.assert(
      fc.property(fc.array(fc.string()), fc.boolean(), (values, several) => {
        // The property reads nothing else of a node.
        const node = { properties: { [property]: values } } as unknown as RepositoryNode;
        const text = cellOf(node, property, several);
        const cell = { property, text, several, values: valuesOfCell(text, several) };
        expect(changesOf(node, [cell], true)).toEqual({});
      }),
    );
  });
});
