import { beforeEach, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;
const password = 'Tafel und Kreide 34';
let team = '';
let count = 0;

/** A folder of the administrator's, in which Anna is Coordinator. */
beforeEach(async () => {
  count += 1;
  team = `/Team-${count}`;
  if (count === 1) {
    for (const name of ['anna', 'bert']) {
      await run(['user', 'create', name, '--first-name', name, '--password-stdin'], { input: `${password}\n` });
    }
  }
  await run(['node', 'create', '/', team.slice(1), '--type', 'ccm:map']);
  await run(['permission', 'add', team, 'anna', 'Coordinator']);
});

const asAnna = (...words: string[]) =>
  run(words, { environment: { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: password } });
const holders = async () => (await run(['permission', 'get', team])).stdout;

describe('A change of permissions that takes away the own rights', () => {
  test.each([
    ['remove', ['anna']],
    ['set', ['anna', 'Consumer']],
    ['set', ['anna', '--remove']],
  ])('needs a yes: permission %s %s', async (verb, rest) => {
    const { code, stderr } = await asAnna('permission', verb, team, ...rest);
    expect(code).toBe(2);
    expect(stderr).toContain(`This removes your own rights on ${team}.`);
    expect(stderr).toContain(`To confirm: edu-repo permission ${verb} --yes ${team} ${rest.join(' ')}\n`);
    expect(await holders()).toContain('Coordinator');
    const done = await asAnna('permission', verb, team, ...rest, '--yes');
    expect(done.code).toBe(0);
    expect(await holders()).not.toContain('Coordinator');
  });

  test('can be tried by who may not look up others', async () => {
    const { code, stderr } = await asAnna('permission', 'add', team, 'bert', 'Consumer', '-n');
    expect([code, stderr]).toEqual([0, `Would give bert the permission Consumer on ${team}.\n`]);
  });

  test('is not reported as a failure once it is done', async () => {
    const { code, stderr } = await asAnna('permission', 'remove', team, 'anna', '--yes');
    expect([code, stderr]).toEqual([
      0,
      `Changed the permissions of ${team}. You no longer have the right to read them.\n`,
    ]);
  });

  test('asks nothing where others lose theirs, where rights are added, and of an administrator', async () => {
    expect((await asAnna('permission', 'add', team, 'bert', 'Consumer', 'Editor')).code).toBe(0);
    expect((await asAnna('permission', 'add', team, 'anna', 'Consumer')).code).toBe(0);
    expect((await asAnna('permission', 'remove', team, 'bert', 'Editor')).code).toBe(0);
    expect((await run(['permission', 'remove', team, 'anna'])).code).toBe(0);
    expect(await holders()).not.toContain('anna');
  });
});

test('ls says where to look if nothing at the top may be seen', async () => {
  await run(['user', 'create', 'neu', '--password-stdin'], { input: `${password}\n` });
  const environment = { EDU_REPO_USER: 'neu', EDU_REPO_PASSWORD: password };
  const { stderr } = await run(['ls', '/'], { environment, terminalColumns: 200 });
  expect(stderr).toContain("edu-repo ls '~'; what is shared with you: edu-repo ls -to_me_shared_files-");
  expect((await run(['ls', '-to_me_shared_files-'], { environment })).code).toBe(0);
});
