import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { environment, home, program, start, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

async function must(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await start(words);
  expect([exitCode, exitCode === 0 ? '' : stderr], words.join(' ')).toEqual([0, '']);
  return stdout;
}

/**
 * Starts the second command of a pipeline first, so that it waits for stdin, and then runs the first one. Without a server, only one
 * process at a time can have the repository open: the first command fails if the second one has opened it before it read stdin.
 */
async function pipeline(words: readonly string[], next: readonly string[]): Promise<void> {
  const second = execa('node', [program, ...next], { cwd: home(), env: environment(), reject: false, stdin: 'pipe' });
  try {
    // This run gives the second command time to start.
    await must('--version');
    await must('ls', '/');
    second.stdin.end(`${await must(...words)}\n`);
    const { exitCode, stderr } = await second;
    expect([exitCode, exitCode === 0 ? '' : stderr], next.join(' ')).toEqual([0, '']);
  } finally {
    second.kill();
  }
}

beforeAll(async () => {
  await must('init');
  await must('node', 'create', '/', 'Mathe', '--type', 'ccm:map');
  await must('group', 'create', '13b');
  await must('user', 'create', 'anna', '--first-name', 'Anna', '--last-name', 'Berg', '--generate-password');
});

test('all members of a group are added and removed by pipelines, without a server', async () => {
  await pipeline(['user', 'list', 'anna', '-o', 'id'], ['group', 'add', '13b', '-']);
  expect(await must('group', 'members', '13b', '-o', 'id')).toBe('anna');
  await pipeline(['group', 'members', '13b', '-o', 'id'], ['group', 'remove', '13b', '-']);
  expect(await must('group', 'members', '13b', '-o', 'id')).toBe('');
});

test('nodes that one command lists are changed by the next, without a server', async () => {
  const update = ['node', 'update', '-', '-p', 'cclom:title=Mathematik'];
  await pipeline(['node', 'get', '/Mathe', '-o', 'id'], update);
  expect(await must('node', 'get', '/Mathe')).toMatch(/^cclom:title +Mathematik$/m);
});

test('a body that one call returns is sent by the next, without a server', async () => {
  const preferences = 'iam/v1/people/-home-/-me-/preferences';
  const put = ['api', 'PUT', `/${preferences}`, '--input', '-'];
  await pipeline(['api', 'GET', '/_about'], put);
  expect(JSON.parse(await must('api', 'GET', `/${preferences}`))).toHaveProperty('preferences');
});

test('a text that one command prints is set by the next, without a server', async () => {
  await must('node', 'create', '/Mathe', 'Plan.txt');
  await pipeline(['node', 'get', '/Mathe', '-o', 'id'], ['node', 'text', '/Mathe/Plan.txt', '--set', '-']);
  const id = await must('node', 'get', '/Mathe', '-o', 'id');
  expect(await must('node', 'text', '/Mathe/Plan.txt')).toContain(id);
});

/** Runs a command whose stdout is closed from the beginning, as by `| true`. */
async function unread(...words: readonly string[]): Promise<number | undefined> {
  const command = execa('node', [program, ...words], { cwd: home(), env: environment(), reject: false });
  command.stdout.destroy();
  return (await command).exitCode;
}

test('a command that changes something does all of it, also when its output is not read to the end', async () => {
  const names = ['Blatt 1.txt', 'Blatt 2.txt', 'Blatt 3.txt'];
  await must('mkdir', '/Blätter');
  for (const name of names) await must('node', 'create', '/Blätter', name);
  await writeFile(
    join(home(), 'titel.csv'),
    ['path,cclom:title', ...names.map((name) => `${name},T ${name}`)].join('\n'),
  );
  expect(await unread('metadata', 'import', 'titel.csv', '/Blätter', '-o', 'jsonl')).toBe(0);
  const titles = await must('metadata', 'export', '/Blätter', '--property', 'cclom:title', '-o', 'csv');
  for (const name of names) expect(titles).toContain(`T ${name}`);
  expect(await unread('rm', ...names.map((name) => `/Blätter/${name}`), '-o', 'jsonl', '--yes')).toBe(0);
  expect(await must('ls', '/Blätter', '-o', 'jsonl')).toBe('');
});
