import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enabledExports, unpacked } from '../support/data-exports.ts';
import { serveDirectory } from '../support/repository.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, folder, dataDirectory } = withTemporaryRepository();

const configure = (text: string) => writeFile(join(dataDirectory(), 'config.yaml'), text);
const enabled = 'repository:\n  dataprotection:\n    enabled: true\n';

/** Every error has three lines. */
const threeLines = (stderr: string): string[] => {
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  return lines;
};

const annaSignedIn = { environment: { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: 'Kreide und Tafel 99' } };

beforeAll(async () => {
  const created = await run(['user', 'create', 'anna', '--first-name', 'Anna', '--password-stdin'], {
    input: 'Kreide und Tafel 99\n',
  });
  expect(created).toMatchObject({ code: 0 });
  const file = join(folder(), 'Plan.txt');
  await writeFile(file, 'Mein Plan');
  expect(await run(['cp', file, 'repo:~/'], annaSignedIn)).toMatchObject({ code: 0 });
});

describe('where exports are disabled', () => {
  test('a request says so, and how to enable them', async () => {
    const { code, stderr } = await run(['dataprotection', 'request']);
    expect(code).toBe(3);
    const [what, , next] = threeLines(stderr);
    expect(what).toContain('Data exports are disabled');
    expect(next).toContain('repository.dataprotection.enabled');
  });

  test('the list is empty', async () => {
    expect(await run(['gdpr', 'ls'])).toMatchObject({ code: 0, stdout: '' });
    expect(await json<object>(['gdpr', 'list'])).toMatchObject({ exports: [], pagination: { total: 0 } });
  });
});

describe('without a server', () => {
  beforeAll(() => configure(enabled));

  test('there is nothing to show, download or cancel at first', async () => {
    for (const words of [['status'], ['download'], ['status', 'anna'], ['cancel', 'anna', '--yes']]) {
      const { code, stderr } = await run(['dataprotection', ...words]);
      expect([words, code]).toEqual([words, 3]);
      expect(threeLines(stderr)[2]).toMatch(/edu-repo dataprotection (?:request --wait|list)/);
    }
  });

  test('the advice names the person whose export is missing', async () => {
    const { stderr } = await run(['dataprotection', 'download', 'anna']);
    expect(threeLines(stderr)[2]).toBe('  To request one: edu-repo dataprotection request --wait anna');
  });

  test('a person who does not exist is named', async () => {
    for (const verb of ['request', 'status', 'download']) {
      const { code, stderr } = await run(['dataprotection', verb, 'nobody']);
      expect(code).toBe(3);
      expect(threeLines(stderr)[2]).toContain('edu-repo user list');
    }
  });

  test('a dry run requests, creates and deletes nothing', async () => {
    expect((await run(['gdpr', 'request', 'anna', '-n'])).stderr).toContain('Would request');
    expect((await run(['gdpr', 'run', '-n'])).stderr).toContain('Would create');
    expect(await run(['gdpr', 'list'])).toMatchObject({ code: 0, stdout: '' });
  });

  test('a request is queued, a second one is a conflict', async () => {
    const first = await run(['dataprotection', 'request', 'anna']);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/state +requested/) });
    expect(first.stderr).toContain('No server is running. To create the export now: edu-repo dataprotection run');
    const second = await run(['dataprotection', 'request', 'anna']);
    expect(second.code).toBe(6);
    expect(await run(['dataprotection', 'request', 'anna', '-n'])).toEqual(second);
    const { stderr: would } = await run(['dataprotection', 'request', 'anna', '--wait', '-n']);
    expect(would).toMatch(/^An export is already requested, since .*\. Would wait for that one\.\n$/);
    expect((await run(['dataprotection', 'cancel', 'anna', '-n'])).stderr).toContain('Would delete');
    const [what, , next] = threeLines(second.stderr);
    expect(what).toMatch(/already requested for anna, since \d{4}-/);
    expect(next).toBe('  To wait for it: edu-repo dataprotection request anna --wait');
    expect((await run(['dataprotection', 'status', 'anna'])).stdout).toMatch(/state +requested/);
    const { code, stderr } = await run(['dataprotection', 'download', 'anna']);
    expect([code, threeLines(stderr)[1]]).toEqual([3, '  404: it is waiting for the next run of the job.']);
  });

  test('run creates it, and says so', async () => {
    expect(await json<object>(['dataprotection', 'run'])).toEqual({ finished: ['anna'], failed: [], removed: [] });
    expect((await run(['dataprotection', 'run'])).stderr).toContain('Nothing to do');
    const { stdout, stderr } = await run(['dataprotection', 'status', 'anna']);
    expect(stdout).toMatch(/state +finished\n.*\n.*\ndownload until +\d{4}-\d\d-\d\d/);
    expect(stderr).toBe('To download it: edu-repo dataprotection download anna\n');
    const { expires, file } = await json<{ expires: string; file: string }>(['dataprotection', 'status', 'anna']);
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(239 * 3_600_000);
    expect(file).toMatch(/^\d{6}_dataprotectioninfo_edu-repo\.zip$/);
  });

  test('people see their own export only, and not the queue', async () => {
    expect((await run(['gdpr', 'status', '-o', 'id'], annaSignedIn)).stdout).toBe('anna\n');
    for (const words of [['status', 'admin'], ['request', 'admin'], ['download', 'admin'], ['list'], ['run']]) {
      expect([words, (await run(['gdpr', ...words], annaSignedIn)).code]).toEqual([words, 5]);
    }
  });

  test('request --wait runs the job itself', async () => {
    const { code, stdout, stderr } = await run(['dataprotection', 'request', '--wait']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('To download it: edu-repo dataprotection download\n')]);
    expect(stdout).toMatch(/state +finished/);
  });
});

describe('the list', () => {
  test('has every export in every format', async () => {
    expect((await run(['dataprotection', 'list', '-o', 'id'])).stdout).toBe('admin\nanna\n');
    const { exports } = await json<{ exports: object[] }>(['dataprotection', 'list']);
    expect(exports).toMatchObject([{ user: 'admin' }, { user: 'anna', status: 'FINISHED', failure: null, mail: null }]);
    const [title, , row] = (await run(['dataprotection', 'list', '-o', 'csv'])).stdout.split('\n');
    expect(title).toBe(
      'person,status,requested,finished,failed tries,reason,next try,mail,failed mail tries,mail reason,next mail try',
    );
    expect(row).toMatch(/^anna,FINISHED,[^,]+Z,[^,]+Z,0,,,,0,,$/);
    expect((await run(['dataprotection', 'list'])).stdout).toMatch(/^PERSON +STATE .*\nadmin +finished/);
    expect((await run(['dataprotection', 'list', '-o', 'yaml'])).stdout).toMatch(/^exports:\n {2}- user: admin/);
  });
});

describe('a download', () => {
  const target = (): string => join(folder(), 'target');
  beforeAll(() => mkdir(target()));

  test('gets its own name in a folder', async () => {
    const { code, stderr } = await run(['dataprotection', 'download', '-me-', target()], annaSignedIn);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Downloaded 1 file')]);
    const [name = '', ...others] = await readdir(target());
    expect([name, others]).toEqual([expect.stringMatching(/^\d{6}_.*\.zip$/), []]);
    const files = await unpacked(await readFile(join(target(), name)));
    expect(files.get('home/Plan.txt/Plan.txt')?.toString()).toBe('Mein Plan');
    const again = await run(['dataprotection', 'download', '-me-', target()], annaSignedIn);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('1 already there')]);
  });

  test('of another person has the user name in front, so that those of one day do not collide', async () => {
    const several = join(folder(), 'several');
    await mkdir(several);
    for (const person of ['admin', 'anna']) {
      expect((await run(['dataprotection', 'download', person, several])).code).toBe(0);
    }
    const names = (await readdir(several)).toSorted();
    expect(names).toEqual(
      ['admin', 'anna'].map((person) => expect.stringMatching(new RegExp(`^${person}_\\d{6}_.*\\.zip$`))),
    );
  });

  test('replaces a file only after asking, or with --if-exists', async () => {
    const file = join(folder(), 'my.zip');
    await writeFile(file, 'mine');
    const words = ['dataprotection', 'download', 'anna', file];
    const silent = await run(words);
    expect([silent.code, threeLines(silent.stderr.replace(/^Downloaded.*\n/m, ''))[2]]).toEqual([
      2,
      expect.stringContaining(`edu-repo dataprotection download anna ${file} --if-exists replace`),
    ]);
    expect((await run([...words, '--if-exists', 'fail'])).code).toBe(6);
    expect((await run([...words, '-n', '--if-exists', 'replace'])).code).toBe(0);
    expect((await run(words, { typed: 'n\n' })).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect((await run(words, { typed: 'y\n' })).code).toBe(0);
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    await writeFile(file, 'mine');
    expect((await run([...words, '--if-exists', 'replace'])).code).toBe(0);
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    expect((await readdir(folder())).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('goes to stdout with -, also without a person', async () => {
    for (const words of [['-'], ['-me-', '-']]) {
      const { code, stdout, stderr } = await run(['dataprotection', 'download', ...words], annaSignedIn);
      expect([code, stdout.slice(0, 2), stderr]).toEqual([0, 'PK', '']);
    }
  });

  test('into a folder that does not exist is an error that names it', async () => {
    const missing = join(folder(), 'missing/');
    const { code, stderr } = await run(['dataprotection', 'download', 'anna', missing]);
    expect([code === 0, threeLines(stderr)[0]]).toEqual([false, expect.stringContaining('missing')]);
  });
});

describe('cancel', () => {
  test('asks, and deletes the export', async () => {
    const silent = await run(['dataprotection', 'cancel', 'anna']);
    expect([silent.code, threeLines(silent.stderr)[2]]).toEqual([
      2,
      expect.stringContaining('edu-repo dataprotection cancel anna --yes'),
    ]);
    expect((await run(['dataprotection', 'cancel', 'anna', '-n'])).stderr).toContain('Would delete');
    expect((await run(['dataprotection', 'cancel', 'anna'], { typed: 'n\n' })).code).toBe(1);
    expect((await run(['dataprotection', 'status', 'anna'])).code).toBe(0);
    const { code, stderr } = await run(['gdpr', 'cancel', 'anna'], { typed: 'y\n' });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted the data export of anna.')]);
    expect((await run(['dataprotection', 'status', 'anna'])).code).toBe(3);
    expect((await run(['dataprotection', 'cancel', '-me-', '--yes'])).stderr).toContain('of admin');
  });
});

describe('an export that fails', () => {
  const template = (): string => join(dataDirectory(), 'html', 'dataprotection', 'report.html');

  test('is reported with its reason and the next try', async () => {
    const good = await readFile(template(), 'utf8');
    await writeFile(template(), `${good}\n{{wrong}}`);
    const { code, stderr } = await run(['dataprotection', 'request', 'anna', '--wait']);
    expect(code).toBe(1);
    const lines = stderr.trimEnd().split('\n').slice(-3);
    expect(lines[0]).toContain('The data export of anna could not be created.');
    expect(lines[1]).toMatch(/report\.html:\d+: .*The next try is possible after \d{4}-/);
    const listed = await run(['dataprotection', 'list']);
    expect(listed.stdout).toMatch(/anna +requested .* 1 .*report\.html:\d+/);
    const waiting = await run(['dataprotection', 'run']);
    expect([waiting.code, waiting.stderr]).toEqual([0, expect.stringMatching(/anna failed: .* Next try: \d{4}-/)]);
    await run(['dataprotection', 'cancel', 'anna', '--yes']);
    await run(['dataprotection', 'request', 'anna']);
    expect((await run(['dataprotection', 'run'])).code).toBe(7);
    await writeFile(template(), good);
    await run(['dataprotection', 'cancel', 'anna', '--yes']);
  });
});

describe('with a server', () => {
  let server: Awaited<ReturnType<typeof serveDirectory>> | undefined;
  beforeAll(async () => {
    // The tests run the job themselves.
    const overrides = { ...enabledExports, 'repository.dataprotection.cronExpression': 'Cron[0 0 3 1 1 ?]' };
    server = await serveDirectory(dataDirectory(), overrides);
  });
  afterAll(() => server?.close());

  test('--timeout ends the wait, and a second request --wait waits for the same export', async () => {
    const { code, stderr } = await run(['dataprotection', 'request', 'anna', '--wait', '--timeout', '100ms']);
    expect(code).toBe(1);
    expect(threeLines(stderr)[1]).toContain('the export is waiting for the next run of the job');
    const waiting = run(['dataprotection', 'request', 'anna', '--wait'], { terminalColumns: 100 });
    expect((await run(['dataprotection', 'run'])).code).toBe(0);
    const { stdout, ...waited } = await waiting;
    expect(stdout).toMatch(/state +finished/);
    expect(waited.stderr).toContain('Waiting for that one.\n');
    expect(waited.stderr).toMatch(/The export is (?:waiting for the next run of the job|being created) \(\d/);
    expect(waited.stderr).toMatch(/To download it: edu-repo dataprotection download anna\n$/);
    const file = join(folder(), 'served.zip');
    expect((await run(['dataprotection', 'download', 'anna', file])).code).toBe(0);
    expect((await unpacked(await readFile(file))).has('index.html')).toBe(true);
  });

  test('a wait ends with an error if the export is cancelled meanwhile', async () => {
    expect(await run(['dataprotection', 'request'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The server creates the export.'),
    });
    let hasEnded = false;
    const waiting = run(['dataprotection', 'request', '--wait']).finally(() => {
      hasEnded = true;
    });
    // The first may come before the request of the command that waits, which then waits for an export of its own.
    while (!hasEnded) await run(['dataprotection', 'cancel', '-me-', '--yes']);
    expect((await waiting).code).toBe(3);
  });
});
