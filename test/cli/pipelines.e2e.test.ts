import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { environment, home, program, start, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

/** The exit codes of two runs of the program, started at the same time, of which the second reads what the first writes. */
async function pipeline(words: readonly string[], next: readonly string[]) {
  const options = { cwd: home(), env: environment(), reject: false } as const;
  const last = await execa('node', [program, ...words], { ...options, stdin: 'ignore' }).pipe(
    'node',
    [program, ...next],
    options,
  );
  return [...last.pipedFrom, last].map(({ exitCode, stderr }) => [exitCode, exitCode === 0 ? '' : stderr]);
}

const succeeded = [
  [0, ''],
  [0, ''],
];

async function must(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await start(words);
  expect([exitCode, stderr], words.join(' ')).toEqual([0, expect.anything()]);
  return stdout;
}

// Without a server, only one process at a time can have the repository open.
beforeAll(async () => {
  await must('init');
  await must('node', 'create', '/', 'Mathe', '--type', 'ccm:map');
  await must('group', 'create', '13b');
  await must('user', 'create', 'anna', '--first-name', 'Anna', '--last-name', 'Berg', '--generate-password');
});

test('all members of a group are added and removed by pipelines, without a server', async () => {
  expect(await pipeline(['user', 'list', 'anna', '-o', 'id'], ['group', 'add', '13b', '-'])).toEqual(succeeded);
  expect(await must('group', 'members', '13b', '-o', 'id')).toBe('anna');
  expect(await pipeline(['group', 'members', '13b', '-o', 'id'], ['group', 'remove', '13b', '-'])).toEqual(succeeded);
  expect(await must('group', 'members', '13b', '-o', 'id')).toBe('');
});

test('nodes that one command lists are changed by the next, without a server', async () => {
  const update = ['node', 'update', '-', '-p', 'cclom:title=Mathematik'];
  expect(await pipeline(['node', 'get', '/Mathe', '-o', 'id'], update)).toEqual(succeeded);
  expect(await must('node', 'get', '/Mathe')).toMatch(/^cclom:title +Mathematik$/m);
});

test('a body that one call returns is sent by the next, without a server', async () => {
  const preferences = 'iam/v1/people/-home-/-me-/preferences';
  const put = ['api', 'PUT', `/${preferences}`, '--input', '-'];
  expect(await pipeline(['api', 'GET', '/_about'], put)).toEqual(succeeded);
});
