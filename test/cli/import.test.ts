import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { dataDirectoryInside } from '../../src/cli/transfer/data-directory-inside.ts';
import type { Tally } from '../../src/cli/transfer/tally.ts';
import { skipWithout } from '../support/skip-policy.ts';
import { pdfOf } from '../support/written-documents.ts';
import { filesIn, fingerprint, makeTree, oddTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

interface Result {
  readonly files: Tally['files'];
  readonly folders: { readonly made: number; readonly present: number };
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
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
const contentOf = async (path: string) => (await repository.run(['cat', `${target}/${path}`])).stdout;

describe('import', () => {
  test('takes every file and folder, and cp -r brings back the same tree', async () => {
    await makeTree(source, oddTree);
    const first = await take();
    expect(first.files).toMatchObject({ created: filesIn(oddTree), unchanged: 0 });
    expect(first).toMatchObject({ failed: 0, skipped: 0, folders: { present: 0 } });

    const second = await take();
    expect(second.files).toMatchObject({ created: 0, unchanged: filesIn(oddTree), differing: 0 });
    expect(second.folders).toEqual({ made: 0, present: first.folders.made - 1 });

    const out = join(repository.folder(), `out-${count}`);
    expect((await repository.run(['cp', '-r', `repo:${target}`, out])).code).toBe(0);
    expect(await fingerprint(out)).toEqual(await fingerprint(source));
  });

  test('says that texts are not searchable yet, and so does search', async () => {
    await makeTree(source, { 'Zellkern.txt': 'sofort lesbar' });
    expect((await repository.run(['import', source, target])).stderr).not.toContain('searchable');
    await makeTree(source, { 'Wartend.pdf': pdfOf('Zellwand') });
    const { stderr } = await repository.run(['import', source, target]);
    expect(stderr).toContain('Not all texts are searchable yet: a running server reads them in the background');
    const found = async (name: string) =>
      (await repository.run(['search', name], { onTerminal: true, environment: { NO_COLOR: '1' } })).stdout;
    expect(await found('Wartend')).toContain('    The text of this file is not searchable yet.\n');
    expect(await found('Zellkern')).not.toContain('searchable');
    expect((await repository.run(['import', source, target])).stderr).not.toContain('searchable');
  });

  test('puts the contents into the own home folder when no path is given', async () => {
    await makeTree(source, { 'Zuhause.txt': 'daheim' });
    expect((await repository.run(['import', source])).code).toBe(0);
    expect((await repository.run(['cat', '~/Zuhause.txt'])).stdout).toBe('daheim');
  });

  test('makes the folders of the path, and nothing twice', async () => {
    await makeTree(source, { 'a.txt': 'a' });
    target = `${target}/Klasse 7/Brüche`;
    expect((await take()).folders).toEqual({ made: 3, present: 0 });
    expect((await take()).folders).toEqual({ made: 0, present: 0 });
  });

  test('says on stderr what it did, and nothing on stdout', async () => {
    await makeTree(source, { 'a.txt': 'a', 'b.txt': 'b' });
    const { code, stdout, stderr } = await repository.run(['import', source, target]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Imported 2 files \(2 B\) to \/target-\d+ in [\d.]+ s, 1 folder created\.\n$/);
    expect((await repository.run(['import', source, target, '-q'])).stderr).toBe('');
  });

  test('draws nothing on a terminal that does not know its width', async () => {
    await makeTree(source, { 'a.txt': 'a' });
    const { code, stderr } = await repository.run(['import', source, target], {
      environment: { NO_COLOR: '1' },
      terminalColumns: 0,
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Imported 1 file .*\n$/);
    expect(stderr).not.toContain('\u001b');
  });

  test('with --dry-run it says the same and changes nothing', async () => {
    await makeTree(source, oddTree);
    const planned = await take('--dry-run');
    expect((await repository.run(['ls', target])).code).toBe(3);
    const done = await take();
    expect({ ...planned, dryRun: false, target: 0 }).toEqual({ ...done, target: 0 });
    expect((await take('-n')).files).toMatchObject({ created: 0, unchanged: filesIn(oddTree) });
  });

  test('with --dry-run it refuses the same names', async () => {
    await makeTree(source, { 'a.txt': 'a', 'line\nbreak.txt': 'b', 'tab\tfolder/c.txt': 'c' });
    const words = ['import', source, target, '-o', 'json'];
    const [planned, done] = [await repository.run([...words, '-n']), await repository.run(words)];
    expect([planned.code, done.code]).toEqual([7, 7]);
    expect(JSON.parse(planned.stdout)).toMatchObject({ failed: 2, files: { created: 1 }, folders: { made: 1 } });
    const failures = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as { errors: { path: string; message: string }[] }).errors
        .map(({ path, message }) => [path, /control characters/.test(message)])
        .sort();
    expect(failures(planned)).toEqual(failures(done));
  });
});

describe('a file that is there with other content', () => {
  beforeEach(async () => {
    await makeTree(source, { 'a.txt': 'one', 'same.txt': 'same' });
    await take();
    await writeFile(join(source, 'a.txt'), 'two');
  });

  test('is left alone, and the summary says how to take it', async () => {
    const { code, stderr } = await repository.run(['import', source, target]);
    expect(code).toBe(0);
    expect(stderr).toContain('1 already there, 1 existing with different content');
    expect(stderr).toContain(`edu-repo import ${source} ${target} --if-exists version`);
    expect(await contentOf('a.txt')).toBe('one');
  });

  test('becomes a new version with --if-exists version', async () => {
    expect((await take('--if-exists', 'version', '--version-comment', 'neu')).files.replaced).toBe(1);
    expect(await contentOf('a.txt')).toBe('two');
    const { stdout } = await repository.run(['node', 'versions', `${target}/a.txt`]);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/neu$/);
    expect((await take('--if-exists', 'version')).files).toMatchObject({ replaced: 0, unchanged: 2 });
  });

  test('comes beside it under another name with --if-exists rename, once', async () => {
    expect((await take('--if-exists', 'rename')).files.renamed).toBe(1);
    expect(await contentOf('a.txt')).toBe('one');
    expect(await contentOf('a - 1.txt')).toBe('two');
    expect((await take('--if-exists', 'rename')).files).toMatchObject({ renamed: 0, unchanged: 2 });
  });

  test.each(['Kapitel 1. Einführung', 'Notiz v1.2 (alt).x_y', `${'ä'.repeat(123)}.pdf`])(
    'comes beside %s once, too, although the ending is no extension or the name is long',
    async (name) => {
      await makeTree(source, { [name]: 'one' });
      await take();
      await writeFile(join(source, name), 'two');
      // The other one is a.txt.
      expect((await take('--if-exists', 'rename')).files.renamed).toBe(2);
      expect((await take('--if-exists', 'rename')).files).toMatchObject({ renamed: 0, unchanged: 3 });
    },
  );

  test('is a failure with --if-exists fail, and the rest is done', async () => {
    await writeFile(join(source, 'new.txt'), 'new');
    const { code, stderr } = await repository.run(['import', source, target, '--if-exists', 'fail']);
    expect(code).toBe(7);
    expect(stderr).toContain('Failed (1):');
    expect(stderr).toContain(`${join(source, 'a.txt')}: a.txt already exists.`);
    expect(await contentOf('new.txt')).toBe('new');
    expect(await contentOf('a.txt')).toBe('one');
  });

  test('is left alone by a dry run in every mode', async () => {
    for (const mode of ['version', 'rename']) await take('--if-exists', mode, '--dry-run');
    expect(await contentOf('a.txt')).toBe('one');
    expect((await repository.run(['ls', target])).stdout).toBe('a.txt\nsame.txt\n');
  });
});

describe('what an interrupted run left half-made', () => {
  test('is finished: a node without content gets it, and no second node is made', async () => {
    await makeTree(source, { 'a.txt': 'all of it', 'b.txt': '' });
    await repository.run(['node', 'create', '/', target.slice(1), '--type', 'ccm:map']);
    await repository.run(['node', 'create', target, 'a.txt']);
    await repository.run(['node', 'create', target, 'b.txt']);
    expect((await take()).files).toMatchObject({ finished: 2, created: 0 });
    expect(await contentOf('a.txt')).toBe('all of it');
    expect((await repository.run(['ls', target])).stdout).toBe('a.txt\nb.txt\n');
    expect((await take()).files).toMatchObject({ finished: 0, unchanged: 2 });
  });
});

describe('what cannot be taken', () => {
  test('links and other special files are skipped with a warning', async () => {
    await makeTree(source, { 'a.txt': 'a', 'folder/b.txt': 'b' });
    await symlink(join(source, 'a.txt'), join(source, 'link.txt'));
    await symlink(source, join(source, 'folder', 'round and round'));
    const { code, stderr } = await repository.run(['import', source, target]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Skipped (2). Links, special files, nodes without content, child objects, and the data directory are never copied:',
    );
    expect(stderr).toContain(join(source, 'link.txt'));
    expect((await repository.run(['tree', target])).stdout).not.toContain('link');
  });

  test('a name that is no UTF-8 is reported, and the rest is taken', async (context) => {
    await makeTree(source, { 'a.txt': 'a' });
    const name = Buffer.concat([Buffer.from(`${source}/`), Buffer.from([0xe4, 0x2e, 0x74, 0x78, 0x74])]);
    await writeFile(name, 'latin-1').catch(() => skipWithout(context, 'a file system whose names are bytes (Linux)'));
    const { files, failed, errors } = await repository
      .run(['import', source, target, '-o', 'json'])
      .then(({ stdout }) => JSON.parse(stdout) as Result);
    expect({ created: files.created, failed }).toEqual({ created: 1, failed: 1 });
    expect(errors[0]?.message).toContain('not valid UTF-8');
  });

  test('a name that the repository refuses is reported, and the rest is taken', async () => {
    await makeTree(source, { 'a.txt': 'a', 'two\nlines.txt': 'b', 'bell\u0007/c.txt': 'c' });
    const { code, stderr } = await repository.run(['import', source, target]);
    expect(code).toBe(7);
    expect(stderr).toContain('Failed (2):');
    expect(stderr).not.toContain('\u0007');
    expect(await contentOf('a.txt')).toBe('a');
  });

  test('a folder where the repository has a file is reported, and the file stays', async () => {
    await makeTree(source, { 'x/a.txt': 'a', 'y.txt': 'y' });
    await repository.run(['node', 'create', '/', target.slice(1), '--type', 'ccm:map']);
    await repository.run(['node', 'create', target, 'x']);
    const { failed, files } = JSON.parse((await repository.run(['import', source, target, '--json'])).stdout) as Result;
    expect({ failed, created: files.created }).toEqual({ failed: 1, created: 1 });
  });

  test('only the first ten errors are shown', async () => {
    await makeTree(source, Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`line\n${index}`, 'x'])));
    const { stderr } = await repository.run(['import', source, target]);
    expect(stderr).toContain('Failed (12):');
    expect(stderr).toContain('… and 2 more');
    expect(stderr.match(/^ {2}\/.*: /gm)).toHaveLength(10);
  });

  test('a file instead of a folder is told', async () => {
    await writeFile(source, 'a');
    const { code, stderr } = await repository.run(['import', source, target]);
    expect(code).toBe(1);
    expect(stderr).toContain(`edu-repo cp ${source} repo:${target}`);
  });

  test('a folder that does not exist is told, and nothing is made', async () => {
    const { code, stderr } = await repository.run(['import', source, target]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect((await repository.run(['ls', target])).code).toBe(3);
  });

  test('a path below a file is told', async () => {
    await makeTree(source, { 'a.txt': 'a' });
    await take();
    expect((await repository.run(['import', source, `${target}/a.txt/deeper`])).code).toBe(6);
  });

  test('the data directory of the repository itself is never entered', async () => {
    await makeTree(source, { 'a.txt': 'a' });
    const everything = await repository.run(['import', repository.folder(), target, '--dry-run']);
    expect(everything.stderr).toContain(`  ${repository.dataDirectory()}\n`);
    // A name that only looks like the way out of the folder.
    await makeTree(source, { '..daten/a.txt': 'a' });
    expect(await dataDirectoryInside(source, join(source, '..daten'))).toBe(join(source, '..daten'));
    expect(await dataDirectoryInside(join(source, '..daten'), repository.dataDirectory())).toBeUndefined();
    const { code, stderr } = await repository.run(['import', repository.dataDirectory(), target]);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be imported into itself');
  });
});

test('a large folder comes in and out, page by page', async () => {
  await mkdir(source);
  const names = Array.from({ length: 1_203 }, (_, index) => `${index}.txt`);
  await Promise.all(names.map((name) => writeFile(join(source, name), name)));
  expect((await take('--concurrency', '16')).files.created).toBe(names.length);
  expect((await take()).files.unchanged).toBe(names.length);
  expect((await repository.run(['ls', target])).stdout.trimEnd().split('\n').sort()).toEqual([...names].sort());
  const out = join(repository.folder(), `out-${count}`);
  await repository.run(['cp', '-r', `repo:${target}`, out]);
  expect(await fingerprint(out)).toEqual(await fingerprint(source));
  await rm(source, { recursive: true });
});

test('a folder that is copied again goes into the first copy, and the summary says so', async () => {
  await mkdir(join(source, 'Mathe'), { recursive: true });
  await writeFile(join(source, 'Mathe', 'a.txt'), 'a');
  const copied = async (...words: readonly string[]) => (await repository.run(['cp', '-r', ...words])).stderr;
  const [folder, top, out] = [join(source, 'Mathe'), `repo:${target}`, join(source, 'out')];
  expect(await copied(folder, top)).toContain(` to ${top} in `);
  expect(await copied(folder, top)).toContain(` to ${top}/Mathe (${top} already exists) in `);
  expect(await copied(folder, `${top}/`)).toContain(` to ${top}/Mathe in `);
  expect(await copied(folder, folder, top)).toContain(` to ${top} in `);
  expect(await copied(`${top}/Mathe`, out)).toContain(` to ${out} in `);
  expect(await copied(`${top}/Mathe`, out)).toContain(` to ${out}/Mathe (${out} already exists) in `);
  expect(filesIn(await fingerprint(out))).toBe(2);
});
