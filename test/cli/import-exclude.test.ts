import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { filesIn, fingerprint, makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

interface Result {
  readonly excluded: number;
  readonly errors: readonly { readonly path: string }[];
}

const repository = withTemporaryRepository();
let source = '';
let target = '';
let count = 0;

beforeEach(() => {
  count += 1;
  source = join(repository.folder(), `source-${count}`);
  target = `/target-${count}`;
});

const take = (...more: string[]) => repository.json<Result>(['import', source, target, ...more]);

describe('what --exclude names', () => {
  const tree = {
    ...{ 'a.txt': 'a', 'b.TMP': 'b', '.DS_Store': 'c', 'Neu (1).txt': 'd', 'x[1].md': 'e', 'x1.md': 'f' },
    ...{
      'Lösungen/1.txt': 'g',
      '6/Lösungen/tief/2.txt': 'h',
      '6/.DS_Store': 'i',
      '6/a.txt': 'j',
      '6/Entwurf/3.txt': 'k',
    },
  };
  const texts = ['a.txt', 'Lösungen/1.txt', '6/Lösungen/tief/2.txt', '6/a.txt', '6/Entwurf/3.txt'];
  const solutions = ['Lösungen/1.txt', '6/Lösungen/tief/2.txt'];
  const cases: readonly [title: string, patterns: readonly string[], excluded: number, left: readonly string[]][] = [
    ['a name, at any depth', ['.ds_store'], 2, ['.DS_Store', '6/.DS_Store']],
    ['a folder with all that it contains', ['LÖSUNGEN/'], 2, solutions],
    ['whichever way an umlaut is written', ['Lösungen'.normalize('NFD')], 2, solutions],
    ['* and ? are characters of one name', ['*.tmp', '?.txt'], 6, ['b.TMP', ...texts]],
    ['a path in the folder', ['6/a.txt', './Lösungen/1.txt', '/b.tmp'], 3, ['6/a.txt', 'Lösungen/1.txt', 'b.TMP']],
    [
      '** is any number of folders',
      ['**/tief/*', '6/**/3.txt', '**/x1.md'],
      3,
      ['x1.md', ...texts.slice(2, 3), ...texts.slice(4)],
    ],
    ['brackets are themselves', ['Neu (1)*', 'x[1].md'], 2, ['Neu (1).txt', 'x[1].md']],
    [
      'nothing else',
      ['', '/', 'Lösung', '.txt', 'a.t.t', 'Entwurf/3.txt', '../*', '(', '\\', '*.txt/'.repeat(2)],
      0,
      [],
    ],
  ];
  test.each(cases)('%s', async (_title, patterns, excluded, left) => {
    await makeTree(source, tree);
    const flags = patterns.flatMap((pattern) => ['--exclude', pattern]);
    const expected = Object.fromEntries(Object.entries(tree).filter(([path]) => !left.includes(path)));
    expect(await take(...flags, '--dry-run')).toMatchObject({ excluded, files: { created: filesIn(expected) } });
    expect(await take(...flags)).toMatchObject({ excluded, skipped: 0, failed: 0 });
    const out = join(repository.folder(), `out-${count}`);
    await repository.run(['cp', '-r', `repo:${target}`, out]);
    expect(
      Object.keys(await fingerprint(out))
        .filter((path) => !path.endsWith('/'))
        .sort(),
    ).toEqual(Object.keys(expected).sort());
  });

  test('counts in the summary, and stays excluded in the advice', async () => {
    await makeTree(source, { 'a.txt': 'a', 'b.tmp': 'b' });
    const excluding = ['import', source, target, '--exclude', '*.tmp'];
    expect((await repository.run(excluding)).stderr).toMatch(
      /1 folder created, 1 excluded\.\n$|, 1 excluded, 1 folder created\.\n$/,
    );
    await writeFile(join(source, 'a.txt'), 'other');
    const { stderr } = await repository.run(excluding);
    expect(stderr).toContain(`edu-repo import ${source} ${target} --exclude '*.tmp' --if-exists version`);
  });

  test('is not missed by a table that describes it', async () => {
    await makeTree(source, { 'a.txt': 'a', 'Lösungen/b.txt': 'b' });
    const table = join(repository.folder(), `table-${count}.csv`);
    await writeFile(table, 'path,cclom:title\na.txt,A\nLösungen/b.txt,B\nc.txt,C\n');
    const { stdout, code } = await repository.run([
      'import',
      source,
      target,
      '--metadata',
      table,
      '--exclude',
      'Lösungen',
      '--json',
    ]);
    expect(code).toBe(7);
    expect((JSON.parse(stdout) as Result).errors.map(({ path }) => path)).toEqual(['c.txt']);
  });
});
