import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, folder } = withTemporaryRepository();

async function list(name: string, rows: readonly string[]): Promise<string> {
  const path = join(folder(), name);
  await writeFile(path, `Nachname;Vorname;Klasse\n${rows.join('\n')}\n`);
  return path;
}

beforeAll(async () => {
  await run(['user', 'create', 'lgross', '--first-name', 'Lena', '--last-name', 'Groß', '--generate-password']);
});

const pupils = ['Ahlers;Jonte', 'Berg;Ben', 'Clas;Carla', 'Dorn;Dana'];

test('an account in no group is matched by its name, and the report asks to check it', async () => {
  const path = await list('one.csv', ['Groß;Lena;5c', 'Neu;Nele;5c']);
  for (const flags of [['--dry-run'], []]) {
    const { code, stdout, stderr } = await run(['user', 'import', path, '--without-passwords', ...flags]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /lgross +changed .*please check: the name is that of the account lgross, which is in no group/,
    );
    expect(stdout.match(/please check/g)).toHaveLength(1);
    expect(stderr).toContain('Please check 1 account that only the name identifies: lgross. If an account is');
  }
  // The class now identifies the person.
  const again = await run(['user', 'import', path]);
  expect([again.code, again.stdout.includes('check'), again.stderr.includes('check')]).toEqual([0, false, false]);
});

test('at the new school year, one line names the first accounts and the number of the others', async () => {
  await run([
    'user',
    'import',
    await list(
      'old.csv',
      pupils.map((name) => `${name};7a`),
    ),
    '--without-passwords',
  ]);
  const members = (await run(['group', 'members', '7a', '-o', 'id'])).stdout.trim().split('\n');
  await run(['group', 'remove', '7a', ...members]);
  const path = await list('new.csv', [...pupils.map((name) => `${name};8a`), 'Zart;Zoe;']);
  const { code, stdout, stderr } = await run([
    ...['user', 'import', path, '--same-names', '--without-passwords', '-o', 'jsonl'],
  ]);
  expect(code).toBe(0);
  expect(stderr).toContain('1 person created, 4 changed, 1 group created. Please check 1 row: 6.\n');
  expect(stderr).toContain(
    'Please check 4 accounts that only the name identifies: jonte.ahlers, ben.berg, carla.clas and 1 more.',
  );
  const rows = stdout.trimEnd().split('\n');
  expect(rows.map((line) => JSON.parse(line))).toMatchObject([
    { user: 'jonte.ahlers', check: null, nameMatch: expect.stringContaining('which is in no group') },
    { user: 'ben.berg' },
    { user: 'carla.clas' },
    { user: 'dana.dorn' },
    { user: 'zoe.zart', check: 'not in any class', nameMatch: null },
  ]);
});
