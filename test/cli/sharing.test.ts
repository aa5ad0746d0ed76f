import { beforeAll, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;
const password = 'Tafel und Kreide 34';

/** Anna's folder and file; group 7a with Bert in it; a person and a group called doppelt. */
beforeAll(async () => {
  for (const name of ['anna', 'bert', 'doppelt'])
    await run(['user', 'create', name, '--password-stdin'], { input: `${password}\n` });
  for (const name of ['7a', 'doppelt']) await run(['group', 'create', name]);
  await run(['group', 'add', '7a', 'bert']);
  await run(['mkdir', '/Mathe', '/Mathe/Plan']);
  await run(['permission', 'add', '/Mathe', 'anna', 'Coordinator']);
});

const asAnna = (...words: string[]) =>
  run(words, { environment: { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: password }, terminalColumns: 200 });

interface Permissions {
  readonly permissions: {
    readonly localPermissions: {
      readonly permissions: readonly {
        readonly authority: { readonly authorityName: string };
        readonly permissions: readonly string[];
      }[];
    };
  };
}

const holders = async (path: string) =>
  (await json<Permissions>(['permission', 'get', path])).permissions.localPermissions.permissions.map(
    ({ authority, permissions }) => `${authority.authorityName} ${permissions.join('+')}`,
  );

describe('share', () => {
  test('gives people and groups a role in one call, and says so in one line', async () => {
    const { code, stdout, stderr } = await asAnna('share', '/Mathe/Plan', '7a', 'BERT');
    expect([code, stdout, stderr]).toEqual([0, '', 'Shared /Mathe/Plan with GROUP_7a, bert as Consumer.\n']);
    expect(await holders('/Mathe/Plan')).toEqual(['GROUP_7a Consumer', 'bert Consumer']);
    const again = await asAnna('share', '/Mathe/Plan', '7a');
    expect(again.stderr).toBe('Nothing to change: GROUP_7a already has the role Consumer on /Mathe/Plan.\n');
  });

  test('gives another role instead of the one before, in English and German; other permissions stay', async () => {
    await run(['permission', 'set', '/Mathe/Plan', 'bert', 'CCPublish', 'Consumer']);
    for (const [words, role, before] of [
      [['--write'], 'Collaborator', 'Consumer'],
      [['--role', 'Koordinatorin'], 'Coordinator', 'Collaborator'],
      [['--role', 'editor'], 'Editor', 'Coordinator'],
      [['--role', 'Leser:in'], 'Consumer', 'Editor'],
    ] as const) {
      const { stderr } = await asAnna('share', '/Mathe/Plan', 'bert', ...words);
      expect(stderr).toBe(`Shared /Mathe/Plan with bert as ${role} (before: ${before}).\n`);
      expect(await holders('/Mathe/Plan')).toContain(`bert CCPublish+${role}`);
    }
    const wrong = await asAnna('share', '/Mathe/Plan', 'bert', '--role', 'Chef');
    expect([wrong.code, wrong.stderr.includes('Leser, Bearbeiter')]).toEqual([2, true]);
    expect((await asAnna('share', '/Mathe/Plan', 'bert', '--read', '--write')).code).toBe(2);
    expect((await asAnna('share', '/Mathe/Plan')).code).toBe(2);
  });

  test('changes nothing if names are unknown, and says all of them; a dry run does the same', async () => {
    const before = await holders('/Mathe/Plan');
    for (const more of [[], ['-n']]) {
      const { code, stderr } = await asAnna('share', '/Mathe/Plan', 'bert', 'nemo', 'EVERYONE', '9z', ...more);
      expect(code).toBe(3);
      expect(stderr).toContain('Unknown people or groups: nemo, 9z. Nothing was changed.');
    }
    const dry = await asAnna('share', '/Mathe/Plan', 'anna', '-n');
    expect([dry.code, dry.stderr]).toEqual([0, 'Would share /Mathe/Plan with anna as Consumer.\n']);
    expect(await holders('/Mathe/Plan')).toEqual(before);
  });

  test('a name of a person and a group needs an answer: without a terminal, both command lines are shown', async () => {
    const { code, stderr } = await asAnna('share', '/Mathe/Plan', 'doppelt', '7a', '--write');
    expect(code).toBe(2);
    const [group, person] = [
      'edu-repo share /Mathe/Plan GROUP_doppelt 7a --write',
      'edu-repo share /Mathe/Plan --person doppelt 7a --write',
    ];
    expect(stderr).toContain(`For the group: ${group}\n`);
    expect(stderr).toContain(`For the person: ${person}\n`);
    await asAnna(...group.split(' ').slice(1));
    await asAnna(...person.split(' ').slice(1), '--group', 'doppelt');
    const shared = await holders('/Mathe/Plan');
    expect(shared).toContain('GROUP_doppelt Collaborator');
    expect(shared).toContain('doppelt Collaborator');
  });

  test('on a terminal, the question is asked', async () => {
    await run(['mkdir', '/Gefragt']);
    await run(['share', '/Gefragt', 'doppelt'], { typed: 'group\n' });
    expect(await holders('/Gefragt')).toEqual(['GROUP_doppelt Consumer']);
    await run(['share', '/Gefragt', 'doppelt'], { typed: 'person\n' });
    expect(await holders('/Gefragt')).toEqual(['GROUP_doppelt Consumer', 'doppelt Consumer']);
    expect((await run(['share', '/Gefragt', 'doppelt', '--write'], { typed: 'beide\n' })).code).toBe(2);
  });

  test('who may not share is refused', async () => {
    const environment = { EDU_REPO_USER: 'bert', EDU_REPO_PASSWORD: password };
    const { code } = await run(['share', '/Mathe/Plan', 'anna'], { environment });
    expect([3, 5]).toContain(code);
  });
});

describe('unshare', () => {
  test('takes all roles of several, or of none if one has none', async () => {
    await asAnna('share', '/Mathe/Plan', '7a', 'bert');
    const { code, stderr } = await asAnna('unshare', '/Mathe/Plan', 'bert', 'anna');
    expect(code).toBe(3);
    expect(stderr).toContain('/Mathe/Plan itself is not shared with anna. Nothing was changed.');
    expect((await asAnna('unshare', '/Mathe/Plan', '7a', 'bert', '-n')).stderr).toBe(
      'Would stop sharing /Mathe/Plan with GROUP_7a, bert.\n',
    );
    await run(['share', '/Mathe', '7a']);
    const done = await asAnna('unshare', '/Mathe/Plan', '7a', 'bert');
    expect([done.code, done.stderr]).toEqual([
      0,
      'Stopped sharing /Mathe/Plan with GROUP_7a, bert.\nA folder above still shares it with GROUP_7a.\n',
    ]);
    await run(['unshare', '/Mathe', '7a']);
  });

  test('takes one role and leaves the others, or none if one person does not have it', async () => {
    await asAnna('share', '/Mathe/Plan', 'bert', '--write');
    await asAnna('share', '/Mathe/Plan', 'bert', '--role', 'CCPublish');
    const missing = await asAnna('unshare', '/Mathe/Plan', 'bert', '--role', 'Leser');
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain('/Mathe/Plan itself is not shared with bert as Consumer. Nothing was changed.');
    const taken = await asAnna('unshare', '/Mathe/Plan', 'bert', '--role', 'Mitarbeiter');
    expect([taken.code, taken.stderr]).toEqual([0, 'Stopped sharing /Mathe/Plan with bert as Collaborator.\n']);
    const { stdout } = await asAnna('permission', 'get', '/Mathe/Plan');
    expect(stdout).toMatch(/^bert .*CCPublish/m);
    expect(stdout).not.toMatch(/^bert .*Collaborator/m);
    await asAnna('unshare', '/Mathe/Plan', 'bert');
  });
});

describe('permission check, audit and list', () => {
  test('check says yes or no with the place and the group, and exits with 1 if a named right is missing', async () => {
    await run(['share', '/Mathe', '7a']);
    const { code, stdout } = await asAnna('permission', 'check', 'bert', '/Mathe/Plan', 'Read', 'Write');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Read +yes +Consumer for GROUP_7a on \/Mathe$/m);
    expect(stdout).toMatch(/^Write +no$/m);
    const own = await asAnna('permission', 'check', '-me-', '/Mathe');
    expect([own.code, own.stdout.includes('Coordinator for the person on /Mathe')]).toEqual([0, true]);
    const guest = await asAnna('permission', 'check', '-guest-', '/Mathe', 'Read');
    expect(guest.stdout).toMatch(/^Read +no$/m);
    expect((await asAnna('permission', 'check', 'nemo', '/Mathe')).code).toBe(3);
    // Not to be taken for the answer no.
    const typo = await asAnna('permission', 'check', 'bert', '/Mathe', 'Raed');
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('Raed')]);
  });

  test('set takes the words for roles that share takes, and share tells which role it replaces', async () => {
    await run(['mkdir', '/Rollen']);
    await run(['permission', 'set', '/Rollen', 'bert', 'Mitarbeiter']);
    expect((await run(['permission', 'get', '/Rollen', '-o', 'csv'])).stdout).toContain('bert,USER,Collaborator');
    expect((await run(['share', '/Rollen', 'bert'])).stderr).toContain('as Consumer (before: Collaborator).');
  });

  test('audit lists each place with who has access there', async () => {
    await run(['permission', 'set', '/Mathe/Plan', '--no-inherit']);
    await run(['share', '/Mathe/Plan', 'EVERYONE']);
    const { stdout, stderr } = await run(['permission', 'audit', '/Mathe', '-o', 'csv']);
    expect(stdout).toContain('/Mathe,GROUP_7a,GROUP,Consumer,here');
    expect(stdout).toContain('/Mathe/Plan,,STOP,inherits nothing from above,here');
    expect(stdout).toContain('/Mathe/Plan,GROUP_EVERYONE,EVERYONE,Consumer,here');
    expect(stdout).toContain('/Mathe,admin,OWNER,everything,here');
    expect(stderr).toContain('Administrators may do everything.');
  });

  test('list shows what is shared with oneself and, to administrators, with others', async () => {
    const environment = { EDU_REPO_USER: 'bert', EDU_REPO_PASSWORD: password };
    const own = await run(['permission', 'list', '-o', 'csv'], { environment });
    expect(own.stdout).toContain('/Mathe,Consumer,GROUP_7a,admin');
    expect((await run(['permission', 'list', '--person', 'bert', '-o', 'csv'])).stdout).toBe(own.stdout);
    expect((await run(['permission', 'list', '--person', 'anna'], { environment })).code).toBe(5);
  });

  test('list takes a folder, and shows what everyone and guests may see', async () => {
    await run(['mkdir', '/Offen', '/Mathe/Blatt']);
    await run(['share', '/Offen', 'EVERYONE']);
    const rows = async (...words: string[]) => (await run(['permission', 'list', ...words, '-o', 'csv'])).stdout;
    expect(await rows('--person', 'bert')).toContain('/Offen,Consumer,GROUP_EVERYONE,admin');
    expect(await rows('--person', '-guest-')).not.toContain('GROUP_7a');
    const inFolder = await rows('/Mathe/Blatt', '--person', 'bert');
    expect(inFolder).toContain('/Mathe,Consumer,GROUP_7a,admin');
    expect(inFolder).not.toContain('/Offen');
    expect((await run(['permission', 'list', '/Nirgends', '--person', 'bert'])).code).toBe(3);
  });
});
