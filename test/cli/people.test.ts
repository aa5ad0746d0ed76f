import { beforeEach, describe, expect, test } from 'vitest';
import { madeNodes } from './made-nodes.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;
const made = madeNodes(repository);
let top = '';

beforeEach(async () => {
  top = await made.top();
});

/** Makes a node with content. */
const put = (name: string, content: string) => made.file(top, name, content);

describe('people and permissions', () => {
  const asAnna = { environment: { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: 'Apfelbaum im Hof' } };

  test('a person made here can sign in, and sees only what she was given', async () => {
    const made = await run(['user', 'create', 'anna', '--first-name', 'Anna', '--password-stdin', '-o', 'id'], {
      input: 'Apfelbaum im Hof\n',
    });
    expect(made).toEqual({ code: 0, stdout: 'anna\n', stderr: '' });
    expect((await run(['user', 'get'], asAnna)).stdout).toMatch(/^name +Anna$/m);
    const id = await put('Klausur.txt', 'geheime Klausurfrage');

    expect((await run(['cat', id], asAnna)).code).toBe(5);
    expect((await run(['cat', `${top}/Klausur.txt`], asAnna)).code).toBe(3);
    expect((await run(['search', 'klausurfrage', '-o', 'id'], asAnna)).stdout).toBe('');

    expect((await run(['permission', 'set', id, 'anna', 'Consumer'])).stdout).toMatch(/^anna +USER +Consumer +here$/m);
    expect((await run(['cat', id], asAnna)).stdout).toBe('geheime Klausurfrage');
    expect((await run(['rm', id], asAnna)).code).toBe(5);
    expect((await run(['permission', 'set', id, 'anna', 'Coordinator'], asAnna)).code).toBe(5);

    await run(['permission', 'set', id, 'EVERYONE', 'Consumer']);
    await run(['permission', 'set', id, 'anna', '--remove']);
    expect((await run(['permission', 'get', id, '-o', 'id'])).stdout).toBe('GROUP_EVERYONE\n');
    expect((await run(['cat', id], asAnna)).code).toBe(0);
  });

  test('what holds above is shown, and can be kept out', async () => {
    await run(['permission', 'set', top, 'EVERYONE', 'Consumer']);
    await run(['node', 'create', top, 'x']);
    expect((await run(['permission', 'get', `${top}/x`])).stdout).toMatch(
      /^GROUP_EVERYONE +EVERYONE +Consumer +above$/m,
    );
    const { stderr } = await run(['permission', 'set', `${top}/x`, '--no-inherit', '-n']);
    expect(stderr).toBe(`Would stop ${top}/x inheriting the permissions of its parent folder.\n`);
    await run(['permission', 'set', `${top}/x`, '--no-inherit']);
    expect((await run(['permission', 'get', `${top}/x`])).stdout).toBe('');
  });

  test('a role that does not exist changes nothing', async () => {
    expect((await run(['permission', 'set', top, 'EVERYONE', 'Zauberer'])).code).toBe(1);
    expect((await run(['permission', 'get', top, '-o', 'id'])).stdout).not.toContain('EVERYONE');
  });

  test('an address that is none is refused as in a class list, and nothing is changed', async () => {
    expect((await run(['user', 'create', 'nomail', '--email', 'nomail', '--generate-password'])).code).toBe(2);
    expect((await run(['user', 'get', 'nomail'])).code).toBe(3);
    expect((await run(['user', 'update', '-me-', '--email', 'a b@c'])).code).toBe(2);
  });

  test('a group without its prefix, and a role by another name, are told as what was meant', async () => {
    await run(['group', 'create', '7m']);
    await run(['node', 'create', '/', 'Gemeint', '--type', 'ccm:map']);
    for (const verb of ['add', 'set']) {
      const group = await run(['permission', verb, '/Gemeint', '7m', 'Consumer']);
      expect(group.code).toBe(1);
      expect(group.stderr).toContain('For the group, write GROUP_7m');
    }
    expect((await run(['permission', 'add', '/Gemeint', 'niemand', 'Consumer'])).stderr).not.toContain('GROUP_');
    expect((await run(['permission', 'add', '/Gemeint', 'GROUP_7m', 'Chef'])).stderr).toContain('are Consumer, Editor');
    for (const role of ['consumer', 'Bearbeiter'])
      expect((await run(['permission', 'add', '/Gemeint', 'GROUP_7m', role])).code).toBe(0);
    expect((await run(['permission', 'get', '/Gemeint', '-o', 'csv'])).stdout).toContain('Consumer Editor');
  });

  test('a dry run fails as the change would, and otherwise says in a sentence what would change', async () => {
    await run(['group', 'create', '7n']);
    const dry = (verb: string, ...words: string[]) => run(['permission', verb, top, ...words, '-n']);
    for (const [words, why] of [
      [['gibtsnicht', 'Consumer'], 'Unknown people or groups: gibtsnicht'],
      [['-me-', 'Consumer'], 'Unknown people or groups: -me-'],
      [['GROUP_gibtsnicht', 'Consumer'], 'Unknown people or groups: GROUP_gibtsnicht'],
      [['7n', 'Consumer'], 'For the group, write GROUP_7n'],
      [['admin', 'Quark', 'Consumer'], 'Quark'],
    ] as const) {
      for (const verb of ['add', 'set']) {
        const { code, stderr } = await dry(verb, ...words);
        expect([code, (await run(['permission', verb, top, ...words])).code]).toEqual([1, 1]);
        expect(stderr).toContain(why);
      }
    }
    const given = `Would give GROUP_7n the permission Consumer on ${top}.\n`;
    expect(await dry('add', 'GROUP_7n', 'Consumer')).toEqual({ code: 0, stdout: '', stderr: given });
    await run(['permission', 'add', top, 'GROUP_7n', 'Consumer', 'CCPublish']);
    expect((await dry('set', 'GROUP_7n', 'Consumer', 'Editor')).stderr).toBe(
      `Would give GROUP_7n the permission Editor on ${top}.\nWould take the permission CCPublish on ${top} from GROUP_7n.\n`,
    );
    expect((await dry('remove', 'GROUP_7n')).stderr).toContain('Would take the permissions Consumer, CCPublish on');
    expect((await dry('add', 'GROUP_7n', 'Consumer')).stderr).toContain('Would change nothing');
    expect((await dry('set', 'EVERYONE', 'Consumer')).stderr).toContain('Would give GROUP_EVERYONE');
    expect((await dry('set', 'niemand', '--remove')).code).toBe(0);
  });

  test('whoami says which variable is wrong, and nothing of a session where there is none', async () => {
    expect((await run(['whoami'])).stdout).not.toContain('session');
    const environment = { EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: 'falsch' };
    const { code, stdout, stderr } = await run(['whoami'], { environment });
    expect(code).toBe(4);
    expect(stdout).toContain('no: the credentials are wrong');
    expect(stderr).toContain('does not accept EDU_REPO_USER and EDU_REPO_PASSWORD');
  });

  test('an empty folder is told of on a terminal, and nowhere else', async () => {
    await run(['node', 'create', '/', 'Leer', '--type', 'ccm:map']);
    expect((await run(['ls', '/Leer'])).stderr).toBe('');
    expect((await run(['ls', '/Leer'], { terminalColumns: 80 })).stderr).toContain('No nodes here that you may see.');
  });

  test('a generated password is shown once, on stderr, and works', async () => {
    const { stderr } = await run(['user', 'create', 'bert', '--generate-password']);
    const password = /Password of bert, shown only once: (\S+)/.exec(stderr)?.[1] ?? '';
    expect(password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const asBert = { environment: { EDU_REPO_USER: 'bert', EDU_REPO_PASSWORD: password } };
    expect((await run(['user', 'get', '-me-', '-o', 'id'], asBert)).stdout).toBe('bert\n');
  });

  test('a user name that is taken, a password from nowhere, a stranger: nobody is made', async () => {
    await run(['user', 'create', 'carla', '--generate-password']);
    expect((await run(['user', 'create', 'carla', '--generate-password'])).code).toBe(1);
    const unasked = await run(['user', 'create', 'dora']);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('edu-repo user create dora --generate-password');
    expect((await run(['user', 'get', 'dora'])).code).toBe(3);
    const wrong = { environment: { EDU_REPO_USER: 'carla', EDU_REPO_PASSWORD: 'falsch' } };
    expect((await run(['user', 'get'], wrong)).code).toBe(4);
  });
});
