import { beforeEach, describe, expect, test } from 'vitest';
import { madeNodes } from './made-nodes.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;
const made = madeNodes(repository);
let top = '';

beforeEach(async () => {
  top = await made.top();
});

/** Makes a node with content. */
const put = (name: string, content: string) => made.file(top, name, content);

const { idOf } = made;

describe('ls, tree, cat and node get', () => {
  beforeEach(async () => {
    await put('b.txt', 'bbb');
    await run(['node', 'create', top, 'Ordner', '--type', 'ccm:map']);
    await run(['node', 'create', `${top}/Ordner`, 'c.txt']);
  });

  test('ls shows names, folders first', async () => {
    expect((await run(['ls', top])).stdout).toBe('Ordner/\nb.txt\n');
    expect((await run(['ls', `${top}/b.txt`])).stdout).toBe('b.txt\n');
  });

  test('ls -l shows type, size, time, version and name', async () => {
    const [titles, folder, file] = (await run(['ls', '-l', top])).stdout.split('\n');
    expect(titles).toMatch(/^TYPE +SIZE +MODIFIED +VERSION +ID +NAME$/);
    expect(folder).toMatch(/^folder +- .* [0-9a-f-]{36} +Ordner\/$/);
    expect(file).toMatch(/^text +3 B +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +1\.1 +[0-9a-f-]{36} +b\.txt$/);
  });

  test('ls orders by what is asked for, and leaves out what is not', async () => {
    await put('a.html', 'longer than the other');
    const rows: readonly (readonly [readonly string[], string])[] = [
      [['--reverse'], 'Ordner/\nb.txt\na.html\n'],
      [['--sort', 'name'], 'Ordner/\na.html\nb.txt\n'],
      [['--sort', 'size'], 'Ordner/\nb.txt\na.html\n'],
      [['--sort', 'cclom:size', '-r'], 'Ordner/\na.html\nb.txt\n'],
      [['--sort', 'modified'], 'Ordner/\nb.txt\na.html\n'],
      [['--sort', 'modified', '-r', '--files'], 'a.html\nb.txt\n'],
      [['--folders'], 'Ordner/\n'],
      [['--folders', '--files'], 'Ordner/\na.html\nb.txt\n'],
    ];
    for (const [flags, stdout] of rows) {
      expect((await run(['ls', top, ...flags])).stdout, flags.join(' ')).toBe(stdout);
    }
  });

  test('ls says what it can be ordered by', async () => {
    for (const word of ['date', 'constructor', '']) {
      const { code, stderr } = await run(['ls', top, '--sort', word]);
      expect(code).toBe(2);
      expect(stderr).toContain('Write name, title, size, type, created, modified, or a property');
    }
    const { code, stderr } = await run(['ls', top, '--sort', '{http://example.org}name']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('namespace')]);
  });

  test('ls prints every format', async () => {
    const whole = await json<{ nodes: { name: string }[]; pagination: object }>(['ls', top]);
    expect(whole.nodes.map(({ name }) => name)).toEqual(['Ordner', 'b.txt']);
    expect(whole.pagination).toEqual({ total: 2, from: 0, count: 2 });
    const lines = (await run(['ls', top, '-o', 'jsonl'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(whole.nodes);
    expect((await run(['ls', top, '-o', 'csv'])).stdout).toMatch(/^id,type,mimetype,size,modified,version,name,path\n/);
    expect((await run(['ls', top, '-o', 'yaml'])).stdout).toContain('name: b.txt');
    expect((await run(['ls', top, '-o', 'id'])).stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  test('tree draws all levels, or as many as are asked for', async () => {
    expect((await run(['tree', top])).stdout).toBe(`${top}\n├── Ordner/\n│   └── c.txt\n└── b.txt\n`);
    expect((await run(['tree', top, '--depth', '1'])).stdout).toBe(`${top}\n├── Ordner/\n└── b.txt\n`);
    expect((await run(['tree', top])).stderr).toBe('1 folder, 2 files\n');
    expect((await run(['tree', top, '-o', 'id'])).stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  test('cat writes contents one after the other, and refuses folders and nodes without content', async () => {
    await put('a.txt', 'aaa');
    expect((await run(['cat', `${top}/a.txt`, `${top}/b.txt`])).stdout).toBe('aaabbb');
    expect((await run(['cat', top])).code).toBe(1);
    expect((await run(['cat', `${top}/Ordner/c.txt`])).code).toBe(3);
  });

  test('node get takes ids from stdin, as other commands print them', async () => {
    const ids = (await run(['tree', top, '-o', 'id'])).stdout;
    const { stdout } = await run(['node', 'get', '-', '-o', 'jsonl'], { input: ids });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).name),
    ).toEqual(['Ordner', 'c.txt', 'b.txt']);
  });

  test('a name in the other Unicode form is found, where none has exactly this one', async () => {
    await run(['node', 'create', top, 'ü'.normalize('NFC')]);
    const other = `${top}/${'ü'.normalize('NFD')}`;
    expect((await run(['node', 'get', other])).code).toBe(0);
  });

  test('a node that does not exist is exit code 3 and three lines', async () => {
    for (const words of [['ls'], ['tree'], ['cat'], ['node', 'get'], ['rm'], ['permission', 'get']]) {
      const { code, stdout, stderr } = await run([...words, `${top}/nichts`]);
      expect({ code, stdout }, words.join(' ')).toEqual({ code: 3, stdout: '' });
      expect(stderr.trimEnd().split('\n')).toHaveLength(3);
      expect(stderr).toContain(`edu-repo ls ${top}`);
    }
    // The advice is a folder that is there.
    expect((await run(['ls', `${top}/nichts/auch/nicht`])).stderr).toContain(`edu-repo ls ${top}\n`);
  });
});

describe('rm', () => {
  beforeEach(async () => {
    await put('a.txt', 'a');
    await run(['node', 'create', top, 'full', '--type', 'ccm:map']);
    await run(['node', 'create', `${top}/full`, 'b.txt']);
    await run(['node', 'create', top, 'empty', '--type', 'ccm:map']);
  });
  const left = async () => (await run(['ls', top])).stdout.trimEnd().split('\n');

  test('deletes a file and an empty folder without a question', async () => {
    expect((await run(['rm', `${top}/a.txt`, `${top}/empty`])).code).toBe(0);
    expect(await left()).toEqual(['full/']);
  });

  test('a folder with something in it needs --recursive, and --yes where nobody can be asked', async () => {
    const bare = await run(['rm', `${top}/full`]);
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain(`To delete the folder with everything below it: edu-repo rm --recursive ${top}/full`);
    const piped = await run(['rm', '-', '--dry-run'], { input: `${top}/full\n` });
    expect(piped.stderr).toContain(`below it: edu-repo rm --dry-run --recursive ${top}/full\n`);
    const unasked = await run(['rm', '-r', `${top}/full`]);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain(`To confirm: edu-repo rm --recursive --yes ${top}/full`);
    expect(await left()).toContain('full/');
    expect((await run(['rm', '-ry', `${top}/full`])).code).toBe(0);
    expect(await left()).not.toContain('full/');
  });

  test('nothing goes when one of several may not', async () => {
    expect((await run(['rm', `${top}/a.txt`, `${top}/full`])).code).toBe(2);
    expect((await run(['rm', `${top}/a.txt`, `${top}/nichts`])).code).toBe(3);
    expect(await left()).toContain('a.txt');
  });

  test('with --dry-run says what would go', async () => {
    const { code, stderr } = await run(['rm', '-rn', `${top}/full`, `${top}/a.txt`]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Would delete ${top}/full.\nWould delete ${top}/a.txt.\n` });
    expect(await left()).toHaveLength(3);
  });

  test('takes ids from stdin, and deletes for ever with --purge', async () => {
    const id = await idOf(`${top}/a.txt`);
    expect((await run(['rm', '-', '--purge', '--yes'], { input: `${id}\n` })).code).toBe(0);
    expect((await run(['node', 'get', id])).code).toBe(3);
  });
});
