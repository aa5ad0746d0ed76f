import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { admin } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import type { Run, Surroundings } from './run-line.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run: runPiped, folder, dataDirectory } = withTemporaryRepository();

/** Runs a line in the terminal of the tests. */
const run = (words: readonly string[], surroundings: Surroundings = {}): Promise<Run> =>
  runPiped(words, {
    onTerminal: true,
    ...surroundings,
    environment: { NO_COLOR: '1', ...surroundings.environment },
  });

let school = '';
let server: RunningServer;

const signedIn = { EDU_REPO_USER: admin.userName, EDU_REPO_PASSWORD: admin.password };

const files = ['Apfel.txt', 'Birne.txt', 'Kirsche.txt'];
const searches = join('state', 'edu-repo', 'searches');

/** The only file with hits. */
async function listFile(): Promise<string> {
  const names = await readdir(join(folder(), searches));
  expect(names).toHaveLength(1);
  return join(folder(), searches, names[0] ?? '');
}

async function addFiles(prefix: string, environment: NodeJS.ProcessEnv = {}): Promise<void> {
  await run(['mkdir', `${prefix}/Obst`], { environment });
  for (const name of files) {
    await writeFile(join(folder(), name), `Obstkorb ${prefix}${name}`);
    const { code, stderr } = await run(['cp', join(folder(), name), `${prefix || 'repo:'}/Obst/`], { environment });
    expect(code, stderr).toBe(0);
  }
}

beforeAll(async () => {
  school = await newSchoolDirectory();
  server = await serveDirectory(school);
  await run(['remote', 'add', 'schule', server.url, '--no-test']);
  await addFiles('');
  await addFiles('schule:', signedIn);
});

afterAll(async () => {
  await server?.close();
  await removeFolder(school);
});

const byName = ['--query', 'obstkorb AND TYPE:"ccm:io"', '--sort', 'name'];

describe.each([
  ['the local repository', [], {}],
  ['a remote', ['--remote', 'schule'], signedIn],
  ['a remote without a name', ['--url'], signedIn],
] as const)('hits in %s', (_, options, environment) => {
  /** The options that select the repository. Commands after the search have none: they find it by themselves. */
  const selection = () => [...options, ...(options[0] === '--url' ? [server.url] : [])];

  beforeEach(async () => {
    const { stdout } = await run(['search', ...byName, ...selection()], { environment });
    expect(stdout).toMatch(/^# .*NAME .*IN\n@1 .*Apfel\.txt.*\n.*\n@2 .*Birne\.txt.*\n.*\n@3 .*Kirsche\.txt/);
  });

  test.each<readonly [line: string, shows: RegExp]>([
    ['cat @2', /^Obstkorb \S*Birne\.txt$/],
    ['cat repo:@3', /Kirsche\.txt$/],
    ['node get @2', /Birne\.txt/],
    ['node get @1 @3 --fields name', /^Apfel\.txt\nKirsche\.txt$/m],
    ['node versions @2', /^1\.0/m],
    ['node properties @2', /cm:name/],
    ['permission check admin @2', /Read/],
    ['comment list @2', /^$/],
    ['usage list @2', /^$/],
    ['node update @2 -p cclom:title=Obst -o csv', /Birne\.txt/],
  ])('%s', async (line, shows) => {
    const { code, stdout, stderr } = await run(line.split(' '), { environment });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(shows);
  });

  test('are downloaded, copied, and read from stdin', async () => {
    const out = join(folder(), `out-${options.length}-${options[0]}`);
    await mkdir(out);
    expect((await run(['cp', '@2', '@1', out], { environment })).code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['Apfel.txt', 'Birne.txt']);
    const piped = await run(['node', 'get', '-', '--fields', 'name', ...selection()], {
      environment,
      input: '@3\n@1\n',
    });
    expect(piped.stdout).toMatch(/Kirsche\.txt.*Apfel\.txt/s);
  });

  test('are folders that paths start from', async () => {
    const query = ['--query', 'cm:name:Obst AND TYPE:"cm:folder"'];
    expect((await run(['search', ...query, ...selection()], { environment })).stdout).toContain('Obst/');
    expect((await run(['ls', '@1'], { environment })).stdout).toBe(`${files.join('\n')}\n`);
    expect((await run(['cat', '@1/Birne.txt'], { environment })).stdout).toContain('Birne');
    const missing = await run(['cat', '@1/Brine.txt'], { environment });
    expect(missing.stderr).toContain('@1/Brine.txt does not exist');
    expect(missing.stderr).toContain('Did you mean @1/Birne.txt?');
  });

  test('of recent are numbered, too', async () => {
    const { stdout } = await run(['recent', '--limit', '2', ...selection()], { environment });
    const [, , second = ''] = stdout.split('\n');
    expect(second).toMatch(/^@2 /);
    const name = files.find((each) => second.includes(each)) ?? 'none';
    expect((await run(['cat', '@2'], { environment })).stdout).toContain(name);
  });
});

test('a number means the repository of the search, also if another one is chosen since', async () => {
  await run(['search', ...byName]);
  const environment = { EDU_REPO_REMOTE: 'schule', ...signedIn };
  // The credentials are those of the remote, so only the data directory takes its operator.
  const local = await run(['cat', '@2'], { environment: { ...environment, EDU_REPO_USER: '', EDU_REPO_PASSWORD: '' } });
  expect(local.stdout).toBe('Obstkorb Birne.txt');
  await run(['search', ...byName], { environment });
  expect((await run(['cat', '@2'], { environment: signedIn })).stdout).toBe('Obstkorb schule:Birne.txt');
  const across = await run(['cp', '@2', 'repo:/Kopie.txt'], { environment: signedIn });
  expect(across.stderr).toMatch(/401|sign|password/i);
});

test('a copy between two repositories takes a number', async () => {
  await run(['search', ...byName]);
  const other = `[${school}]`;
  await server.close();
  try {
    const { code, stderr } = await run(['cp', '@2', `${other}:/Kopie.txt`]);
    expect(code, stderr).toBe(0);
    expect((await run(['cat', `${other}:/Kopie.txt`])).stdout).toBe('Obstkorb Birne.txt');
    const listed = await run(['search', '--query', 'cm:name:Kopie', '--data', school]);
    expect(listed.stdout).toMatch(/^@1 .*Kopie\.txt/m);
    expect((await runPiped(['node', 'get', '-', '-o', 'id'], { input: `${other}:/Kopie.txt\n` })).stderr).toContain(
      `add: --data ${school}`,
    );
    expect((await run(['node', 'get', '@1', '-o', 'csv'])).stdout).toContain(`${other}:/Kopie.txt`);
  } finally {
    server = await serveDirectory(school);
    await run(['remote', 'add', 'schule', server.url, '--no-test', '--force']);
  }
});

test('output for programs has no numbers, and leaves the list as it is', async () => {
  await run(['search', ...byName]);
  const before = await readFile(await listFile(), 'utf8');
  for (const words of [[], ['-o', 'table'], ['-o', 'csv']]) {
    const { stdout } = await runPiped(['search', 'obstkorb', ...words]);
    expect(stdout).toContain('/Obst/Apfel.txt');
    expect(stdout).not.toContain('@');
  }
  for (const words of [
    ['-o', 'csv'],
    ['-o', 'json'],
    ['-o', 'id'],
    ['--fields', 'name'],
  ]) {
    expect((await run(['search', 'birne', ...words])).stdout).not.toContain('@1');
  }
  expect(await readFile(await listFile(), 'utf8')).toBe(before);
});

test('the list is private, has IDs only, and those of the terminals before are forgotten', async () => {
  await run(['search', ...byName]);
  const file = await listFile();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { ids, ...others } = JSON.parse(await readFile(file, 'utf8')) as { ids: unknown[] };
  expect(others).toEqual({ repository: `[${dataDirectory()}]`, first: 1 });
  expect(ids).toHaveLength(3);
  for (let at = 0; at < 110; at += 1) await writeFile(`${file}.${at}`, '');
  await run(['search', ...byName]);
  const left = await readdir(join(folder(), searches));
  expect(left).toHaveLength(100);
  expect(left.map((name) => join(folder(), searches, name))).toContain(file);
  await removeFolder(join(folder(), searches));
});

test('numbers go on where the hits before were skipped', async () => {
  expect((await run(['search', ...byName, '--skip', '1', '--limit', '1'])).stdout).toMatch(/^@2 .*Birne\.txt/m);
  expect((await run(['cat', '@2'])).stdout).toBe('Obstkorb Birne.txt');
  const { code, stderr } = await run(['cat', '@1']);
  expect([code, stderr]).toEqual([
    3,
    'edu-repo cat: The last search in this terminal lists no hit @1.\n' +
      '  It lists @2 only.\n' +
      '  Use one of these numbers, or search again with --limit or --skip\n',
  ]);
});

describe('a number is refused', () => {
  test.each(['@0', '@4', '@999999999'])('if the list has no such hit: %s', async (number) => {
    await run(['search', ...byName]);
    const { code, stdout, stderr } = await run(['cat', number]);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`lists no hit ${number}.\n  It lists @1 to @3.`);
  });

  test('if the last search found nothing', async () => {
    await run(['search', 'ananas']);
    expect((await run(['cat', '@1'])).stderr).toContain('lists no hit @1.\n  It found nothing.');
  });

  test('without a search in this terminal, and without a terminal', async () => {
    const environment = { XDG_STATE_HOME: join(folder(), 'no-state') };
    const none = await run(['cat', '@2'], { environment });
    expect([none.code, none.stdout]).toEqual([3, '']);
    expect(none.stderr).toMatch(
      /There is no list of hits in this terminal\.\n.*\n {2}To search: edu-repo search WORDS$/m,
    );
    expect((await runPiped(['cat', '@2'], { environment })).stderr).toContain('There is no list of hits');
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"repository":"x","first":1,"ids":["../x"]}',
    '{"repository":1,"first":1,"ids":[]}',
    '{"repository":"x","first":"1","ids":[]}',
    '{"repository":"x","first":1,"ids":{}}',
  ])('if the list is damaged: %s', async (text) => {
    await run(['search', ...byName]);
    await writeFile(await listFile(), text);
    const { code, stderr } = await run(['node', 'get', '@2']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot read the hits .*\.json\.\n {2}The file is damaged\.\n {2}Search again/);
  });

  test('if the node is gone since', async () => {
    await writeFile(join(folder(), 'Quitte.txt'), 'Marmelade');
    await run(['cp', join(folder(), 'Quitte.txt'), 'repo:/Obst/']);
    await run(['search', 'marmelade']);
    await run(['rm', '/Obst/Quitte.txt']);
    const { code, stderr } = await run(['cat', '@1']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /@1 does not exist any more\.\n {2}404: the node [0-9a-f-]{36} was deleted after the search/,
    );
  });

  test('if the remote of the search is unknown by now', async () => {
    await run(['search', ...byName]);
    await writeFile(await listFile(), (await readFile(await listFile(), 'utf8')).replace(/\[[^"]+\]"/, 'weg"'));
    expect((await run(['cat', '@2'])).stderr).toContain('There is no remote named weg');
  });

  test('if the hit is in another connected repository', async () => {
    await run(['search', ...byName]);
    const text = await readFile(await listFile(), 'utf8');
    await writeFile(await listFile(), text.replace(/"ids":\["[^"]+"/, '"ids":[null'));
    expect((await run(['cat', '@1'])).stderr).toContain('@1 is in another repository.');
    expect((await run(['cat', '@2'])).code).toBe(0);
  });

  test.each(['@', '@a', '@-1', '@1.5', '@1234567890', '@2@', 'schule:@2'])('if it is none: %s', async (text) => {
    await run(['search', ...byName]);
    const { code, stderr } = await run(['cat', text]);
    expect(code).toBe(2);
    expect(stderr).toContain(`"${text}" is not the address of a node.`);
  });
});

test('names that begin with @ stay reachable, and are no numbers elsewhere', async () => {
  await run(['search', ...byName]);
  await writeFile(join(folder(), '@2'), 'Klammeraffe');
  expect((await run(['cp', `${folder()}/@2`, 'repo:/@2'])).code).toBe(0);
  expect((await run(['cat', '/@2'])).stdout).toBe('Klammeraffe');
  expect((await run(['comment', 'add', '@1', '@2'])).code).toBe(0);
  expect((await run(['comment', 'list', '@1'])).stdout).toContain('@2');
  expect((await run(['search', '@2', '-o', 'id'])).code).toBe(0);
});

test('a deletion by a number says the name', async () => {
  await run(['search', '--query', 'cm:name:Obst AND TYPE:"cm:folder"']);
  const { code, stderr } = await run(['rm', '-r', '@1']);
  expect(code).toBe(2);
  expect(stderr).toContain('Moving @1 (Obst) and everything below it to the trash');
});

test('a job keeps the node that a number meant', async () => {
  await run(['search', '--query', 'cm:name:Obst AND TYPE:"cm:folder"']);
  expect((await run(['cp', '-r', '@1', join(folder(), 'job-out')])).code).toBe(0);
  const jobs = join(folder(), 'state', 'edu-repo', 'jobs');
  const records = (await readdir(jobs)).map(async (name) => JSON.parse(await readFile(join(jobs, name), 'utf8')));
  const words = (await Promise.all(records)).at(-1).words as string[];
  expect(words[2]).toMatch(/^\[.+\]:[0-9a-f-]{36}$/);
  await run(['search', 'ananas']);
  expect((await run(['ls', words[2] ?? ''])).stdout).toContain('Apfel.txt');
});

test('hits that cannot be kept have no numbers', async () => {
  const { code, stdout, stderr } = await run(['search', ...byName, '-v'], {
    environment: { XDG_STATE_HOME: '/dev/null' },
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^(?:TYPE|NAME)/);
  expect(stdout).not.toContain('@1');
  expect(stderr).toContain('cannot be kept');
});
