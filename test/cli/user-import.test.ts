import { createHook } from 'node:async_hooks';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { workbook } from '../support/workbooks.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

interface Report {
  readonly row: number;
  readonly user: string | null;
  readonly result: string;
  readonly groups: readonly string[];
  readonly column: string | null;
  readonly why: string | null;
}

const { run, folder } = withTemporaryRepository();
const file = (name: string): string => join(folder(), name);
let count = 0;
let passwords = '';

beforeEach(() => {
  count += 1;
  passwords = file(`passwords-${count}.csv`);
});

async function list(content: string | Buffer): Promise<string> {
  const path = file(`list-${count}.csv`);
  await writeFile(path, content);
  return path;
}

const reports = (stdout: string): Report[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Report);

const results = (stdout: string): string[] => reports(stdout).map(({ user, result }) => `${user} ${result}`);

describe('user import', () => {
  test('makes people, groups and passwords that work, and the second run makes nothing', async () => {
    const path = await list(
      Buffer.from('Nachname;Vorname;Klasse\r\nMüller;Anna;"7a;Chor"\r\nMüller;Anna;7b\r\n', 'latin1'),
    );
    const words = ['user', 'import', path, '--group', 'schueler', '--passwords', passwords, '-o', 'jsonl'];
    const first = await run(words);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('Windows-1252');
    expect(first.stderr).toContain('2 people created, 4 groups created.');
    expect(reports(first.stdout)).toMatchObject([
      { row: 2, user: 'anna.mueller', result: 'created', groups: ['7a', 'Chor', 'schueler'] },
      { row: 3, user: 'anna.mueller2', result: 'created', groups: ['7b', 'schueler'] },
    ]);
    expect((await run(['group', 'members', 'schueler', '-o', 'id'])).stdout).toBe('anna.mueller\nanna.mueller2\n');

    const text = await readFile(passwords, 'utf8');
    expect(text.startsWith('\ufeffuser;password;name;groups\r\n')).toBe(true);
    const [, line = ''] = text.split('\r\n');
    const [user, password, name, groups] = line.split(';');
    expect([name, groups]).toEqual(['Anna Müller', '7a | Chor | schueler']);
    expect((await stat(passwords)).mode & 0o777).toBe(0o600);
    const asAnna = { environment: { EDU_REPO_USER: user, EDU_REPO_PASSWORD: password } };
    expect((await run(['user', 'get', '-o', 'json'], asAnna)).stdout).toContain('"lastName": "Müller"');

    // Nobody needs a password: that the file is there is nobody's concern.
    const second = await run(words);
    expect(second.code).toBe(0);
    expect(results(second.stdout)).toEqual(['anna.mueller already there', 'anna.mueller2 already there']);
    expect(second.stderr).toContain('0 people created, 2 already there.');
  });

  test('new people with passwords of the server need no slow hash, others do', async () => {
    const path = await list('Login;Passwort\nquick-a;\nquick-b;\nslow-c;eigenes Wort\n');
    let slowHashes = 0;
    const countHash = (_: number, type: string): void => {
      if (type === 'SCRYPTREQUEST') slowHashes += 1;
    };
    const hook = createHook({ init: countHash }).enable();
    const { code, stdout } = await run(['user', 'import', path, '--passwords', passwords, '-o', 'jsonl']);
    hook.disable();
    expect([code, slowHashes]).toEqual([0, 1]);
    expect(results(stdout)).toEqual(['quick-a created', 'quick-b created', 'slow-c created']);
    const [, line = ''] = (await readFile(passwords, 'utf8')).split('\r\n');
    const asFirst = { environment: { EDU_REPO_USER: 'quick-a', EDU_REPO_PASSWORD: line.split(';')[1] } };
    expect((await run(['whoami', '-o', 'id'], asFirst)).stdout).toBe('quick-a\n');
  });

  test('a dry run says the same as the real one, and changes nothing', async () => {
    const path = await list('Login,Klasse,E-Mail\ndry-a,9a,a@b.de\ndry-b,9a|9b,falsch\ndry:c,9a,\n');
    const words = ['user', 'import', path, '--passwords', passwords, '-o', 'jsonl'];
    const dry = await run([...words, '--dry-run']);
    expect(dry.code).toBe(7);
    expect(reports(dry.stdout)).toMatchObject([
      { row: 2, user: 'dry-a', result: 'created', groups: ['9a'] },
      { row: 3, user: null, result: 'failed', column: 'E-Mail' },
      { row: 4, user: null, result: 'failed', column: 'Login' },
    ]);
    expect((await run(['user', 'get', 'dry-a'])).code).toBe(3);
    expect((await run(['group', 'get', '9a'])).code).toBe(3);
    await expect(stat(passwords)).rejects.toThrow('ENOENT');
    const real = await run(words);
    expect(real.stdout).toBe(dry.stdout);
    expect(real.code).toBe(7);
  });

  test('a dry run fails the rows that only the server refuses', async () => {
    const long = 'x'.repeat(20_000);
    const path = await list(`Login,Vorname,Passwort\nserver-a,${long},aus der Liste\nserver-c,Cy,aus der Liste\n`);
    const words = ['user', 'import', path, '-o', 'jsonl'];
    const dry = await run([...words, '--dry-run']);
    expect(reports(dry.stdout)).toMatchObject([
      { row: 2, user: 'server-a', result: 'failed' },
      { row: 3, user: 'server-c', result: 'created' },
    ]);
    expect((await run(['user', 'get', 'server-c'])).code).toBe(3);
    const real = await run(words);
    expect([real.code, reports(real.stdout).map(({ result }) => result)]).toEqual([dry.code, ['failed', 'created']]);
  });

  test('a dry run adds existing people to a group that it would create', async () => {
    const path = await list('Login\nthere-a\nthere-b\n');
    await run(['user', 'import', path, '--without-passwords']);
    const words = ['user', 'import', path, '--without-passwords', '--group', 'neu-da', '-o', 'jsonl'];
    const dry = await run([...words, '--dry-run']);
    expect([dry.code, reports(dry.stdout).map(({ result }) => result)]).toEqual([0, ['changed', 'changed']]);
    expect((await run(words)).stdout).toBe(dry.stdout);
  });

  test('a row whose group cannot be is failed before anybody is made, and the dry run sees it', async () => {
    const path = await list('Login;Klasse\nslash-a;7/c\nslash-b;7c\n');
    const words = ['user', 'import', path, '--without-passwords', '-o', 'jsonl'];
    const dry = await run([...words, '--dry-run']);
    expect(reports(dry.stdout)).toMatchObject([
      { row: 2, user: null, result: 'failed', column: 'Klasse', why: expect.stringContaining('"7/c"') },
      { row: 3, user: 'slash-b', result: 'created' },
    ]);
    expect(dry.stderr).toContain('1 person created, 1 failed, 1 group created.');
    expect((await run(words)).stdout).toBe(dry.stdout);
    expect((await run(['user', 'get', 'slash-a'])).code).toBe(3);
    expect((await run([...words, '--group', 'a/b'])).code).toBe(2);
  });

  test('doubtful rows are carried out, and somebody is asked to look', async () => {
    const path = await list(
      'Vorname;Nachname;E-Mail;Klasse\nDora;Doppelt;;6a\nDora;Doppelt;;6a\nEmil;Eins;e@b.de;6a\n' +
        'Emma;Zwei;e@b.de;6 A\nFritz;Frei;;\nSumme;14;;\n=SUMME(A1);x;;\n',
    );
    const { code, stdout, stderr } = await run(['user', 'import', path, '--without-passwords', '-o', 'jsonl']);
    expect(code).toBe(7);
    expect(reports(stdout)).toMatchObject([
      { row: 2, user: 'dora.doppelt', result: 'created', check: null },
      { row: 3, user: 'dora.doppelt', result: 'already there', check: 'the same as row 2, imported once' },
      { row: 4, user: 'emil.eins', check: null },
      {
        row: 5,
        user: 'emma.zwei',
        result: 'created',
        check: 'same e-mail address as row 4; "6 A" and "6a" may be the same group',
      },
      { row: 6, user: 'fritz.frei', result: 'created', check: 'not in any class' },
      { row: 7, result: 'failed', column: 'Nachname', check: null },
      { row: 8, result: 'failed', column: 'Vorname', check: null },
    ]);
    expect(stderr).toContain('Please check 3 rows: 3, 5, 6.');
  });

  test('an XLSX changes what differs and leaves the rest', async () => {
    await run([
      'user',
      'import',
      await list('Login,Vorname,Nachname\nx.a,Ada,Alt\nx.b,Bea,Bo\n'),
      '--without-passwords',
    ]);
    const path = await list(
      workbook({
        Liste: [
          ['Login', 'Nachname', 'Kurs'],
          ['x.a', 'Neu', 10],
          ['x.b', '', ''],
        ],
      }),
    );
    const { code, stdout } = await run(['user', 'import', path, '-o', 'jsonl']);
    expect(code).toBe(0);
    expect(results(stdout)).toEqual(['x.a changed', 'x.b already there']);
    expect((await run(['user', 'get', 'x.a'])).stdout).toMatch(/^name +Ada Neu$/m);
    expect((await run(['group', 'members', '10', '-o', 'id'])).stdout).toBe('x.a\n');
  });

  test('groups that are made become members of a group that is there', async () => {
    const path = await list('Login;Klasse\nparent-a;p1\n');
    const words = ['user', 'import', path, '--without-passwords', '--parent', 'parents'];
    expect((await run(words)).code).toBe(3);
    expect((await run(['user', 'get', 'parent-a'])).code).toBe(3);
    await run(['group', 'create', 'parents']);
    expect((await run(words)).code).toBe(0);
    expect((await run(['group', 'members', 'parents', '-o', 'id'])).stdout).toBe('GROUP_p1\n');
  });

  test('a report comes on stdout as a table, and into a new file', async () => {
    const path = await list('Login,Passwort\nreport-a,geheim genug 1\n-me-,geheim genug 2\n');
    const report = file('report.csv');
    const first = await run(['user', 'import', path, '--report', report]);
    expect(first.code).toBe(7);
    expect(first.stdout).toMatch(/^ROW +USER +RESULT/);
    expect(first.stdout).toMatch(/^ +2 +report-a +created/m);
    const text = await readFile(report, 'utf8');
    expect(text).toMatch(
      /^row,user,result,into groups,column,why\r\n2,report-a,created,,,please check: a new account without a name\r\n3,'-me-,failed,/,
    );
    expect((await run(['user', 'import', path, '--report', report])).code).toBe(6);
    expect(await readFile(report, 'utf8')).toBe(text);
    const asPerson = { environment: { EDU_REPO_USER: 'report-a', EDU_REPO_PASSWORD: 'geheim genug 1' } };
    expect((await run(['whoami', '-o', 'id'], asPerson)).stdout).toBe('report-a\n');
  });

  test('no name in the list becomes a formula in the file of passwords', async () => {
    const path = await list('Login;Vorname\nformula-a;+1 Ada\n');
    expect((await run(['user', 'import', path, '--passwords', passwords])).code).toBe(0);
    expect(await readFile(passwords, 'utf8')).toMatch(/^formula-a;[^;]+;'\+1 Ada;\r$/m);
    expect((await run(['user', 'get', 'formula-a'])).stdout).toMatch(/^name +\+1 Ada$/m);
  });

  test('new people without a place for their passwords: nothing is done', async () => {
    const path = await list('Login\nnowhere\n');
    const { code, stderr } = await run(['user', 'import', path]);
    expect(code).toBe(2);
    expect(stderr).toContain('--passwords passwords.csv');
    await writeFile(passwords, 'of others');
    expect((await run(['user', 'import', path, '--passwords', passwords])).code).toBe(6);
    expect(await readFile(passwords, 'utf8')).toBe('of others');
    expect((await run(['user', 'get', 'nowhere'])).code).toBe(3);
  });

  test('whoever is no administrator makes nobody', async () => {
    await run(['user', 'create', 'plain', '--password-stdin'], { input: 'Blaue Kreide 3\n' });
    const asPlain = { environment: { EDU_REPO_USER: 'plain', EDU_REPO_PASSWORD: 'Blaue Kreide 3' } };
    const { code } = await run(['user', 'import', await list('Login\nsneaky\n'), '--without-passwords'], asPlain);
    expect(code).toBe(5);
    expect((await run(['user', 'get', 'sneaky'])).code).toBe(3);
  });

  test('columns that no field uses are named, and so are new people without a name', async () => {
    const path = await list('Login;VN;NN;Kl.;\ncolumn-a;Ada;Alt;5a;x\n');
    const words = ['user', 'import', path, '--without-passwords', '--dry-run', '-o', 'jsonl'];
    const { code, stdout, stderr } = await run(words);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `Unused columns: "VN", "NN", "Kl.". To use one: --columns 'FIELD=HEADER,…' (fields: user,`,
    );
    expect(reports(stdout)).toMatchObject([{ user: 'column-a', check: 'a new account without a name' }]);
    const mapped = await run([...words, '--columns', 'firstName=VN,lastName=NN,group=Kl.']);
    expect(mapped.stderr).not.toContain('Unused columns');
    expect(reports(mapped.stdout)).toMatchObject([{ groups: ['5a'], check: null }]);
  });

  test('a password for somebody who is there is not set, which is told once', async () => {
    const rows = 'Login;Vorname;Passwort\nagain-a;Ada;erstes Wort 1\nagain-b;Bea;erstes Wort 2\n';
    const first = await run(['user', 'import', await list(rows)]);
    expect(first.stderr).not.toContain('do not change');
    const second = await run(['user', 'import', await list(rows.replaceAll('erstes', 'zweites'))]);
    expect(second.code).toBe(0);
    expect(second.stderr).toContain('Passwords of existing people do not change: 2 rows with a password.');
    const asAda = { environment: { EDU_REPO_USER: 'again-a', EDU_REPO_PASSWORD: 'erstes Wort 1' } };
    expect((await run(['whoami', '-o', 'id'], asAda)).stdout).toBe('again-a\n');
  });

  test('-o id prints user names only, so that other commands can read them', async () => {
    const path = await list('Vorname;Nachname\nIda;\nIda;Idee\n');
    const { code, stdout } = await run(['user', 'import', path, '--without-passwords', '-o', 'id']);
    expect([code, stdout]).toEqual([7, 'ida.idee\n']);
  });

  test('a list that is none, or not there, is told in three lines', async () => {
    const bad = await run(['user', 'import', await list('Ort;Land\nUlm;D\n')]);
    expect(bad.code).toBe(1);
    expect(bad.stderr.trimEnd().split('\n')).toHaveLength(3);
    expect((await run(['user', 'import', file('nothing.csv')])).stderr).toContain('ENOENT');
    const ofFolder = await run(['user', 'import', folder()]);
    expect([ofFolder.code, ofFolder.stderr]).toEqual([1, expect.stringContaining(`${folder()} cannot be used.\n`)]);
  });
});
