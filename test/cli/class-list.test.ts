import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readClassList, splitGroups, splitName } from '../../src/cli/class-list/class-list.ts';
import { type ColumnFlags, readColumns } from '../../src/cli/class-list/columns.ts';
import { numbered, userNameFrom } from '../../src/cli/class-list/user-names.ts';
import { decodedText } from '../../src/cli/tables/decoded-text.ts';
import { announcedDelimiter, delimiterOf } from '../../src/cli/tables/delimiter.ts';
import { readTable } from '../../src/cli/tables/read-table.ts';
import { workbook } from '../support/workbooks.ts';

const none: ColumnFlags = new Map();

describe('bytes become text', () => {
  const utf16be = Buffer.from('Größe', 'utf16le').swap16();
  test.each([
    ['UTF-8', Buffer.from('Größe', 'utf8'), 'UTF-8'],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße', 'utf8'), 'UTF-8'],
    ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]), 'Windows-1252'],
    ['UTF-16, low byte first', Buffer.from('\ufeffGröße', 'utf16le'), 'UTF-16'],
    ['UTF-16, high byte first', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be]), 'UTF-16'],
  ])('%s', (_, bytes, encoding) => {
    expect(decodedText(bytes)).toEqual({ text: 'Größe', encoding });
  });

  test('letters that Latin-1 has not are those of Windows-1252', () => {
    expect(decodedText(Buffer.from([0x80, 0x8a, 0x9e, 0xe9])).text).toBe('€Šžé');
  });
});

describe('what stands between the cells', () => {
  test.each([
    ['Vorname;Nachname\nA;B', ';'],
    ['Vorname,Nachname\nA,B', ','],
    ['Vorname\tNachname\nA\tB', '\t'],
    ['Name;Klasse\nMüller, Anna;7a\nSchmidt, Bert;7a', ';'],
    ['Name,Klasse\n"Müller; Anna","7a;7b"\n"Schmidt; B",7a', ','],
    ['Benutzername\nanna', ';'],
    ['', ';'],
  ])('%j', (text, delimiter) => {
    expect(delimiterOf((by) => parse(text, { delimiter: by, relax_column_count: true, relax_quotes: true }))).toBe(
      delimiter,
    );
  });

  test('is announced by a line of its own, which stays as an empty one', () => {
    expect(announcedDelimiter('sep=,\r\nA,B')).toEqual({ delimiter: ',', rest: '\nA,B' });
    expect(announcedDelimiter('A,B')).toEqual({ delimiter: undefined, rest: 'A,B' });
  });
});

describe('headers', () => {
  const rowOf = (headers: string, cells: string, columns = none) =>
    readClassList([headers.split('|'), cells.split('|')], columns).people[0];

  test.each([
    ['Vorname|Nachname|Klasse|E-Mail', 'Anna|Müller|7a|a@b.de'],
    ['Rufname|Familienname|KLASSE|Mail', 'Anna|Müller|7a|a@b.de'],
    ['First Name|Last name|class|E-mail address', 'Anna|Müller|7a|a@b.de'],
    ['Name|Vorname|Klasse|E-Mail-Adresse', 'Müller|Anna|7a|a@b.de'],
    ['Name, Vorname|Klasse|Email', 'Müller, Anna|7a|a@b.de'],
    ['Schülername|Gruppen|E-Mail', 'Anna Müller|7a|a@b.de'],
    ['Nr.|Nachname|Vorname|Geb.|Klasse|E-Mail', '1|Müller|Anna|1.1.2013|7a|a@b.de'],
  ])('%s', (headers, cells) => {
    expect(rowOf(headers, cells)).toMatchObject({
      firstName: 'Anna',
      lastName: 'Müller',
      groups: ['7a'],
      email: 'a@b.de',
    });
  });

  test.each(['Benutzername', 'Login', 'Anmeldename', 'User name', 'Kennung'])('%s is the user name', (header) => {
    expect(rowOf(`${header}|Passwort|Rolle`, 'anna|geheim 1|Schülerin')).toMatchObject({
      userName: 'anna',
      password: 'geheim 1',
      affiliation: 'Schülerin',
      firstName: '',
    });
  });

  test('may stand below a title, and rows keep the numbers of the spreadsheet', () => {
    const table = [['Klasse 7a'], [''], ['Vorname', 'Nachname'], [], ['Anna', 'Müller']];
    expect(readClassList(table, none).people).toMatchObject([{ row: 5, firstName: 'Anna' }]);
  });

  test('are mapped by --columns, by header, by number, or away', () => {
    const columns = readColumns('user=Konto, intern,firstName=VN, lastName = 3,group=,email=');
    const person = rowOf('Konto, intern|vn|NN|Klasse|E-Mail', 'am|Anna|Müller|7a|kaputt', columns);
    expect(person).toMatchObject({ userName: 'am', firstName: 'Anna', lastName: 'Müller', groups: [], email: '' });
  });

  test('that tell nobody apart are refused with the fields there are', () => {
    const refused = () =>
      readClassList(
        [
          ['Klasse', 'Ort'],
          ['7a', 'Ulm'],
        ],
        none,
      );
    expect(refused).toThrow('The list has no header row with the required columns.');
  });

  test('of a list without any text are not asked for: the list is empty', () => {
    for (const table of [[], [['']], [[' ', ''], []]]) {
      expect(() => readClassList(table, none)).toThrow('The list is empty.');
    }
  });

  test('that --columns names and nobody has are told', () => {
    try {
      readClassList([['Vorname', 'Nachname']], readColumns('group=Kurs'));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ why: expect.stringContaining('No column is called "Kurs"') });
    }
  });

  test('of which two could be the same have to be told apart', () => {
    expect(() => rowOf('Vorname|Nachname|E-Mail|Mail', 'a|b|c@d|e@f')).toThrow('Two columns match the field email');
  });

  test.each(['Kurs', 'who=Kurs', '=Kurs'])('"%s" is not a valid column map', (text) => {
    expect(() => readColumns(text)).toThrow('is not a valid column map');
  });
});

describe('cells', () => {
  test.each([
    ['7a', ['7a']],
    ['7a|Chor', ['7a', 'Chor']],
    [' 7a ; Chor;; 7a', ['7a', 'Chor']],
    ['GROUP_7a', ['7a']],
    ['Mathe, LK\nChor', ['Mathe, LK', 'Chor']],
    ['', []],
  ])('%j are the groups %j', (cell, groups) => {
    expect(splitGroups(cell)).toEqual(groups);
  });

  test.each([
    ['Müller, Anna Lena', 'Anna Lena', 'Müller'],
    ['Anna Lena Müller', 'Anna Lena', 'Müller'],
    ['Müller', '', 'Müller'],
  ])('%s', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });

  test('that are wrong are named by row and column', () => {
    const table = [
      ['Vorname', 'Nachname', 'Login', 'E-Mail'],
      ['Anna', '', '', ''],
      ['Bert', 'Beier', 'a/b', ''],
      ['Carla', 'Clas', '', 'keine'],
    ];
    expect(readClassList(table, none).problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Nachname'],
      [3, 'Login'],
      [4, 'E-Mail'],
    ]);
  });
});

describe('user names from names', () => {
  test.each([
    ['Anna', 'Müller', 'anna.mueller'],
    ['Jörg', 'Groß', 'joerg.gross'],
    ['Zoë', 'Çelik', 'zoe.celik'],
    ['Łukasz', 'Żółć', 'lukasz.zolc'],
    ['Anna Lena', "O'Neill-Öz", 'anna-lena.o-neill-oez'],
    ['Şükrü', 'Ağaoğlu', 'suekrue.agaoglu'],
    ['A\u0308nne', 'Mu\u0308ller', 'aenne.mueller'],
  ])('%s %s is %s', (firstName, lastName, userName) => {
    expect(userNameFrom({ firstName, lastName })).toBe(userName);
  });

  test('there is none where nothing is left in Latin letters', () => {
    expect(userNameFrom({ firstName: '明', lastName: '李' })).toBeUndefined();
  });

  test('are numbered where they are taken', () => {
    const taken = new Set(['anna.mueller', 'anna.mueller2']);
    expect(numbered('anna.mueller', (name) => taken.has(name))).toBe('anna.mueller3');
  });
});

describe('files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lists-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (name: string, content: string | Buffer, sheet?: string) => {
    await writeFile(join(folder, name), content);
    return readTable(join(folder, name), { sheet });
  };

  test('CSV with quotes, line breaks in cells and empty lines keeps its rows', async () => {
    const { rows, understoodAs } = await read('a.csv', '\ufeffA;B\r\n"1;""x""";"2\n3"\r\n\r\n4;5;6\r\n7\r\n');
    expect(rows).toEqual([['A', 'B'], ['1;"x"', '2\n3'], [''], ['4', '5', '6'], ['7']]);
    expect(understoodAs).toBe('CSV, delimiter ";", UTF-8');
  });

  test('an XLSX is known by its bytes; numbers stay as they are written', async () => {
    const bytes = workbook({
      Liste: [
        ['Vorname', 'Klasse'],
        ['Jörg & <Co>', 7],
      ],
      Andere: [['x']],
    });
    const { rows, understoodAs } = await read('b.csv', bytes);
    expect(rows).toEqual([
      ['Vorname', 'Klasse'],
      ['Jörg & <Co>', '7'],
    ]);
    expect(understoodAs).toBe('XLSX, sheet "Liste" of "Liste", "Andere"');
    expect((await read('b.xlsx', bytes, 'Andere')).rows).toEqual([['x']]);
  });

  test.each([
    ['a sheet that is not there', workbook({ Liste: [['x']] }), 'Tabelle9', 'Its sheets are: "Liste".'],
    ['the old form of Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), undefined, '(.xls)'],
    [
      'an archive that is no workbook',
      Buffer.from('PK\u0003\u0004 and nothing behind'),
      undefined,
      'not a valid XLSX file',
    ],
    ['a quote that never ends', Buffer.from('A;B\n"1;2\n'), undefined, 'Quote Not Closed'],
  ])('%s is told', async (_, bytes, sheet, why) => {
    await expect(read('bad', bytes, sheet)).rejects.toMatchObject({
      name: 'Failure',
      why: expect.stringContaining(why),
    });
  });
});
