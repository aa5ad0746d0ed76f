import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;

interface Found {
  readonly nodes: readonly { readonly name: string }[];
  readonly pagination: { readonly total: number };
  readonly relaxed: boolean;
}

const namesOf = ({ nodes }: Found): string[] => nodes.map(({ name }) => name);

async function file(
  folder: string,
  name: string,
  properties: Readonly<Record<string, string>>,
  text = 'x',
): Promise<void> {
  const words = Object.entries(properties).flatMap(([key, value]) => ['-p', `${key}=${value}`]);
  await run(['node', 'create', folder, name, ...words, '--any-value']);
  await run(['node', 'upload', `${folder}/${name}`, '-'], { input: text });
}

beforeAll(async () => {
  await run(['node', 'create', '/', 'Mathe', '--type', 'ccm:map']);
  await run(['node', 'create', '/Mathe', 'Klasse 6', '--type', 'ccm:map']);
  await run(['node', 'create', '/', 'Bio', '--type', 'ccm:map']);
  const [by, zero] = [{ 'ccm:commonlicense_key': 'CC_BY' }, { 'ccm:commonlicense_key': 'CC_0' }];
  await file('/Mathe/Klasse 6', 'b.txt', { ...by, 'cclom:title': 'Brüche kürzen', 'ccm:taxonid': 'Mathematik' });
  await file('/Mathe', 'a.txt', { ...zero, 'cclom:title': 'Lange Division', 'ccm:taxonid': 'Mathematik' }, 'Brüche');
  await file('/Bio', 'c.txt', { ...by, 'cclom:title': 'Knochenbrüche', 'ccm:taxonid': 'Biologie' }, 'Brüche');
});

describe('recent', () => {
  const namesIn = async (...args: string[]): Promise<string[]> =>
    namesOf(JSON.parse((await run(['recent', ...args, '-o', 'json'])).stdout) as Found);

  test('lists files, not folders, the last change first', async () => {
    expect(await namesIn()).toEqual(['c.txt', 'a.txt', 'b.txt']);
    await run(['node', 'update', '/Mathe/Klasse 6/b.txt', '-p', 'cm:description=neu']);
    expect(await namesIn('/Mathe')).toEqual(['b.txt', 'a.txt']);
    const { stdout, stderr } = await run(['recent', '--limit', '1']);
    expect(stdout.split('\n')[1]).toContain('/Mathe/Klasse 6/b.txt');
    expect(stderr).toContain('1 of 3 files; show more with --limit');
  });

  test('leaves out what was changed before a date', async () => {
    expect(await namesIn('--since', '1d')).toHaveLength(3);
    const { code, stderr } = await run(['recent', '--since', '2999-01-01']);
    expect([code, stderr]).toEqual([0, 'No file was changed since 2999-01-01.\n']);
  });

  test.each([
    [['--since', 'gestern'], 'Write a time span such as 7d'],
    [['--limit', 'x'], 'Write a whole number.'],
    [['/Nirgends'], '/Nirgends does not exist.'],
    [['/Mathe', '/Bio'], 'too many arguments'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await run(['recent', ...args]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });
});

describe('search', () => {
  test('finds what has one of the words, the best first, and says how many have all', async () => {
    const { stdout, stderr } = await run(['search', 'brüche', 'kürzen', 'quadratwurzel']);
    expect(stdout.split('\n')[1]).toMatch(/b\.txt/);
    expect(stderr).toBe('3 nodes found\nNone of them has all of these words\n');
    expect((await run(['search', 'brüche', 'kürzen'])).stderr).toBe(
      '3 nodes found\nThe first one has all of these words\n',
    );
    expect(await json<Found>(['search', 'brüche', 'kürzen'])).toMatchObject({ relaxed: false, totalWithAllWords: 1 });
  });

  test('keeps to a kind of file, a licence, an author and a time', async () => {
    const found = async (...options: string[]) =>
      namesOf(await json<Found>(['search', 'brüche', ...options])).toSorted();
    expect(await found('--licence', 'cc-by')).toEqual(['b.txt', 'c.txt']);
    expect(await found('--type', 'text')).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await found('--type', 'pdf')).toEqual([]);
    expect(await found('--since', '1d', '--author', 'admin')).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await found('--since', '2100')).toEqual([]);
    expect(await found('ohne', 'kürzen')).toEqual(['a.txt', 'c.txt']);
    expect((await run(['search', 'brüche', '--since', 'gestern'])).stderr).toMatch(/such as 7d/);
    const both = await run(['search', '--query', 'brüche', '--type', 'pdf']);
    expect(both.stderr).toMatch(/cannot be combined with --query/);
  });

  test('takes what stands in quotation marks as it stands', async () => {
    expect(namesOf(await json<Found>(['search', '"brüche kürzen"']))).toEqual(['b.txt']);
    expect(namesOf(await json<Found>(['search', '"kürzen brüche"']))).toEqual([]);
  });

  test('keeps to a folder and all below it with --in', async () => {
    expect(namesOf(await json<Found>(['search', 'brüche', '--in', '/Mathe', '--sort', 'name']))).toEqual([
      'a.txt',
      'b.txt',
    ]);
    expect(namesOf(await json<Found>(['search', '--query', 'text:brüche', '--in', '/Bio']))).toEqual(['c.txt']);
    expect(namesOf(await json<Found>(['search', '--in', '/Mathe/Klasse 6']))).toEqual(['b.txt']);
    const { code, stderr } = await run(['search', 'brüche', '--in', '/Chemie']);
    expect(code).toBe(3);
    expect(stderr).toContain('/Chemie does not exist.');
  });

  test('keeps to values with --filter: of one property any, of several all of them', async () => {
    const filtered = async (...filters: string[]) =>
      namesOf(await json<Found>(['search', ...filters.flatMap((one) => ['--filter', one]), '--sort', 'name']));
    expect(await filtered('ccm:commonlicense_key=CC_BY')).toEqual(['b.txt', 'c.txt']);
    expect(await filtered('ccm:commonlicense_key=CC_BY', 'ccm:taxonid=Biologie')).toEqual(['c.txt']);
    expect(await filtered('ccm:taxonid=Biologie', 'ccm:taxonid=Mathematik')).toEqual(['a.txt', 'b.txt', 'c.txt']);
    // People write the captions that they read.
    expect(await filtered('Fach=Biologie', 'fach=Mathematik')).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await filtered('mediatype=Text und Dokument', 'Fach=Biologie')).toEqual(['c.txt']);
    const byCaption = await run(['search', 'brüche', '--facet', 'Fach']);
    expect(byCaption.stdout).toMatch(/CCM:TAXONID +COUNT\n/);
    const none = await run(['search', 'brüche', '--filter', 'Fach=Bilogie']);
    expect(none.stderr).toContain('Nothing found for brüche with the filter Fach=Bilogie');
    expect((await run(['search', 'brüche', '--filter', 'Fach='])).code).toBe(2);
  });

  test('takes values as people spell them, and says which value is meant', async () => {
    const { stdout, stderr } = await run(['search', '--filter', 'Lizenz=cc by', '--sort', 'name']);
    expect(stdout).toMatch(/b\.txt\n.*c\.txt\n$/);
    expect(stderr).toBe('ccm:commonlicense_key: "cc by" is the value CC_BY.\n2 nodes found\n');
    const none = await run(['search', 'vulkan', '--filter', 'Lizenz=cc by']);
    expect(none.stderr).toContain('Nothing found for vulkan with the filter Lizenz=cc by\n');
    expect(none.stderr).not.toContain('is the value');
  });

  test.each([
    ['--filter', 'Lizens=CC_BY'],
    ['--facet', 'Lizens'],
  ])('names the caption that is most similar to an unknown one: %s %s', async (option, value) => {
    const { code, stderr } = await run(['search', 'brüche', option, value]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      '"Lizens" is not a property or the caption of one. Did you mean Lizenz (ccm:commonlicense_key)?',
    );
    expect(stderr).toContain('edu-repo mds get');
  });

  test('names the property that is most similar to an unknown facet', async () => {
    const { code, stdout, stderr } = await run(['search', 'brüche', '--facet', 'cccm:taxonid']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/"cccm:taxonid" is not a property .*Did you mean .*\(ccm:taxonid\)\?/);
  });

  test('lists the values of a criterion that has only a few', async () => {
    const { code, stderr } = await run(['search', '--filter', 'Medientyp=PDF']);
    expect(code).toBe(1);
    expect(stderr).toContain('has no value "PDF". Did you mean text? Its values are text, presentation, ');
  });

  test('orders names as ls does: numbers by their size, in any case', async () => {
    const names = ['Klasse 10', 'klasse 7', 'Klasse 7b', 'Äpfel'];
    await run(['node', 'create', '/', 'Jahrgänge', '--type', 'ccm:map']);
    for (const name of names) await run(['node', 'create', '/Jahrgänge', name, '--type', 'ccm:map']);
    const listed = namesOf(await json<Found>(['ls', '/Jahrgänge']));
    expect(listed).toEqual(['Äpfel', 'klasse 7', 'Klasse 7b', 'Klasse 10']);
    expect(namesOf(await json<Found>(['search', '--in', '/Jahrgänge', '--sort', 'name']))).toEqual(listed);
  });

  test('orders with --sort, the other way round with - in front', async () => {
    const sorted = async (...words: string[]) =>
      namesOf(await json<Found>(['search', 'brüche', ...words.flatMap((one) => ['--sort', one])]));
    expect(await sorted('title')).toEqual(['b.txt', 'c.txt', 'a.txt']);
    expect(await sorted('-title')).toEqual(['a.txt', 'c.txt', 'b.txt']);
    expect(await sorted('ccm:taxonid', '-name')).toEqual(['c.txt', 'b.txt', 'a.txt']);
    expect((await sorted('score'))[0]).toBe('b.txt');
  });

  test('keeps to values and to the search of a set beside --query as well', async () => {
    const query = ['search', '--query', 'text:brüche OR title:brüche', '--sort', 'name'];
    const found = async (...more: string[]) => namesOf(await json<Found>([...query, ...more]));
    expect(await found()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await found('--filter', 'ccm:taxonid=Mathematik')).toEqual(['a.txt', 'b.txt']);
    expect(await found('--filter', 'ccm:taxonid=Mathematik', '--filter', 'ccm:commonlicense_key=CC_0')).toEqual([
      'a.txt',
    ]);
    expect(await found('--mds', 'default/collections')).toEqual([]);
  });

  test.each([
    ['(brüche AND "offen', '(brüche AND "offen', 13],
    [`${'wort '.repeat(20)}AND )`, `…${' wort'.repeat(5)} AND )`, 105],
    [`"${'wort '.repeat(20)}`, `"${'wort '.repeat(6)}…`, 1],
    ['"数学" OR (数学', '"数学" OR (数学', 9],
  ])('shows where a query cannot be read: %j', async (query, stretch, place) => {
    for (const more of [[], ['--filter', 'ccm:taxonid=Mathematik'], ['-o', 'json']]) {
      const { code, stdout, stderr } = await run(['search', '--query', query, ...more]);
      expect([code, stdout]).toEqual([1, '']);
      const [what, shown, caret, next] = stderr.split('\n');
      expect(what).toMatch(/^edu-repo search: The query is invalid: [^.]+\.$/);
      expect(shown?.trimEnd()).toBe(`  ${stretch}`.trimEnd());
      expect(caret).toMatch(new RegExp(`^ *\\^ character ${place}$`));
      expect(next).toBe('  To read about the query language: edu-repo help query');
    }
  });

  test('the caret stands under the letter that is meant, whatever its letters are wide', async () => {
    const { stderr } = await run(['search', '--query', '"数学" OR (数学']);
    const [, shown = '', caret = ''] = stderr.split('\n');
    // Each of these letters takes two columns.
    expect(caret.indexOf('^')).toBe(shown.indexOf('(') + 2);
  });

  test('shows all that is found with --all, and in pipes its ids', async () => {
    const { stdout } = await run(['search', '--query', '*:*', '--all', '-o', 'id']);
    const { pagination } = await json<Found>(['search', '--query', '*:*', '--limit', '1']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(pagination.total);
  });

  test('counts values beside each other with --facet', async () => {
    const { stdout } = await run(['search', 'brüche', '--facet', 'ccm:taxonid', '--facet', 'ccm:commonlicense_key']);
    expect(stdout).toMatch(/^CCM:TAXONID +COUNT\nMathematik +2\nBiologie +1$/m);
    expect(stdout).toMatch(/^CC BY: Namensnennung +CC_BY +2\nCC0.* +CC_0 +1$/m);
  });

  test('says what counted values are called, and finds by that', async () => {
    const subject = 'http://w3id.org/openeduhub/vocabs/discipline/320';
    const title = ['-p', 'cclom:title=Sortieren', '-p', `ccm:taxonid=${subject}`];
    await run(['node', 'create', '/Bio', 'Sortieren.txt', '--type', 'ccm:io', ...title]);
    const { stdout } = await run([
      'search',
      'sortieren',
      '--filter',
      'ccm:taxonid=informatik',
      '--facet',
      'ccm:taxonid',
    ]);
    expect(stdout).toMatch(/^CAPTION +CCM:TAXONID +COUNT\n(?:Informatik|Computer science) +http\S+\/320 +1$/m);
    expect(namesOf(await json<Found>(['search', 'sortieren', 'informatik']))).toEqual(['Sortieren.txt']);
    const none = await run(['search', 'sortieren', '--filter', 'ccm:taxonid=Informattik']);
    expect(none.stderr).toContain('Did you mean: Informatik');
  });

  test('uses the metadata set and the query that it is told', async () => {
    await run(['collection', 'create', 'Brüche aller Art']);
    const { nodes } = await json<Found>(['search', 'brüche', '--mds', 'default/collections']);
    expect(nodes).toHaveLength(1);
    expect(namesOf(await json<Found>(['search', 'kürzen', '--mds', 'mds']))).toEqual(['b.txt']);
  });

  test.each([
    [['brüche', '--mds', 'defualt'], '"default"', 3],
    [['brüche', '--mds', 'default/ngsaerch'], '"ngsearch"', 3],
    [['brüche', '--sort', 'clom:title'], 'cclom:title', 1],
    [['brüche', '--facet', 'cccm:taxonid'], 'ccm:taxonid', 1],
    [['brüche', '--filter', 'clom:title=x'], 'cclom:title', 1],
  ])('names the nearest where nobody knows a word: %j', async (words, nearest, expected) => {
    const { code, stderr } = await run(['search', ...words]);
    expect(code).toBe(expected);
    expect(stderr).toContain(nearest);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });

  test('says on a terminal what each hit is called and where it lies, with colours for what was found, and without them under NO_COLOR', async () => {
    const environment = { NO_COLOR: '1' };
    const plain = await run(['search', 'kürzen'], { onTerminal: true, environment });
    expect(plain.stdout).toMatch(/^# +TYPE +SIZE +MODIFIED +NAME +TITLE +IN$/m);
    expect(plain.stdout).toMatch(/^@1 +text .*(?:ago|now) +b\.txt +Brüche kürzen +\/Mathe\/Klasse 6$/m);
    const named = await run(['search', 'b.txt'], { onTerminal: true });
    expect(named.stdout).toContain('\u001b[33m');
    expect(stripVTControlCharacters(named.stdout)).toMatch(/ b\.txt +Brüche kürzen +\/Mathe\/Klasse 6/);
  });

  test('shows on a narrow terminal below a hit with a long name where it lies', async () => {
    const name = 'Ein langer Name für ein Arbeitsblatt über Knollenblätterpilze.txt';
    await run(['node', 'create', '/Mathe/Klasse 6', name]);
    const { stdout } = await run(['search', 'knollenblätterpilze'], {
      onTerminal: true,
      environment: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/^# +TYPE +NAME$/m);
    expect(stdout).toContain(`${name}\n    /Mathe/Klasse 6\n`);
  });

  test('shows on a terminal the visible folders and the owner of a hit in somebody else’s folder', async () => {
    const password = 'Tafel und Kreide 34';
    for (const [user, first] of [
      ['anna', 'Anna'],
      ['bert', 'Bert'],
    ] as const) {
      const name = ['--first-name', first, '--last-name', 'Schmidt'];
      await run(['user', 'create', user, ...name, '--password-stdin'], { input: `${password}\n` });
    }
    const as = (user: string, ...words: string[]) =>
      run(words, {
        onTerminal: true,
        environment: { EDU_REPO_USER: user, EDU_REPO_PASSWORD: password, NO_COLOR: '1' },
      });
    await as('anna', 'mkdir', '-p', '~/Ton/Ohr');
    await as('anna', 'node', 'create', '~/Ton/Ohr', 'Ohr.txt', '-p', 'cclom:title=Hörnerv');
    await as('anna', 'permission', 'set', '~/Ton/Ohr', 'bert', 'Consumer');
    expect((await as('anna', 'search', 'hörnerv')).stdout).toMatch(/ IN\n.* ~\/Ton\/Ohr\n$/);
    expect((await as('bert', 'search', 'hörnerv')).stdout).toMatch(
      / NAME +TITLE +IN\n.* Ohr\.txt .* …\/Ohr \(Anna Schmidt\)\n$/,
    );
    expect((await as('bert', 'search', '--query', 'cm:name:Ohr AND TYPE:"cm:folder"')).stdout).toMatch(
      / {2}… \(Anna Schmidt\)\n$/,
    );
  });

  test('shows on a terminal the beginning of a long title, and none that only repeats the name', async () => {
    const title = 'Stationenlernen zu Kreuzblütlern mit Hinweisen für Lehrkräfte';
    await run(['node', 'create', '/Mathe/Klasse 6', 'AB_03.txt', '-p', `cclom:title=${title}`]);
    await run(['node', 'create', '/Mathe/Klasse 6', 'Lippenblütler.txt', '-p', 'cclom:title=Lippenblütler']);
    const environment = { NO_COLOR: '1' };
    const long = await run(['search', 'kreuzblütlern'], { onTerminal: true, environment });
    expect(long.stdout).toMatch(/ NAME +TITLE +IN$/m);
    expect(long.stdout).toMatch(/ AB_03\.txt {2}Stationenlernen zu Kreuzblütlern mi… {2}\/Mathe\/Klasse 6$/m);
    const same = await run(['search', 'lippenblütler'], { onTerminal: true, environment });
    expect(same.stdout).toMatch(/MODIFIED +NAME +IN$/m);
  });

  test('shows on a terminal below each hit a line of its text, cut around the words', async () => {
    const text = `${'Vorrede ohne Belang. '.repeat(20)}Die Zwiebelknolle wächst im Herbst. ${'Nachrede. '.repeat(40)}`;
    await run(['node', 'create', '/Mathe/Klasse 6', 'Garten.txt']);
    await run(['node', 'upload', '/Mathe/Klasse 6/Garten.txt', '-'], { input: text });
    for (const columns of [60, 80, 120]) {
      const environment = { NO_COLOR: '1' };
      const { stdout } = await run(['search', 'zwiebelknolle'], { onTerminal: true, columns, environment });
      const [, hit = '', passage = ''] = stdout.trimEnd().split('\n');
      expect(hit).toMatch(/Garten\.txt {2}.*Klasse 6$/);
      expect(passage).toMatch(/^ {4}….*ohne Belang\. Die Zwiebelknolle wächst im( Herbst\.( Nachrede\.)*)?…$/);
      expect(passage.length).toBeLessThanOrEqual(columns);
      expect(passage.length).toBeGreaterThan(columns - 20);
    }
    const coloured = await run(['search', 'zwiebelknolle'], { onTerminal: true });
    const [passage = ''] = coloured.stdout.split('\n').slice(2);
    const [before, marked, ...others] = passage.split(/\S*Zwiebelknolle/);
    expect([before?.endsWith('Die '), passage.includes('\u001b[33m'), others]).toEqual([true, true, []]);
    expect(marked?.startsWith('\u001b')).toBe(true);
    const piped = await run(['search', 'zwiebelknolle']);
    expect(piped.stdout).not.toContain('wächst');
  });

  test('tells with --explain what each word adds', async () => {
    const { stdout } = await run(['search', 'kürzen', '--explain']);
    expect(stdout).toMatch(/^1\. b\.txt: \d+\.\d\d$/m);
    expect(stdout).toMatch(/^ *\d+\.\d\d +kurzen +kurzen +the same word +title$/m);
  });

  test('asks whether something else was meant where a word is found nowhere', async () => {
    const { stderr } = await run(['search', 'knochenbruhce']);
    expect(stderr).toMatch(/Nothing found for knochenbruhce\n.*Did you mean: .*|1 node found/);
  });
});
