import { describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run } = withTemporaryRepository();

const person = (name: string, password = 'Tafel und Lappen 4') =>
  run(['user', 'create', name, '--first-name', 'Erika', '--last-name', name, '--password-stdin'], { input: password });
const as = (name: string, password = 'Tafel und Lappen 4') => ({
  environment: { EDU_REPO_USER: name, EDU_REPO_PASSWORD: password },
});

describe('people', () => {
  test('are listed, found by a pattern, and changed in what is named', async () => {
    await person('lists.a');
    await person('lists.b');
    expect((await run(['user', 'list', 'lists*', '-o', 'id'])).stdout).toBe('lists.a\nlists.b\n');
    expect((await run(['user', 'ls', 'nobody*'])).stderr).toContain('No people found.');
    const { stdout } = await run(['user', 'update', 'lists.a', '--email', 'e@schule.example']);
    expect(stdout).toMatch(/^e-mail +e@schule\.example$/m);
    expect(stdout).toMatch(/^name +Erika lists\.a$/m);
    expect((await run(['user', 'update', 'lists.b', '--email', 'x@y'], as('lists.a'))).code).toBe(5);
    expect((await run(['user', 'list'], as('lists.a'))).code).toBe(5);
    expect((await run(['user', 'update', 'lists.a'])).code).toBe(2);
  });

  test('set passwords: their own with the present one, others as administrators', async () => {
    await person('pass');
    expect((await run(['user', 'passwd', '--password-stdin'], { ...as('pass'), input: 'nur eine\n' })).code).toBe(2);
    const wrong = await run(['user', 'passwd', '--password-stdin'], {
      ...as('pass'),
      input: 'falsch\nneu und gut 5\n',
    });
    expect(wrong.code).not.toBe(0);
    const right = { ...as('pass'), input: 'Tafel und Lappen 4\nneu und gut 5\n' };
    expect((await run(['user', 'passwd', '--password-stdin'], right)).code).toBe(0);
    expect((await run(['whoami', '-o', 'id'], as('pass', 'neu und gut 5'))).stdout).toBe('pass\n');
    const { stderr } = await run(['user', 'passwd', 'pass', '--generate-password']);
    const made = /shown only once: (\S+)/.exec(stderr)?.[1] ?? '';
    expect((await run(['user', 'get'], as('pass', 'neu und gut 5'))).code).toBe(4);
    expect((await run(['whoami', '-o', 'id'], as('pass', made))).stdout).toBe('pass\n');
    expect((await run(['user', 'passwd', 'pass'])).code).toBe(2);
    const dry = await run(['user', 'passwd', '--dry-run'], as('pass', made));
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('Would set the password of pass and')]);
    const wrongDry = await run(['user', 'passwd', '--dry-run', '--password-stdin'], {
      ...as('pass', made),
      input: 'falsch\nneu und gut 5\n',
    });
    expect(wrongDry.code).not.toBe(0);
    expect((await run(['user', 'passwd', 'pass', '-n'])).code).toBe(0);
    expect((await run(['whoami', '-o', 'id'], as('pass', made))).stdout).toBe('pass\n');
  });

  test('are deleted after a question, and whoever is named owns their material', async () => {
    await person('leaver');
    await person('heir');
    await run(['node', 'create', '/', 'Nachlass', '--type', 'ccm:map']);
    await run(['permission', 'set', '/Nachlass', 'leaver', 'Collaborator']);
    await run(['node', 'create', '/Nachlass', 'Heft.txt'], as('leaver'));
    const unasked = await run(['user', 'delete', 'leaver', '--owner', 'heir']);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('edu-repo user delete leaver --owner heir --yes');
    expect((await run(['user', 'delete', 'leaver', '--owner', 'nobody', '--yes'])).code).toBe(3);
    for (const more of [['-n'], ['-y'], []]) {
      const own = await run(['user', 'delete', 'admin', '--owner', 'heir', ...more]);
      expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('You cannot delete yourself.')]);
      const heirless = await run(['user', 'delete', 'leaver', '--owner', 'leaver', ...more]);
      expect([heirless.code, heirless.stderr]).toEqual([2, expect.stringContaining('leaver cannot become the owner.')]);
    }
    expect((await run(['user', 'delete', 'leaver', '-n'])).stderr).toContain(
      'Everything this person owns would belong to admin',
    );
    expect((await run(['user', 'delete', 'leaver', '--owner', 'heir', '-y'], as('heir'))).code).toBe(5);
    const deleted = await run(['user', 'delete', 'leaver', '--owner', 'heir', '--yes', '-o', 'json']);
    expect(JSON.parse(deleted.stdout)).toEqual({ userName: 'leaver', owner: 'heir' });
    expect(deleted.stderr).toContain("now belongs to heir. To list it: edu-repo ls '/User Homes/leaver'");
    expect((await run(['ls', '/User Homes/leaver'])).code).toBe(0);
    expect((await run(['user', 'get', 'leaver'])).code).toBe(3);
    expect((await run(['ls', '/Nachlass'])).stdout).toBe('Heft.txt\n');
  });
});

describe('groups', () => {
  test('are made, changed, filled, emptied and deleted', async () => {
    await person('member.a');
    await person('member.b');
    expect((await run(['group', 'create', '5x', '--title', 'Klasse 5x', '-o', 'id'])).stdout).toBe('GROUP_5x\n');
    expect((await run(['group', 'create', '5y', '--parent', '5x'])).code).toBe(0);
    expect((await run(['group', 'update', 'GROUP_5x', '--email', '5x@b.de'])).stdout).toMatch(/^title +Klasse 5x$/m);
    expect((await run(['group', 'add', '5x', '-'], { input: 'member.a\nmember.b\n' })).code).toBe(0);
    expect((await run(['group', 'members', '5x', '--type', 'user', '-o', 'id'])).stdout).toBe('member.a\nmember.b\n');
    expect((await run(['group', 'members', '5x', '--type', 'group', '-o', 'id'])).stdout).toBe('GROUP_5y\n');
    expect((await run(['group', 'remove', '5x', 'member.a'])).code).toBe(0);
    expect((await run(['group', 'members', '5x', '--type', 'user', '-o', 'id'])).stdout).toBe('member.b\n');
    expect((await run(['group', 'list', '5?', '-o', 'id'])).code).toBe(0);
    expect((await run(['group', 'delete', '5x'])).code).toBe(2);
    expect((await run(['group', 'delete', '5x', '--yes'])).code).toBe(0);
    expect((await run(['group', 'get', '5x'])).code).toBe(3);
    expect((await run(['user', 'get', 'member.b'])).code).toBe(0);
  });

  test('take those who are there, and name those who are not', async () => {
    await person('partly');
    await run(['group', 'create', 'partly-group']);
    const { code, stderr } = await run(['group', 'add', 'partly-group', 'ghost', 'partly']);
    expect(code).toBe(7);
    expect(stderr).toMatch(/^ghost: /m);
    expect((await run(['group', 'members', 'partly-group', '-o', 'id'])).stdout).toBe('partly\n');
    expect((await run(['group', 'add', 'partly-group', 'GROUP_partly-group'])).code).toBe(1);
    expect((await run(['group', 'add', 'partly-group', 'partly'], as('partly'))).code).toBe(5);
  });

  test('are looked up in a dry run, with their members', async () => {
    await person('dry.in');
    await person('dry.out');
    await run(['group', 'create', 'dry']);
    await run(['group', 'add', 'dry', 'dry.in']);
    const codes: [readonly string[], number][] = [
      [['group', 'add', 'dry', 'gibtsnicht'], 3],
      [['group', 'add', 'dry', 'GROUP_gibtsnicht'], 3],
      [['group', 'add', 'gibtsnicht', 'dry.out'], 3],
      [['group', 'add', 'dry', 'gibtsnicht', 'dry.in'], 7],
      [['group', 'remove', 'dry', 'dry.out'], 3],
      [['group', 'remove', 'gibtsnicht', 'dry.in'], 3],
      [['group', 'remove', 'dry', '-me-'], 3],
      [['group', 'create', 'dry'], 1],
      [['group', 'create', 'new', '--parent', 'gibtsnicht'], 3],
      [['user', 'create', 'dry.in', '--generate-password'], 1],
    ];
    for (const [words, code] of codes) {
      const dry = await run([...words, '-n']);
      expect([dry.code, (await run(words)).code], words.join(' ')).toEqual([code, code]);
      expect(dry.stderr).not.toMatch(/^Would .*(?:gibtsnicht|out|create)/m);
    }
    const planned = await run(['group', 'add', 'dry', '-me-', 'dry.out', '-n']);
    expect(planned).toMatchObject({ code: 0, stderr: 'Would add -me- to dry.\nWould add dry.out to dry.\n' });
    expect((await run(['group', 'remove', 'dry', 'dry.in', '-n'])).stderr).toBe('Would remove dry.in from dry.\n');
    expect((await run(['group', 'create', 'new', '-n'])).stderr).toBe('Would create the group new.\n');
    expect((await run(['user', 'create', 'new', '--generate-password', '-n'])).stderr).toContain('Would create');
    expect((await run(['group', 'create', 'new', '-n'], as('dry.in'))).code).toBe(5);
  });

  test('are bound to folders that their members find', async () => {
    await person('sharer');
    await run(['group', 'create', 'org-7']);
    await run(['group', 'add', 'org-7', 'sharer']);
    await run(['node', 'create', '/', 'Geteilt', '--type', 'ccm:map']);
    expect((await run(['org', 'bind', 'org-7', '/Geteilt', '-o', 'id'])).stdout).toBe('GROUP_org-7\n');
    expect((await run(['orgs', 'list', '-o', 'id'], as('sharer'))).stdout).toBe('GROUP_org-7\n');
    expect((await run(['ls', '-shared_files-'], as('sharer'))).stdout).toBe('Geteilt/\n');
    expect((await run(['org', 'bind', 'org-7', '/Geteilt'], as('sharer'))).code).not.toBe(0);
    expect((await run(['org', 'bind', 'nothing', '/Geteilt'])).code).toBe(3);
    expect((await run(['org', 'unbind', 'org-7'])).code).toBe(0);
    expect((await run(['org', 'list'])).stderr).toContain('org bind');
    expect((await run(['ls', '-shared_files-'], as('sharer'))).stdout).toBe('');
  });
});

describe('single permissions', () => {
  test('come beside those that are there, and go again', async () => {
    await person('perm');
    await run(['group', 'create', 'perms']);
    await run(['node', 'create', '/', 'Rechte', '--type', 'ccm:map']);
    await run(['permission', 'add', '/Rechte', 'GROUP_perms', 'Consumer']);
    await run(['permission', 'add', '/Rechte', 'perm', 'Consumer']);
    await run(['permission', 'add', '/Rechte', 'perm', 'CCPublish', 'Consumer']);
    const shown = async () => (await run(['permission', 'get', '/Rechte'])).stdout;
    expect(await shown()).toMatch(/^GROUP_perms +GROUP +Consumer +here$/m);
    expect(await shown()).toMatch(/^perm +USER .*CCPublish/m);
    expect((await run(['permission', 'remove', '/Rechte', 'perm', 'CCPublish'])).code).toBe(0);
    expect(await shown()).toMatch(/^perm +USER +Consumer +here$/m);
    expect((await run(['permission', 'remove', '/Rechte', 'perm', 'Editor'])).code).toBe(3);
    // The spelling of a user name does not matter.
    await run(['permission', 'add', '/Rechte', 'PERM', 'Editor']);
    expect(await shown()).not.toMatch(/^PERM /m);
    expect((await run(['permission', 'remove', '/Rechte', 'Perm', 'Editor'])).code).toBe(0);
    expect(await shown()).toMatch(/^perm +USER +Consumer +here$/m);
    expect((await run(['permission', 'rm', '/Rechte', 'perm'])).code).toBe(0);
    expect(await shown()).not.toMatch(/^perm /m);
    expect((await run(['permission', 'remove', '/Rechte', 'perm'])).stderr).toContain('has no role');
    expect((await run(['permission', 'add', '/Rechte', 'GROUP_unknown', 'Consumer'])).code).toBe(1);
    expect((await run(['permission', 'add', '/Rechte', 'perm', 'Coordinator'], as('perm'))).code).not.toBe(0);
  });
});
