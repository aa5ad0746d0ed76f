import { beforeEach, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();
let top = '';
let count = 0;

const made = async (...words: string[]): Promise<string> =>
  (await json<{ node: { ref: { id: string } } }>(['node', 'create', ...words])).node.ref.id;

const names = async (folder = top): Promise<string[]> =>
  (await run(['ls', folder])).stdout.split('\n').filter((line) => line !== '');

const trashed = async (pattern: string): Promise<string[]> =>
  (await run(['trash', 'list', pattern, '-o', 'id'])).stdout.split('\n').filter((line) => line !== '');

beforeEach(async () => {
  count += 1;
  top = `/top-${count}`;
  await made('/', top.slice(1), '--type', 'ccm:map');
});

describe('rm', () => {
  test('says how to get back what is gone', async () => {
    const id = await made(top, 'a.txt');
    const { code, stderr } = await run(['rm', `${top}/a.txt`]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Deleted ${top}/a.txt.\nIt is in the trash. To restore it: edu-repo trash restore ${id}\n`,
    });
    expect((await run(['trash', 'restore', id])).code).toBe(0);
    expect(await names()).toEqual(['a.txt']);
  });

  test('lists the trash of a repository by its name', async () => {
    await made(top, 'fern.txt');
    await run(['rm', `${top}/fern.txt`]);
    for (const word of ['repo:', 'repo:fern*', 'fern*'])
      expect((await run(['trash', 'list', word])).stdout, word).toContain('fern.txt');
    const unknown = await run(['trash', 'list', 'nirgends:']);
    expect([unknown.code, unknown.stderr]).toEqual([expect.any(Number), expect.stringContaining('nirgends')]);
    expect(unknown.code).not.toBe(0);
  });

  test('names the ID that was typed', async () => {
    const id = '0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6';
    expect((await run(['trash', 'restore', id])).stderr).toContain(`Node ${id} is not in the trash`);
  });

  test('says so of several, and nothing of what is gone for ever', async () => {
    const ids = [await made(top, 'a'), await made(top, 'b')];
    const both = await run(['node', 'delete', `${top}/a`, `${top}/b`]);
    expect(both.stderr).toContain(`edu-repo trash restore ${ids.join(' ')}\n`);
    for (const name of ['c', 'd', 'e', 'f']) await made(top, name);
    const many = await run(['rm', ...['c', 'd', 'e', 'f'].map((name) => `${top}/${name}`)]);
    expect(many.stderr).toContain('edu-repo trash list\n');
    await made(top, 'g');
    expect((await run(['rm', '--purge', '--yes', `${top}/g`])).stderr).toBe(`Deleted ${top}/g permanently.\n`);
    expect(await trashed('g')).toEqual([]);
  });

  test('refuses the top folder, with no command that would delete everything', async () => {
    for (const words of [['/'], ['-r', '--yes', '/'], [top, '/'], ['-companyhome-']]) {
      const { code, stderr } = await run(['rm', ...words]);
      expect(code).toBe(2);
      expect(stderr).toContain('The top folder cannot be deleted.');
      expect(stderr).not.toContain('--recursive');
    }
    expect((await run(['ls', '/'])).stdout).toContain(`${top.slice(1)}/`);
  });

  test('with --purge asks, and says the command where nobody is there', async () => {
    await made(top, 'a b.txt');
    await made(top, 'Ordner', '--type', 'ccm:map');
    await made(`${top}/Ordner`, 'c.txt');
    const one = await run(['rm', '--purge', `${top}/a b.txt`]);
    expect(one.code).toBe(2);
    expect(one.stderr).toContain(`Deleting ${top}/a b.txt permanently needs confirmation.`);
    expect(one.stderr).toContain(`To confirm: edu-repo rm --purge --yes '${top}/a b.txt'\n`);
    const folder = await run(['rm', '-r', '--purge', `${top}/Ordner`]);
    expect(folder.code).toBe(2);
    expect(folder.stderr).toContain(`Deleting ${top}/Ordner and everything below it permanently needs confirmation.`);
    expect(folder.stderr).toContain(`To confirm: edu-repo rm --recursive --purge --yes ${top}/Ordner\n`);
    expect(await names()).toEqual(['Ordner/', 'a b.txt']);
    expect((await run(['rm', '--purge', '-n', `${top}/a b.txt`])).code).toBe(0);
  });
});

describe('trash list', () => {
  test('shows when, by whom and from where', async () => {
    const id = await made(top, 'Blatt.txt');
    await run(['rm', id]);
    const [titles = '', line = ''] = (await run(['trash', 'list', 'Blatt.txt', '-l'])).stdout.split('\n');
    expect(titles).toMatch(/^DELETED +BY +ID +FROM +NAME$/);
    expect(line).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d +admin +${id} +${top} +Blatt.txt$`));
    const csv = (await run(['trash', 'ls', 'Blatt.txt', '-o', 'csv'])).stdout.split('\n');
    expect(csv[0]).toBe('id,deleted,by,from,name,path');
    expect(csv[1]).toMatch(new RegExp(`^${id},\\d{4}-.*Z,admin,${top},Blatt.txt,${top}/Blatt.txt$`));
    await run(['trash', 'restore', id]);
    const nothing = await run(['trash', 'list', 'Blatt.txt']);
    expect(nothing).toMatchObject({ code: 0, stdout: '', stderr: 'No node in the trash matches "Blatt.txt".\n' });
  });

  test('shows one person’s alone where one is named', async () => {
    await run(['user', 'create', `p${count}`, '--generate-password']);
    const id = await made(top, 'of-admin');
    await run(['rm', id]);
    const words = ['trash', 'list', 'of-admin', '-o', 'id'];
    expect((await run([...words, '--person', 'admin'])).stdout).toBe(`${id}\n`);
    expect((await run([...words, '--person', `p${count}`])).stdout).toBe('');
    expect((await run([...words, '--person', 'nobody-at-all'])).code).toBe(3);
  });
});

describe('trash restore', () => {
  test('takes the path where something lay', async () => {
    await made(top, 'Ordner', '--type', 'ccm:map');
    await made(`${top}/Ordner`, 'Größe.txt');
    await run(['rm', '-ry', `${top}/Ordner`]);
    const { code, stdout } = await run(['node', 'restore', `${top}/Ordner`]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${top}/Ordner`);
    expect(await names(`${top}/Ordner`)).toEqual(['Größe.txt']);
  });

  test('takes ids from stdin', async () => {
    for (const name of ['s1', 's2']) await run(['rm', await made(top, `${name}-${count}`)]);
    const ids = await trashed(`s*-${count}`);
    expect(ids).toHaveLength(2);
    expect((await run(['trash', 'restore', '-'], { input: `${ids.join('\n')}\n` })).code).toBe(0);
    expect(await names()).toEqual([`s1-${count}`, `s2-${count}`]);
  });

  test('says that the name was taken', async () => {
    await run(['rm', await made(top, 'a.txt')]);
    await made(top, 'a.txt');
    const { stdout } = await run(['trash', 'restore', `${top}/a.txt`]);
    expect(stdout).toContain('a - 1.txt');
    expect(stdout).toContain('the name was taken');
  });

  test('asks which one is meant where several lay there', async () => {
    const ids = [await made(top, 'a.txt')];
    await run(['rm', `${top}/a.txt`]);
    ids.push(await made(top, 'a.txt'));
    await run(['rm', `${top}/a.txt`]);
    const { code, stderr } = await run(['trash', 'restore', `${top}/a.txt`]);
    expect(code).toBe(2);
    for (const id of ids) expect(stderr).toContain(id);
    expect(await names()).toEqual([]);
  });

  test('asks for a target where the folder is not there, with the command to type', async () => {
    await made(top, 'Ordner', '--type', 'ccm:map');
    const id = await made(`${top}/Ordner`, 'a.txt');
    await run(['rm', id]);
    await run(['rm', `${top}/Ordner`]);
    const { code, stderr } = await run(['trash', 'restore', `${top}/Ordner/a.txt`]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toContain(`edu-repo trash restore --target '~' ${top}/Ordner/a.txt`);
    expect((await run(['trash', 'restore', '--target', top, id])).code).toBe(0);
    expect(await names()).toEqual(['a.txt']);
  });

  test('takes the path that was used and the one that is shown, also where the folder went after it', async () => {
    const person = `kollegin${count}`;
    const password = 'Kreide und Schwamm 34';
    await run(['user', 'create', person, '--password-stdin'], { input: password });
    const environment = { EDU_REPO_USER: person, EDU_REPO_PASSWORD: password };
    const shared = `${top}/Klasse`;
    await made(top, 'Klasse', '--type', 'ccm:map');
    await run(['permission', 'set', shared, person, 'Coordinator']);
    const hers = (words: readonly string[]) => run(words, { environment });
    for (const written of [`${shared}/Müll/a.txt`, 'Klasse/Müll/a.txt', '/Klasse/Müll/a.txt']) {
      await hers(['node', 'create', shared, 'Müll', '--type', 'ccm:map']);
      await hers(['node', 'create', `${shared}/Müll`, 'a.txt']);
      expect((await run(['rm', `${shared}/Müll/a.txt`])).code).toBe(0);
      expect((await run(['rm', '-r', `${shared}/Müll`])).code).toBe(0);
      const { code, stderr } = await hers(['trash', 'restore', written, '--target', '~']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    expect((await hers(['ls', '~'])).stdout.trim().split('\n')).toHaveLength(3);
  });

  test('with --dry-run restores nothing', async () => {
    const id = await made(top, 'a.txt');
    await run(['rm', id]);
    expect((await run(['trash', 'restore', '-n', id])).stderr).toBe(`Would restore ${id}.\n`);
    expect(await names()).toEqual([]);
  });

  test('with --dry-run fails as without it, and says the same', async () => {
    await made(top, 'Ordner', '--type', 'ccm:map');
    const id = await made(`${top}/Ordner`, 'a.txt');
    await run(['rm', id]);
    await run(['rm', `${top}/Ordner`]);
    const failures = [await run(['trash', 'restore', '-n', id]), await run(['trash', 'restore', id])];
    expect(failures[0]).toEqual(failures[1]);
    expect(failures[0]?.stderr).toContain(`edu-repo trash restore --target '~' ${id}`);
  });

  test.each([
    [['trash', 'restore', '/nowhere/at-all'], 3, 'edu-repo trash list'],
    [['trash', 'restore', '11111111-2222-4333-8444-555555555555'], 3, 'edu-repo trash list'],
    [['trash', 'restore', 'Mathe'], 2, 'is not the address of a node'],
    [['trash', 'restore', '/'], 3, 'edu-repo trash list'],
    [['trash', 'restore'], 2, 'edu-repo help trash restore'],
  ])('%j is told in three lines', async (words, expected, told) => {
    const { code, stderr } = await run(words);
    expect(code).toBe(expected);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toContain(told);
  });
});

describe('trash empty', () => {
  test('asks, and says the command where nobody is there', async () => {
    const id = await made(top, 'a.txt');
    await run(['rm', id]);
    const { code, stderr } = await run(['trash', 'empty']);
    expect(code).toBe(2);
    expect(stderr).toContain('To confirm: edu-repo trash empty --yes');
    const person = await run(['trash', 'empty', '--person', 'admin', '--older-than', '0h']);
    expect(person.stderr).toContain('To confirm: edu-repo trash empty --older-than 0h --person admin --yes');
    expect(await trashed('a.txt')).toContain(id);
  });

  test('leaves what is younger', async () => {
    const id = await made(top, 'young.txt');
    await run(['rm', id]);
    expect(await run(['trash', 'empty', '--older-than', '30d', '--yes'])).toMatchObject({
      code: 0,
      stderr: 'The trash has nothing to remove.\n',
    });
    expect(await trashed('young.txt')).toEqual([id]);
  });

  test('removes all of it for ever', async () => {
    const ids = [await made(top, 'x1'), await made(top, 'x2')];
    await run(['rm', ...ids]);
    const dry = await run(['trash', 'empty', '-n']);
    for (const id of ids) expect(dry.stderr).toMatch(new RegExp(`^Would permanently remove .*\\(${id}\\)\\.$`, 'm'));
    expect(dry.stdout).toBe('');
    const planned = (await run(['trash', 'empty', '-n', '-o', 'id'])).stdout;
    expect(planned.split('\n')).toEqual(expect.arrayContaining(ids));
    const { code, stdout, stderr } = await run(['trash', 'empty', '--yes', '-o', 'id']);
    expect([code, stdout]).toEqual([0, planned]);
    expect(await json(['trash', 'empty', '--yes'])).toMatchObject({ nodes: [] });
    expect(stderr).toMatch(/^Permanently removed \d+ nodes\.\n$/);
    expect(await trashed('*')).toEqual([]);
    expect((await run(['trash', 'restore', ...ids])).code).toBe(3);
  });

  test('with --dry-run says what could not be removed, and ends as without it', async () => {
    const person = `aushilfe${count}`;
    const password = 'Kreide und Schwamm 34';
    await run(['user', 'create', person, '--password-stdin'], { input: password });
    const hers = (words: readonly string[]) =>
      run(words, { environment: { EDU_REPO_USER: person, EDU_REPO_PASSWORD: password } });
    await run(['permission', 'set', top, person, 'Coordinator']);
    const id = await made(top, 'entzogen.txt');
    expect((await hers(['rm', id])).code).toBe(0);
    await run(['permission', 'remove', top, person]);
    const dry = await hers(['trash', 'empty', '-n']);
    expect(dry.stderr).toMatch(new RegExp(`^Could not remove entzogen\\.txt \\(${id}\\): .*right`, 'm'));
    expect(dry.stderr).not.toContain('Would');
    expect((await hers(['trash', 'empty', '--yes'])).code).toBe(dry.code);
    expect(await trashed('entzogen.txt')).toEqual([id]);
  });

  test.each(['soon', '30', '1y', '-1d'])('refuses «%s» as an age', async (age) => {
    const { code, stderr } = await run(['trash', 'empty', `--older-than=${age}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('Write an age such as 30d');
  });
});

describe('ls', () => {
  test.each([
    '-to_me_shared_files-',
    '-to_me_shared_files_personal-',
    '-my_shared_files-',
    '-inbox-',
    '-collectionhome-',
  ])('%s is listed', async (list) => {
    expect((await run(['ls', list])).code).toBe(0);
  });

  test('shows what is shared', async () => {
    await run(['user', 'create', `s${count}`, '--generate-password']);
    await run(['permission', 'set', top, `s${count}`, 'Consumer']);
    expect(await names('-my_shared_files-')).toContain(`${top.slice(1)}/`);
    expect(await names('-to_me_shared_files-')).not.toContain(`${top.slice(1)}/`);
  });
});

test('nothing on stdin is nothing to do, and no promise', async () => {
  for (const words of [
    ['rm', '-'],
    ['trash', 'restore', '-'],
  ]) {
    const { code, stdout, stderr } = await run(words, { input: '\n' });
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringContaining('Nothing to ')]);
    expect(stderr).not.toContain('in the trash');
  }
});
