import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { corpusDirectory } from '../support/corpus.ts';
import { tarFile, zipFile } from '../support/import-sources.ts';
import { moodleBackup } from '../support/moodle-backup.ts';
import { workbook } from '../support/workbooks.ts';
import { countsOf, imported, inShort, storedAt } from './imported.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const take = (...words: readonly string[]) => imported(repository, ...words);
const stored = (path: string) => storedAt(repository, path);
const tree = async (path: string) => (await repository.run(['tree', path])).stdout;

/** Writes a file of the test, and returns its path. */
async function written(name: string, content: string | Buffer): Promise<string> {
  const path = join(repository.folder(), 'sources', name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

const characters = [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, at) => at))];

/** A text in Windows-1252; what that cannot write becomes a question mark, as in Excel. */
const inWindows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => Math.max(characters.indexOf(character), 0) || 63));

describe('a list under another name', () => {
  const list = 'Titel;Link\nEins;https://a.example.org\nZwei;https://b.example.org\n';

  test('is another list, and the report says which one it may be', async () => {
    expect((await take(await written('links.csv', list), '/Namen')).stderr).not.toContain('Warning');
    const later = await written('links neu.csv', `${list}Drei;https://c.example.org\n`);
    const warning = 'Warning: of the new items, 2 have the same key as items of links in the target.';
    expect((await take(later, '/Namen', '--dry-run')).stderr).toContain(warning);
    const { stderr, items } = await take(later, '/Namen');
    expect(stderr).toContain(warning);
    expect(items.map(({ result }) => result)).toEqual(['created', 'created', 'created']);
    const same = await written('anders/links.csv', `${list}Drei;https://c.example.org\n`);
    const again = await take(same, '/Namen');
    expect(again.items.map(({ result }) => result)).toEqual(['already there', 'already there', 'created']);
  });
});

describe('the list of the corpus as German Excel writes it', () => {
  test('comes in row by row, and the same list in another encoding or as a workbook is already there', async (context) => {
    const original = join(corpusDirectory(context), 'resource-lists', 'resources-de-excel.csv');
    const text = await readFile(original, 'utf8');
    const rows: string[][] = parse(text, { bom: true, delimiter: ';' });
    const first = await take(original, '/Liste');
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('as a list with 272 rows (CSV, delimiter ";", UTF-8).');
    expect(first.items.map(({ result, where }) => `${result}: ${where}`)).toEqual(
      rows.slice(1).map((_, at) => `created: row ${at + 2}`),
    );
    // No subject of the list is a school subject.
    expect(first.items.map(({ problems }) => problems.map(({ column }) => column))).toEqual(
      rows
        .slice(1)
        .map(([, , , , type, subject]) => [...(type === 'book' ? ['Typ'] : []), ...(subject === '' ? [] : ['Fach'])]),
    );
    const { nodes } = await repository.json<{ nodes: { properties: Record<string, string[]> }[] }>([
      ...['metadata', 'export', '/Liste'],
    ]);
    const read = nodes.map(({ properties }) =>
      ['cclom:title', 'ccm:wwwurl', 'ccm:author_freetext', 'cclom:general_language'].map(
        (name) => properties[name]?.join() ?? '',
      ),
    );
    const wanted = rows.slice(1).map((cells) => cells.slice(0, 4).map((cell) => cell.trim()));
    expect(read.sort()).toEqual(wanted.sort());

    const characters1252 = inWindows1252(text.slice(1));
    const lost = rows.filter((cells) => [...cells.join('')].some((letter) => !characters.includes(letter))).length;
    const others: readonly [string, Buffer, string, changed: number][] = [
      // Letters that the encoding does not have are lost, and come back with the next list.
      ['1252/resources-de-excel.csv', characters1252, 'Windows-1252', lost],
      ['16/resources-de-excel.csv', Buffer.from(text, 'utf16le'), 'UTF-16', lost],
      ['xlsx/resources-de-excel.xlsx', workbook({ Linkliste: rows }), 'XLSX', 0],
    ];
    expect(lost).toBeLessThan(10);
    for (const [name, bytes, form, changed] of others) {
      const again = await take(await written(name, bytes), '/Liste');
      expect(again.stderr).toContain(form);
      const counts = { 'already there': 272 - changed, ...(changed === 0 ? {} : { changed }) };
      expect([name, again.code, countsOf(again)]).toEqual([name, 0, counts]);
      const there = again.items.filter(({ result }) => result === 'already there');
      expect(there.flatMap(({ problems }) => problems)).toEqual([]);
    }
  });
});

describe('a workbook as a teacher has it', () => {
  const rows = (note: string) => [
    ['Material der Klasse 6b', '', ''],
    ['Stand: 03.02.2024'],
    [],
    ['Titel', 'Link', 'Schlagwörter', 'Lizenz', 'Autorin', 'Veröffentlicht am', 'Notiz'],
    ['Brüche', 'https://example.org/brüche', 'Mathe; Brüche', 'CC BY-SA 4.0', 'Erika Muster', '03.02.2024', note],
    ['Prozente', 'https://example.org/prozente', 'Mathe', 'CC0', 'Ömer Öztürk', 45325, note],
  ];

  test('is understood below its titles, and what is not imported is said', async () => {
    const file = await written('Material 6b.xlsx', workbook({ '6b': rows('geprüft') }));
    const first = await take(file, '/6b', '--column', 'Link=ccm:wwwurl', '--column', 'Autorin=ccm:author_freetext');
    expect(first.stderr).toMatch(/Not imported: .*Notiz/);
    expect(inShort(first)).toEqual(['created | row 5 | /6b/Brüche', 'created | row 6 | /6b/Prozente']);
    expect(await stored('/6b/Brüche')).toMatchObject({
      'cclom:title': ['Brüche'],
      'ccm:wwwurl': ['https://example.org/brüche'],
      'cclom:general_keyword': ['Mathe', 'Brüche'],
      'ccm:commonlicense_key': ['CC_BY_SA'],
      'ccm:commonlicense_cc_version': ['4.0'],
      'ccm:author_freetext': ['Erika Muster'],
    });
    expect(await stored('/6b/Prozente')).toMatchObject({
      'ccm:commonlicense_key': ['CC_0'],
      'ccm:author_freetext': ['Ömer Öztürk'],
    });
  });

  test('gets a mapping to edit, and is imported by it', async () => {
    const file = await written(
      'Fremde Spalten.xlsx',
      workbook({
        A: [
          ['Wie heißt es?', 'URL', 'Notiz'],
          ['Karte', 'https://example.org/karte', 'x'],
        ],
      }),
    );
    const { code, stdout } = await repository.run(['import', file, '/Zuordnung', '--suggest-mapping']);
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n')
        .filter((line) => !line.startsWith('#') && line !== '')
        .map((line) => line.trim()),
    ).toEqual(['Wie heißt es?:', 'URL: ccm:wwwurl', 'Notiz:']);
    expect((await repository.run(['ls', '/Zuordnung'])).code).toBe(3);
    const mapping = await written('zuordnung.yaml', stdout.replace('Wie heißt es?:', 'Wie heißt es?: cclom:title'));
    expect(inShort(await take(file, '/Zuordnung', '--mapping', mapping))).toEqual([
      'created | row 2 | /Zuordnung/Karte',
    ]);
    expect(await stored('/Zuordnung/Karte')).toEqual({
      'cclom:title': ['Karte'],
      'ccm:wwwurl': ['https://example.org/karte'],
    });
  });
});

describe('a list that is imported again', () => {
  const line = (number: number, keywords = 'Bio'): string =>
    `Blatt ${number};https://example.org/${number};${keywords}`;
  const csv = (...lines: readonly string[]): string => ['Titel;URL;Schlagwörter', ...lines, ''].join('\n');

  test('changes the row that changed, in the folder that its node was moved to', async () => {
    const file = await written('blätter.csv', csv(line(1), line(2), line(3)));
    expect(countsOf(await take(file, '/Wieder'))).toEqual({ created: 3 });
    expect(countsOf(await take(file, '/Wieder'))).toEqual({ 'already there': 3 });
    await repository.run(['mkdir', '/Wieder/Woanders']);
    expect((await repository.run(['mv', 'repo:/Wieder/Blatt 2', 'repo:/Wieder/Woanders'])).code).toBe(0);
    await written('blätter.csv', csv(line(1), line(2, 'Bio, Zelle'), line(3)));
    const again = await take(file, '/Wieder');
    expect(again.items.map(({ result }) => result)).toEqual(['already there', 'changed', 'already there']);
    expect(await stored('/Wieder/Woanders/Blatt 2')).toMatchObject({ 'cclom:general_keyword': ['Bio', 'Zelle'] });
    expect(await tree('/Wieder')).toMatch(/Woanders\/\n.* Blatt 2\n.* Blatt 1\n.* Blatt 3\n$/);
  });

  test.each([
    ['skip', 0, 'skipped', 'Bio', 1],
    ['rename', 0, 'skipped', 'Bio', 1],
    ['fail', 7, 'failed', 'Bio', 1],
    ['update', 0, 'changed', 'Chemie', 1],
    ['version', 0, 'changed', 'Chemie', 2],
  ])('with --if-exists %s does this to a row that changed', async (choice, code, result, keyword, versions) => {
    const [folder, name] = [`/Falls ${choice}`, `falls-${choice}.csv`];
    const file = await written(name, csv(line(1), line(2)));
    await take(file, folder);
    await written(name, csv(line(1), line(2, 'Chemie')));
    const again = await take(file, folder, '--if-exists', choice);
    expect(again.code).toBe(code);
    expect(again.items.map((item) => item.result)).toEqual(['already there', result]);
    expect(again.items[1]?.problems.length).toBe(result === 'changed' ? 0 : 1);
    expect(await stored(`${folder}/Blatt 2`)).toMatchObject({ 'cclom:general_keyword': [keyword] });
    const listed = await repository.json<{ versions: unknown[] }>(['node', 'versions', `${folder}/Blatt 2`]);
    expect(listed.versions).toHaveLength(versions);
    expect((await repository.run(['ls', folder])).stdout).toBe('Blatt 1\nBlatt 2\n');
  });

  test('keeps rows with the same title apart, except for those that say the same', async () => {
    const file = await written('gleich.csv', 'Titel;Beschreibung\nGleich;a\nGleich;b\nGleich;c\nGleich;b\n');
    const first = await take(file, '/Gleich');
    expect(inShort(first)).toEqual([
      'created | row 2 | /Gleich/Gleich',
      'created | row 3 | /Gleich/Gleich - 1',
      'created | row 4 | /Gleich/Gleich - 2',
      'skipped | row 5 | /Gleich/Gleich | -',
    ]);
    expect(first.items[3]?.problems[0]?.why).toBe('It is the same as row 3.');
    expect(countsOf(await take(file, '/Gleich'))).toEqual({ 'already there': 3, skipped: 1 });
    expect((await repository.run(['ls', '/Gleich'])).stdout).toBe('Gleich\nGleich - 1\nGleich - 2\n');
    expect(await stored('/Gleich/Gleich - 2')).toMatchObject({ 'cclom:general_description': ['c'] });
  });

  test('fails a row whose address no browser can open, and stores the others', async () => {
    const rows = 'Titel;URL\nKarte;www.example.org/karte\nNichts;kein Link\nGut;https://example.org/gut\n';
    const taken = await take(await written('adressen.csv', rows), '/Adressen');
    expect(taken.items.map(({ result }) => result)).toEqual(['failed', 'failed', 'created']);
    expect(taken.items[0]?.problems[0]).toMatchObject({
      ...{ column: 'URL', why: '"www.example.org/karte" is not a web address.' },
      next: 'Write the whole address, with https:// before it',
    });
    expect((await repository.run(['ls', '/Adressen'])).stdout).toBe('Gut\n');
  });

  test('keeps a keyword with a comma, and separates those of a cell without a bar', async () => {
    const items = [
      { title: ['Eins, zwei'], keywords: ['Brüche, gemeine'] },
      { title: 'Zwei', keywords: ['a|b', 'c; d'] },
      { title: 'Drei', keywords: 'Bio, Zelle' },
    ];
    const file = await written('schlagworte.json', JSON.stringify(items));
    await take(file, '/Komma', '--column', 'keywords=cclom:general_keyword', '--column', 'title=cclom:title');
    const keywordsOf = async (name: string) => (await stored(`/Komma/${name}`))['cclom:general_keyword'];
    expect(await keywordsOf('Eins, zwei')).toEqual(['Brüche, gemeine']);
    expect(await keywordsOf('Zwei')).toEqual(['a|b', 'c; d']);
    expect(await keywordsOf('Drei')).toEqual(['Bio', 'Zelle']);
  });

  test('is reported by a dry run as it is by the import, and nothing changes', async () => {
    const file = await written('probe.csv', csv(line(1), ';;Bio', line(1), line(4)));
    const planned = await take(file, '/Probe', '--dry-run');
    expect((await repository.run(['ls', '/Probe'])).code).toBe(3);
    const done = await take(file, '/Probe');
    expect([planned.code, inShort(planned)]).toEqual([done.code, inShort(done)]);
    expect(countsOf(done)).toEqual({ created: 2, failed: 1, skipped: 1 });
    expect(planned.stderr.replace('Would import', 'Imported')).toBe(done.stderr);
    await written('probe.csv', csv(line(1, 'Physik'), ';;Bio', line(1), line(4)));
    expect(inShort(await take(file, '/Probe', '-n'))[0]).toBe('changed | row 2 | /Probe/Blatt 1');
    expect(await stored('/Probe/Blatt 1')).toMatchObject({ 'cclom:general_keyword': ['Bio'] });
  });
});

describe('--on-error stop', () => {
  const list = (subject: string) =>
    `Titel,URL,Fach,Ordner\nEins,https://example.org/stop/1,Mathematik,\nZwei,https://example.org/stop/2,${subject},\n`;

  test('changes nothing if a value or a row of a list is wrong, and otherwise imports it', async () => {
    for (const wrong of [list('Mahtematik'), `${list('Physik')}Drei,https://example.org/stop/3,,../Nebenan\n`]) {
      const file = await written('stop.csv', wrong);
      const { code, stderr, items } = await take(file, '/Stop', '--on-error', 'stop');
      expect(code).toBe(1);
      expect(stderr).toContain('stop.csv has mistakes, so nothing was changed.');
      expect(items.map(({ result }) => result)).toEqual(['failed']);
      expect((await repository.run(['ls', '/Stop'])).code).toBe(3);
    }
    const file = await written('stop.csv', list('Physik'));
    expect(countsOf(await take(file, '/Stop', '--on-error', 'stop'))).toEqual({ created: 2 });
  });

  test('ends at the first item that cannot be stored', async () => {
    const file = await written('ende.csv', 'Titel,URL\nEins,https://example.org/ende/1\n');
    expect((await take(file, '/Ende')).code).toBe(0);
    const changed = 'Titel,URL\nEins neu,https://example.org/ende/1\nZwei,https://example.org/ende/2\n';
    const again = ['/Ende', '--if-exists', 'fail', '--on-error', 'stop', '--concurrency', '1'];
    const { code, stderr, items } = await take(await written('ende.csv', changed), ...again);
    expect(code).toBe(7);
    expect(stderr).toContain('The import stopped, because an item could not be stored.');
    expect(items.map(({ result, where }) => `${result}: ${where}`)).toContain('failed: row 2');
  });
});

test('options for other sources are refused for a folder', async () => {
  await written('Ordner/a.txt', 'a');
  const folder = join(repository.folder(), 'sources', 'Ordner');
  for (const options of [['--unpack'], ['--set', 'x'], ['--mapping', 'm.yaml'], ['--allow-host', 'x']]) {
    const { code, stderr } = await repository.run(['import', folder, '/Ordner', ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${options[0]} cannot be used for the folder`)]);
  }
});

describe('a list with files', () => {
  const header = 'Titel;Datei;Ordner;Schlagwörter;Lizenz;Autor';

  test('brings them with what it says; a file that is missing or lies outside costs only its row', async () => {
    await written('Mappe/a.txt', 'eins');
    await written(`Mappe/${'Übung.txt'.normalize('NFD')}`, 'zwei');
    await written('geheim.txt', 'außerhalb');
    const rows = [
      'Eins;a.txt;;x, y;CC BY-SA 4.0;Anna Muster',
      'Zwei;Übung.txt;Kapitel 1/A;;CC0;',
      'Drei;fehlt.txt;;;;',
      'Vier;../geheim.txt;;;;',
      'Fünf;http://127.0.0.1:9/x.pdf;;;;',
    ];
    const list = await written('Mappe/liste.csv', [header, ...rows].join('\r\n'));
    const first = await take(list, '/Mappe');
    expect(first.code).toBe(7);
    expect(inShort(first)).toEqual([
      'created | row 2 | /Mappe/a.txt',
      'created | row 3 | /Mappe/Kapitel 1/A/Übung.txt',
      'failed | row 4 | /Mappe/Drei | Datei',
      'failed | row 5 | /Mappe/Vier | Datei',
      'failed | row 6 | /Mappe/x.pdf | -',
    ]);
    expect(first.items.slice(2).map(({ problems: [problem] }) => problem?.why)).toEqual([
      'There is no file fehlt.txt.',
      'The path ../geheim.txt leads out of the folder.',
      expect.stringContaining('127.0.0.1 is not called.'),
    ]);
    expect(await stored('/Mappe/a.txt')).toMatchObject({
      'cclom:title': ['Eins'],
      'cclom:general_keyword': ['x', 'y'],
      'ccm:commonlicense_key': ['CC_BY_SA'],
      'ccm:commonlicense_cc_version': ['4.0'],
      'ccm:author_freetext': ['Anna Muster'],
    });
    expect((await repository.run(['cat', '/Mappe/Kapitel 1/A/Übung.txt'])).stdout).toBe('zwei');
    await written('Mappe/a.txt', 'neu');
    expect(inShort(await take(list, '/Mappe')).slice(0, 2)).toEqual([
      'changed | row 2 | /Mappe/a.txt',
      'already there | row 3 | /Mappe/Kapitel 1/A/Übung.txt',
    ]);
    expect((await repository.run(['cat', '/Mappe/a.txt'])).stdout).toBe('neu');
  });

  test('finds them in another folder with --files', async () => {
    await written('Dateien/b.txt', 'b');
    const list = await written('Listen/liste-b.csv', `${header}\nBe;b.txt;;;;\n`);
    expect(countsOf(await take(list, '/Dateien'))).toEqual({ failed: 1 });
    const files = join(repository.folder(), 'sources', 'Dateien');
    expect(inShort(await take(list, '/Dateien', '--files', files))).toEqual(['created | row 2 | /Dateien/b.txt']);
  });

  test.each([
    ['json', (records: readonly unknown[]) => JSON.stringify(records)],
    ['jsonl', (records: readonly unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')],
  ])('may be %s', async (form, write) => {
    const records = [
      { Titel: 'Eins', URL: `https://example.org/${form}`, Schlagwörter: ['x', 'y'], Lizenz: 'CC BY 4.0' },
      { Titel: 'Zwei', Beschreibung: 'Mit\nZeilen' },
    ];
    const list = await written(`liste-${form}.${form}`, write(records));
    expect(countsOf(await take(list, `/${form}`))).toEqual({ created: 2 });
    expect(await stored(`/${form}/Eins`)).toEqual({
      'cclom:title': ['Eins'],
      'ccm:wwwurl': [`https://example.org/${form}`],
      'cclom:general_keyword': ['x', 'y'],
      'ccm:commonlicense_key': ['CC_BY'],
      'ccm:commonlicense_cc_version': ['4.0'],
    });
    expect(await stored(`/${form}/Zwei`)).toMatchObject({ 'cclom:general_description': ['Mit\nZeilen'] });
    expect(countsOf(await take(list, `/${form}`))).toEqual({ 'already there': 2 });
  });
});

describe('records of AMB', () => {
  test('come in from the feed of the corpus', async (context) => {
    const feed = await readFile(join(corpusDirectory(context), 'resource-lists', 'resources.amb.jsonl'), 'utf8');
    const lines = feed.split('\n').slice(0, 40);
    const file = await written('teil.amb.jsonl', lines.join('\n'));
    const first = await take(file, '/Feed');
    const records = lines.map((each) => JSON.parse(each) as { name: string; id: string; creator?: { name: string }[] });
    expect(first.items.map(({ result, where }) => `${result}: ${where}`)).toEqual(
      records.map((_, at) => `created: line ${at + 1}`),
    );
    const { nodes } = await repository.json<{ nodes: { properties: Record<string, string[]> }[] }>([
      ...['metadata', 'export', '/Feed'],
    ]);
    const facts = (title: string, url: string, author: string) => [title, url, author].join('\n');
    expect(
      nodes
        .map(({ properties: of }) =>
          facts(of['cclom:title']?.[0] ?? '', of['ccm:wwwurl']?.[0] ?? '', of['ccm:author_freetext']?.[0] ?? ''),
        )
        .sort(),
    ).toEqual(records.map(({ name, id, creator }) => facts(name, id, creator?.[0]?.name ?? '')).sort());
    expect(countsOf(await take(file, '/Feed'))).toEqual({ 'already there': 40 });
    await written('teil.amb.jsonl', lines.join('\n').replace('"Ansible Tutorial"', '"Ansible für alle"'));
    const changed = await take(file, '/Feed');
    expect(countsOf(changed)).toEqual({ changed: 1, 'already there': 39 });
    expect(await stored('/Feed/Ansible Tutorial')).toMatchObject({ 'cclom:title': ['Ansible für alle'] });
  });

  test('that are valid are all stored, and again they change nothing', async (context) => {
    const folder = join(corpusDirectory(context), 'amb-jsonld', 'valid');
    const records = await Promise.all(
      (await readdir(folder)).map(async (name, at) => {
        const { image: _, ...record } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<
          string,
          unknown
        >;
        // Many samples have the same ID; and a test calls no server for a picture.
        return JSON.stringify({ ...record, id: `https://example.org/amb/${at}` });
      }),
    );
    const file = await written('gültig.amb.jsonl', records.join('\n'));
    const first = await take(file, '/Gültig');
    expect([first.code, countsOf(first)]).toEqual([0, { created: records.length }]);
    expect(countsOf(await take(file, '/Gültig'))).toEqual({ 'already there': records.length });
  });

  test('that are invalid are each refused with the place of the mistake, and nothing is stored', async (context) => {
    const folder = join(corpusDirectory(context), 'amb-jsonld', 'invalid');
    const names = (await readdir(folder)).sort();
    const done = await take(...names.map((name) => join(folder, name)), '/Ungültig');
    expect(done.code).toBe(7);
    expect(countsOf(done)).toEqual({ failed: names.length });
    expect(done.items.map(({ source }) => source).sort()).toEqual(names.map((name) => join(folder, name)));
    for (const { problems } of done.items) {
      expect(problems.length).toBeGreaterThan(0);
      for (const { column = '', why } of problems)
        expect([column, why]).toEqual([expect.stringMatching(/./), expect.stringMatching(/^AMB: /)]);
    }
    expect((await repository.run(['ls', '/Ungültig'])).stdout).toBe('');
  });
});

describe('records of LOM', () => {
  test('keep title, description, keywords, licence and people', async (context) => {
    const folder = join(corpusDirectory(context), 'lom-xml');
    const files = ['a', 'b'].map((letter) => join(folder, `full-example-${letter}.xml`));
    const first = await take(...files, '/LOM');
    expect(inShort(first)).toEqual([
      expect.stringMatching(/^created \| record 1 \| \/LOM\/Introduction to Difference Equations \| classification/),
      'created | record 1 | /LOM/Baustein 5 Classroom Action Research | classification (Discipline)',
    ]);
    const equations = await stored('/LOM/Introduction to Difference Equations');
    expect(equations).toMatchObject({
      'cclom:title': ['Introduction to Difference Equations'],
      'cclom:general_description': ['Vorbereitung auf einen Kurs zur Zeitreihenanalyse'],
      'cclom:general_keyword': ['Differenzengleichung', 'Difference Equation'],
      'cclom:general_language': ['en'],
      'ccm:commonlicense_key': ['CC_0'],
    });
    expect(equations['ccm:lifecyclecontributer_author']?.[0]).toMatch(/FN:Thomas Meier/);
    expect(await stored('/LOM/Baustein 5 Classroom Action Research')).toMatchObject({
      'cclom:general_keyword': ['Aktionsforschung', 'forschungsorientierte Lehre', 'Unterrichtsforschung'],
      'cclom:general_language': ['de'],
    });
    expect(countsOf(await take(...files, '/LOM'))).toEqual({ 'already there': 2 });
  });
});

describe('packages of the corpus', () => {
  const inPackages = (context: Parameters<typeof corpusDirectory>[0], name: string) =>
    join(corpusDirectory(context), 'packages', name);

  test('H5P and EPUB keep title, language, author and licence', async (context) => {
    const files = ['accordion-oer.h5p', 'oer-im-unterricht.epub'].map((name) => inPackages(context, name));
    const first = await take(...files, '/Bücher');
    expect(inShort(first)).toEqual([
      'created | accordion-oer.h5p | /Bücher/accordion-oer.h5p',
      'created | oer-im-unterricht.epub | /Bücher/oer-im-unterricht.epub',
    ]);
    const same = {
      'cclom:general_language': ['de'],
      'ccm:author_freetext': ['Hendrik Bunke'],
      'ccm:commonlicense_key': ['CC_BY'],
      'ccm:commonlicense_cc_version': ['4.0'],
    };
    expect(await stored('/Bücher/accordion-oer.h5p')).toMatchObject({
      ...same,
      'cclom:title': ['OER im Unterricht – Überblick'],
    });
    expect(await stored('/Bücher/oer-im-unterricht.epub')).toMatchObject({
      ...same,
      'cclom:title': ['OER im Unterricht'],
    });
    expect(countsOf(await take(...files, '/Bücher'))).toEqual({ 'already there': 2 });
  });

  test('a SCORM package is one file, with a warning for each file that it lacks', async (context) => {
    const name = 'scorm12-single-sco.zip';
    const first = await take(inPackages(context, name), '/SCORM', '--package');
    expect(inShort(first)).toEqual([`created | ${name} | /SCORM/${name}${' | imsmanifest.xml'.repeat(6)}`]);
    expect(await stored(`/SCORM/${name}`)).toMatchObject({ 'cclom:title': ['Golf Explained - CP Single SCO'] });
    expect(countsOf(await take(inPackages(context, name), '/SCORM'))).toEqual({ 'already there': 1 });
  });

  test('a SCORM package is unpacked to the folders of its organization, once', async (context) => {
    const file = inPackages(context, 'scorm12-multi-sco.zip');
    const first = await take(file, '/Golf', '--unpack');
    expect([first.code, countsOf(first)]).toEqual([0, { created: 23 }]);
    expect(
      first.items.filter(({ problems }) => problems.length > 0).map(({ where, problems }) => [where, problems.length]),
    ).toEqual([['Golf Explained - Minimum Run-time Calls', 4]]);
    const before = await tree('/Golf');
    expect(before).toContain('The Rules of Golf.html');
    expect(before).toMatch(/Having Fun\/\n.*Having Fun Quiz\.html\n.*How to Have Fun Playing Golf\.html\n/);
    expect(countsOf(await take(file, '/Golf', '--unpack'))).toEqual({ 'already there': 23 });
    expect(await tree('/Golf')).toBe(before);
  });

  test('a package whose bytes changed is changed, and one that is cut off is refused', async (context) => {
    const original = inPackages(context, 'oer-im-unterricht.epub');
    const bytes = await readFile(original);
    // The book has an identifier, by which it is also found where another test has imported it.
    const first = await take(await written('kopie/buch.epub', bytes), '/Kopie');
    expect(first.code).toBe(0);
    // A comment at the end of a ZIP archive (APPNOTE, 4.3.16) changes nothing that is packed.
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    const commented = Buffer.concat([bytes, Buffer.from('neu')]);
    commented.writeUInt16LE(3, end + 20);
    const second = await take(await written('kopie/buch.epub', commented), '/Kopie');
    expect(countsOf(second)).toEqual({ changed: 1 });
    expect(second.items[0]?.node).toBe(first.items[0]?.node);
    const cutOff = await take(await written('kopie/schaden.epub', bytes.subarray(0, 900)), '/Kopie');
    expect(cutOff.code).toBe(1);
    expect(cutOff.items).toEqual([]);
    expect(cutOff.stderr).toContain('schaden.epub');
  });
});

const courseTree = `├── Kapitel 1/
│   ├── Material: Brüche-Zahlen/
│   │   ├── Lösungen/
│   │   │   └── b.txt
│   │   └── a.txt
│   ├── Arbeitsblatt Brüche.pdf
│   └── Aufgabe.docx
└── Section 2/
    ├── Bruchrechnung/
    │   ├── bild 1.png
    │   └── Bruchrechnung.html
    ├── Buch/
    │   ├── Eins.html
    │   └── Zwei.html
    └── Serlo
`;

describe.each([
  ['ZIP', zipFile],
  ['compressed TAR', tarFile],
])('a Moodle backup as %s', (form, archive) => {
  test('becomes a folder with the files and pages of the course, once', async () => {
    const file = await archive(`kurs-${form.slice(0, 3)}.mbz`, {
      ...moodleBackup,
      // Each form has a course of its own.
      'moodle_backup.xml': String(moodleBackup['moodle_backup.xml']).replace(
        'moodle.example',
        `${form.slice(0, 3)}.example`,
      ),
    });
    const folder = `/Kurse ${form}`;
    const first = await take(file, folder);
    expect(first.stderr).toContain('as a backup of the Moodle course "Mathematik 6b" with 2 sections.');
    expect([first.code, countsOf(first)]).toEqual([7, { created: 15, failed: 1 }]);
    expect(
      first.items
        .filter(({ result }) => result === 'failed')
        .map(({ where, problems: [problem] }) => [where, problem?.why]),
    ).toEqual([['Kapitel 1/Material: Brüche-Zahlen/fehlt.txt', 'The backup lists this file, but does not have it.']]);
    const course = `${folder}/Mathematik 6b`;
    expect((await tree(course)).split('\n').slice(1).join('\n')).toBe(courseTree);
    expect(await stored(`${course}/Kapitel 1/Arbeitsblatt Brüche.pdf`)).toMatchObject({
      'ccm:commonlicense_key': ['CC_BY_SA'],
      'ccm:author_freetext': ['Erika Muster'],
    });
    expect(await stored(`${course}/Section 2/Serlo`)).toMatchObject({ 'ccm:wwwurl': ['https://de.serlo.org/mathe'] });
    const again = await take(file, folder);
    expect(countsOf(again)).toEqual({ 'already there': 15, failed: 1 });
  });
});

describe('a source that is not what it should be', () => {
  test('of no kind is refused with the kinds', async () => {
    const file = await written('LICENSE', 'Attribution 4.0 International\n');
    const { code, stderr } = await repository.run(['import', file, '/Art']);
    expect(code).toBe(1);
    for (const kind of [
      'folder',
      'oai',
      'amb',
      'lom',
      'scorm',
      'ims',
      'h5p',
      'epub',
      'moodle',
      'bagit',
      'list',
      'zip',
    ]) {
      expect(stderr).toContain(`${kind}: `);
    }
    expect(stderr).toContain('--kind KIND');
    expect((await repository.run(['ls', '/Art'])).code).toBe(3);
  });

  test.each(['h5p', 'epub', 'moodle', 'scorm', 'zip', 'lom', 'oai_dc', 'oai', 'repository', 'folder'])(
    'as %s, which it is not, stores nothing',
    async (kind) => {
      const file = await written('keins.csv', 'Titel;URL\na;https://example.org/a\n');
      const { code, stderr } = await repository.run(['import', file, `/Keins ${kind}`, '--as', kind]);
      expect([1, 2]).toContain(code);
      expect(stderr).not.toMatch(/E[A-Z]{4,}|Error/);
      expect((await repository.run(['ls', `/Keins ${kind}`])).stdout).toBe('');
    },
  );

  test.each(['h5p', 'lom', 'list', 'amb', 'bagit', 'zip'])('a folder as %s is refused in words', async (kind) => {
    const file = await written('Ordner/a.txt', 'a');
    const { code, stderr } = await repository.run(['import', join(file, '..'), '/Ordner', '--as', kind]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /Ordner is a folder\.\n {2}--kind says that it is a .*\.\n {2}Name the files in it, or leave out --kind\n$/,
    );
  });

  test('an unknown kind is a usage failure', async () => {
    const file = await written('a.csv', 'Titel\na\n');
    expect((await repository.run(['import', file, '/Art', '--as', 'excel'])).code).toBe(2);
  });
});

describe('a report', () => {
  const list = 'Titel;URL;Fach\n<b>Brüche</b>;https://example.org/r;Zauberei\n=1+1;;Mathematik\n;;Mathematik\n';

  test('as CSV has a line for each item, for spreadsheets', async () => {
    const file = await written('bericht-csv.csv', list);
    const report = join(repository.folder(), 'bericht.csv');
    expect((await repository.run(['import', file, '/Bericht', '--report', report])).code).toBe(7);
    const text = await readFile(report, 'utf8');
    expect(text).toMatch(/^\ufeffresult[,;]source[,;]item[,;]path[,;]node[,;]column[,;]reason[,;]suggestion\r?\n/);
    expect(text).toMatch(/created.*row 2.*<b>Brüche.*Fach.*Zauberei/);
    expect(text).toMatch(/failed.*row 4/);
    // A formula of the list stays a text.
    expect(text).not.toMatch(/(?:^|[,;"])=1\+1/m);
  });

  test('as HTML is a page whose texts are escaped', async () => {
    const file = await written('bericht-html.csv', list);
    const report = join(repository.folder(), 'bericht.html');
    expect((await repository.run(['import', file, '/Seite', '--report', report])).code).toBe(7);
    const text = await readFile(report, 'utf8');
    expect(text.match(/<tr>/g)).toHaveLength(4);
    expect(text).toContain('&lt;b&gt;Brüche');
    expect(text).not.toContain('<b>');
    expect(text).toContain('2 created, 1 failed.');
    expect(text.trimEnd().endsWith('</html>')).toBe(true);
  });

  test('tells in a dry run what is wrong with the values of a row whose file is missing, and where the values are listed', async () => {
    const file = await written('beides.csv', 'Titel;Datei;Fach\nEins;fehlt.pdf;Zauberei\nZwei;;qqqqq\n');
    const { code, stderr } = await repository.run(['import', file, '/Beides', '--dry-run']);
    expect(code).toBe(7);
    expect(stderr).toMatch(/row 2: .*fehlt\.pdf/);
    expect(stderr).toMatch(/row 2: Fach: "Zauberei" is not in the value list/);
    expect(stderr).toMatch(/row 3: Fach: "qqqqq" .*edu-repo mds values ccm:taxonid/);
  });

  test('counts an item as changed only if people see the change', async () => {
    const file = await written('gleich.csv', 'Titel;URL;Fach\nEins;https://example.org/gleich;Zauberei\n');
    await repository.run(['import', file, '/Gleich']);
    await writeFile(file, 'Titel;URL;Fach\nEins;https://example.org/gleich;Hexerei\n');
    expect((await repository.run(['import', file, '/Gleich'])).stderr).toContain('1 already there');
    await writeFile(file, 'Titel;URL;Fach\nEins neu;https://example.org/gleich;Hexerei\n');
    expect((await repository.run(['import', file, '/Gleich'])).stderr).toContain('1 changed');
  });

  test('in an unknown form is refused before anything is imported', async () => {
    const file = await written('bericht-txt.csv', list);
    const { code, stderr } = await repository.run(['import', file, '/Form', '--report', 'bericht.txt']);
    expect(code).toBe(2);
    expect(stderr).toContain('.csv, .jsonl or .html');
    expect((await repository.run(['ls', '/Form'])).code).toBe(3);
  });
});
