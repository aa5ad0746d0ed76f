import { beforeAll, describe, expect, test } from 'vitest';
import { relativeTime } from '../../src/cli/print/local-time.ts';
import { columnsOf } from '../../src/cli/print/printable.ts';
import { plainStyle } from '../../src/cli/print/style.ts';
import { type Column, tableLines } from '../../src/cli/print/table.ts';
import { plainMessage } from '../../src/cli/program/plain-message.ts';
import { madeNodes } from './made-nodes.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;
const made = madeNodes(repository);
let top = '';

interface Located {
  readonly path: string;
}

beforeAll(async () => {
  top = await made.top();
  await made.file(top, 'Brüche kürzen.txt', 'halbe Zahlen');
  await run(['mkdir', `${top}/Ordner`]);
  await made.file(`${top}/Ordner`, 'Blatt.txt', 'ganze Zahlen');
  await run(['node', 'create', '~', 'Eigenes.txt']);
  await run(['collection', 'create', 'Sammlung', '--scope', 'MY']);
  await run(['collection', 'add', 'Sammlung', `${top}/Ordner/Blatt.txt`]);
});

describe('every node has a path', () => {
  const expected = () => [`${top}/Ordner`, `${top}/Brüche kürzen.txt`];

  test.each(['json', 'jsonl', 'csv', 'yaml'])('in -o %s, which another command takes', async (format) => {
    const { stdout } = await run(['ls', top, '-o', format]);
    for (const path of expected()) expect(stdout).toContain(path);
  });

  test.each<readonly [string, readonly string[]]>([
    ['tree', ['tree']],
    ['node get of several', ['node', 'get', '-userhome-']],
    ['search', ['search', 'zahlen', '--in']],
  ])('of %s', async (_, words) => {
    const { nodes } = await json<{ nodes: Located[] }>([...words, top]);
    expect(nodes.length).toBeGreaterThan(1);
    for (const { path } of nodes) expect((await run(['node', 'get', path, '-o', 'id'])).code, path).toBe(0);
  });

  test('of a single node, of new ones, and of those in collections', async () => {
    const { node } = await json<{ node: Located }>(['node', 'get', `${top}/Ordner/Blatt.txt`]);
    expect(node.path).toBe(`${top}/Ordner/Blatt.txt`);
    expect((await json<{ node: Located }>(['node', 'get', '-userhome-'])).node.path).toBe('~');
    expect((await json<{ nodes: Located[] }>(['ls', '~'])).nodes.map(({ path }) => path)).toContain('~/Eigenes.txt');
    const created = await json<{ nodes: Located[] }>(['mkdir', `${top}/Neu`]);
    expect(created.nodes).toMatchObject([{ path: `${top}/Neu` }]);
    await run(['rm', `${top}/Neu`]);
    const { nodes: deleted } = await json<{ nodes: Located[] }>(['trash', 'list', 'Neu']);
    expect(deleted).toMatchObject([{ path: `${top}/Neu` }]);
    const { collections } = await json<{ collections: Located[] }>(['collection', 'list']);
    const { references } = await json<{ references: Located[] }>(['collection', 'list', 'Sammlung']);
    for (const { path } of [...collections, ...references]) {
      expect((await run(['node', 'get', path, '-o', 'id'])).code, path).toBe(0);
    }
  });
});

describe('tables of nodes have IDs only with --long', () => {
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-/;

  test.each<readonly [string, () => readonly string[]]>([
    ['search', () => ['search', 'zahlen']],
    ['collection list', () => ['collection', 'list']],
    ['trash list', () => ['trash', 'list']],
    ['node get', () => ['node', 'get', top, '-userhome-']],
    ['ls', () => ['ls', top]],
  ])('%s', async (_, words) => {
    await run(['rm', `${top}/Ordner/fort.txt`]);
    for (const surroundings of [{}, { onTerminal: true }] as const) {
      const { stdout } = await run(words(), surroundings);
      expect(stdout.split('\n').length).toBeGreaterThan(1);
      expect(stdout).not.toMatch(id);
      expect((await run([...words(), '-l'], surroundings)).stdout).toMatch(id);
    }
  });
});

describe('a node is a card on a terminal', () => {
  const properties = ['ccm:taxonid=Mathematik', 'ccm:commonlicense_key=CC_BY', 'cclom:title=Brüche kürzen'];
  const address = () => `${top}/Ordner/Blatt.txt`;

  beforeAll(async () => {
    await run(['node', 'update', address(), ...properties.flatMap((each) => ['-p', each])]);
    await run(['permission', 'add', address(), 'EVERYONE', 'Consumer']);
  });

  test('with what people look for', async () => {
    const { stdout } = await run(['node', 'get', address()], { onTerminal: true, environment: { NO_COLOR: '1' } });
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/, ': '))).toEqual([
      'title: Brüche kürzen',
      'name: Blatt.txt',
      `folder: ${top}/Ordner`,
      'type: text',
      'size: 12 B',
      'subject: Mathematik',
      expect.stringMatching(/^licence: .*BY/),
      expect.stringMatching(/^access: .*\(owner\), everyone \(Consumer\)$/),
      expect.stringMatching(/^versions: \d, the current one is 1\.\d$/),
      expect.stringMatching(/^created: (?:now|\d+ seconds? ago|\d+ minutes? ago) by /),
      expect.stringMatching(/^modified: (?:now|\d+ seconds? ago|\d+ minutes? ago) by /),
      '',
    ]);
  });

  test('and has its raw properties with --verbose, in a pipe, and in formats', async () => {
    for (const [flags, surroundings] of [
      [['-v'], { onTerminal: true }],
      [[], {}],
      [['-o', 'csv'], { onTerminal: true }],
    ] as const) {
      expect((await run(['node', 'get', address(), ...flags], surroundings)).stdout).toMatch(/ccm:taxonid/);
    }
  });
});

describe('--fields chooses what is printed', () => {
  test('in lists, in each format', async () => {
    const words = ['ls', top, '--fields', 'name,path,cclom:title'];
    const name = 'Brüche kürzen.txt';
    expect((await run(words)).stdout).toMatch(/^NAME +PATH +CCLOM:TITLE\nOrdner/);
    expect((await run([...words, '-o', 'csv'])).stdout).toContain(`\n${name},${top}/${name},\n`);
    const listed = await json<unknown[]>(words);
    expect(listed).toEqual([
      { name: 'Ordner', path: `${top}/Ordner`, 'cclom:title': null },
      { name, path: `${top}/${name}`, 'cclom:title': null },
    ]);
    const lines = (await run([...words, '-o', 'jsonl'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(listed);
    expect((await run([...words, '-o', 'yaml'])).stdout).toMatch(/^- name: Ordner\n {2}path: \/top/);
  });

  test('in records, and of what was changed', async () => {
    const words = ['node', 'get', top, '--fields', 'name,isDirectory'];
    expect(await json(words)).toEqual({ name: top.slice(1), isDirectory: true });
    expect((await run(words)).stdout).toMatch(/^name +top-\d+\nisDirectory +true\n$/);
    const { stdout } = await run(['mkdir', `${top}/Felder`, '--fields', 'path']);
    expect(stdout).toBe(`PATH\n${top}/Felder\n`);
    await run(['rm', `${top}/Felder`]);
  });

  test('and an unknown one is an error that lists the fields', async () => {
    for (const words of [
      ['ls', top],
      ['node', 'get', top],
      ['user', 'list'],
    ]) {
      const { code, stdout, stderr } = await run([...words, '--fields', 'name,gibtesnicht']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/no field "(?:gibtesnicht|name)" here\.\n {2}The fields are .+, .+\./);
    }
    expect((await run(['ls', top, '--fields', ','])).code).toBe(2);
    expect((await run(['ls', top, '--fields', 'name', '-o', 'id'])).code).toBe(2);
  });
});

test('times are relative on a terminal, and exact elsewhere', async () => {
  for (const words of [
    ['ls', '-l', top],
    ['node', 'versions', `${top}/Ordner/Blatt.txt`],
    ['trash', 'list'],
  ]) {
    expect((await run(words, { onTerminal: true, columns: 120 })).stdout).toMatch(
      /(?:now|\d+ (?:second|minute)s? ago) /,
    );
    expect((await run(words)).stdout).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  }
  const now = Date.parse('2026-05-10T12:00:00Z');
  expect(relativeTime('2026-05-07T11:00:00Z', now)).toBe('3 days ago');
  expect(relativeTime(now + 7_300_000, now)).toBe('in 2 hours');
  expect(relativeTime('2026-05-10T12:00:00Z', now)).toBe('now');
  expect([relativeTime('bald', now), relativeTime(null, now)]).toEqual(['bald', '']);
});

describe('errors', () => {
  const system = ['mv', '-userhome-', '/'];

  test('name nodes as they were typed, without IDs and classes', async () => {
    const { code, stderr } = await run(['mv', `${top}/Ordner`, `${top}/Ordner`]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${top}/Ordner`);
    for (const words of [['mv', `${top}/Ordner`, `${top}/Ordner`], system]) {
      const plain = (await run(words)).stderr;
      expect(plain).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|Exception|org\./);
    }
  });

  test('suggest the name with its extension, or a similar one', async () => {
    for (const typed of ['Blatt', 'blatt', 'Balt.txt']) {
      const { stderr } = await run(['node', 'get', `${top}/Ordner/${typed}`]);
      expect(stderr).toContain(`Did you mean ${top}/Ordner/Blatt.txt?`);
    }
  });

  test('keep names of files that look like classes', () => {
    expect(plainMessage('org.edu_sharing.DAOException: no access')).toBe('no access');
    expect(plainMessage('TypeError: no name')).toBe('no name');
    const names = '/Info/TypeError.md and "NumberFormatException" are in /a.b.Datei';
    expect(plainMessage(names)).toBe(names);
  });

  test('have both with --verbose', async () => {
    const { stderr } = await run([...system, '-v']);
    expect(stderr).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(stderr).toMatch(/\(moveNode[^)]*, [^)]*Exception\)/);
  });
});

describe('a change is reported in one line', () => {
  test.each<readonly [readonly string[], string]>([
    [['mkdir', 'TOP/Neu'], 'Created TOP/Neu.'],
    [['node', 'create', 'TOP/Neu', 'a.txt'], 'Created TOP/Neu/a.txt.'],
    [['node', 'update', 'TOP/Neu/a.txt', '-p', 'cclom:title=A'], 'Changed cclom:title of TOP/Neu/a.txt.'],
    [['rate', 'TOP/Neu/a.txt', '5'], 'Rated TOP/Neu/a.txt: 5 of 5.'],
    [['rate', 'TOP/Neu/a.txt', '0'], 'Removed your rating of TOP/Neu/a.txt.'],
    [['cp', 'repo:TOP/Neu/a.txt', 'repo:TOP/Neu'], 'Copied TOP/Neu/a.txt to TOP/Neu/a - 1.txt.'],
    [['mv', 'TOP/Neu/a.txt', 'TOP/Neu/b.txt'], 'Moved TOP/Neu/a.txt to TOP/Neu/b.txt.'],
    [['mv', 'TOP/Neu/b.txt', 'TOP/Ordner'], 'Moved TOP/Neu/b.txt to TOP/Ordner/b.txt.'],
    [['mv', 'TOP/Ordner/b.txt', 'TOP/Neu/'], 'Moved TOP/Ordner/b.txt to TOP/Neu/b.txt.'],
    [['rm', 'TOP/Neu/b.txt'], 'Deleted TOP/Neu/b.txt.'],
  ])('%s', async (words, line) => {
    const here = words.map((word) => word.replace('TOP', top));
    const { code, stdout, stderr } = await run(here);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`${line.replaceAll('TOP', top)}\n`);
  });

  test('a rating is part of the card, and only 0 to 5 are ratings', async () => {
    await run(['rate', top, '4']);
    const { stdout } = await run(['node', 'get', top], { onTerminal: true, environment: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^rating +4\.0 of 5 \(1 rating, yours is 4\)$/m);
    for (const stars of ['6', '-1', 'gut', '']) expect((await run(['rate', top, stars])).code).toBe(2);
  });
});

describe.each([60, 80, 120])('a terminal of %d columns', (columns) => {
  test.each<readonly [string, () => readonly string[]]>([
    ['ls -l', () => ['ls', '-l', top]],
    ['search', () => ['search', 'zahlen']],
    ['search -l', () => ['search', 'zahlen', '-l']],
    ['node get', () => ['node', 'get', `${top}/Ordner/Blatt.txt`]],
    ['node versions', () => ['node', 'versions', `${top}/Ordner/Blatt.txt`]],
    ['trash list', () => ['trash', 'list']],
    ['collection list', () => ['collection', 'list']],
    ['user list', () => ['user', 'list']],
    ['group list', () => ['group', 'list']],
    ['permission get', () => ['permission', 'get', `${top}/Ordner/Blatt.txt`]],
    ['permission check', () => ['permission', 'check', 'admin', `${top}/Ordner/Blatt.txt`]],
    ['permission audit', () => ['permission', 'audit', top]],
    ['mds list', () => ['mds', 'list']],
    ['node properties', () => ['node', 'properties']],
  ])('fits %s', async (_, words) => {
    const { stdout } = await run(words(), { onTerminal: true, columns, environment: { NO_COLOR: '1' } });
    expect(stdout).not.toBe('');
    for (const line of stdout.split('\n')) expect(columnsOf(line), line).toBeLessThanOrEqual(columns);
  });
});

describe('a table that is wider than the terminal', () => {
  const lines = (width: number, columns: readonly Column<string>[], items: readonly string[]) =>
    tableLines(items, columns, plainStyle, width);
  const size: Column<string> = { title: 'size', value: () => '12 kB', optional: 1 };
  const name: Column<string> = { title: 'name', value: (item) => item };

  test('keeps its details beside one long name', () => {
    expect(lines(40, [size, name], ['a', 'x'.repeat(90)])).toEqual([
      'SIZE   NAME',
      '12 kB  a',
      `12 kB  ${'x'.repeat(32)}…`,
    ]);
    expect(lines(20, [size, name], ['x'.repeat(90)])).toEqual(['NAME', `${'x'.repeat(19)}…`]);
  });

  test('narrows long columns alike', () => {
    const folder: Column<string> = { title: 'in', value: (item) => `/${item}`, cutOff: 'start' };
    expect(lines(22, [name, folder], ['abcdefghijklmnopqrst'])).toEqual(['NAME        IN', 'abcdefghi…  …lmnopqrst']);
    // Names stay whole if narrower folders are enough, which stay readable.
    const deep: Column<string> = { ...folder, value: (item) => `/${item}/${item}` };
    expect(lines(44, [name, deep], ['abcdefghijklmnopqrst'])).toEqual([
      'NAME                  IN',
      'abcdefghijklmnopqrst  …/abcdefghijklmnopqrst',
    ]);
  });

  test('cuts through no emoji and no accent', () => {
    expect(
      lines(7, [name], ['👩‍🏫👨‍👩‍👧👩‍🏫👨‍👩‍👧', 'U\u0308U\u0308U\u0308U\u0308U\u0308U\u0308U\u0308U\u0308']),
    ).toEqual(['NAME', '👩‍🏫👨‍👩‍👧👩‍🏫…', `${'U\u0308'.repeat(6)}…`]);
  });

  test('has folders in lines of their own, wrapped after slashes and spaces, and inside names that are too long', () => {
    const folder: Column<string> = { title: 'in', value: (item) => item, wrap: 'path' };
    const blatt: Column<string> = { title: 'name', value: () => 'Arbeitsblatt.odt' };
    const items = ['/Mathe/Klasse 6/Brüche', '/'];
    expect(lines(40, [blatt, folder], items)).toEqual([
      'NAME              IN',
      'Arbeitsblatt.odt  /Mathe/Klasse 6/Brüche',
      'Arbeitsblatt.odt  /',
    ]);
    expect(lines(39, [blatt, folder], items)).toEqual([
      'NAME',
      'Arbeitsblatt.odt',
      '    /Mathe/Klasse 6/Brüche',
      'Arbeitsblatt.odt',
      '    /',
    ]);
    expect(lines(22, [blatt, folder], items).slice(1, 4)).toEqual([
      'Arbeitsblatt.odt',
      '    /Mathe/Klasse 6/',
      '    Brüche',
    ]);
    const long = `/${'x'.repeat(25)}/👩‍🏫👨‍👩‍👧`;
    expect(lines(20, [folder], [long]).slice(1)).toEqual([`/${'x'.repeat(19)}`, 'xxxxxx/👩‍🏫👨‍👩‍👧']);
    expect(lines(20, [folder], ['', '/', 'a  b'])).toEqual(['IN', '', '/', 'a  b']);
  });

  test('wraps reasons between words', () => {
    const reason: Column<string> = { title: 'because of', value: (item) => item, wrap: 'words' };
    expect(lines(20, [size, reason], ['Editor on /Mathe; owner'])).toEqual([
      'BECAUSE OF',
      'Editor on /Mathe;',
      'owner',
    ]);
    expect(lines(32, [size, reason], ['Editor for GROUP_7a on /Mathe; owner'])).toEqual([
      'SIZE   BECAUSE OF',
      '12 kB  Editor for GROUP_7a on',
      '       /Mathe; owner',
    ]);
  });
});
