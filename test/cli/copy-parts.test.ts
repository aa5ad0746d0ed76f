import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/people.ts';
import { removeFolder } from '../support/repository.ts';
import { type ServedSchool, serveSchool } from '../support/served-schools.ts';
import { type Run, run } from './run-line.ts';

let first: ServedSchool;
let second: ServedSchool;
let local = '';
let environment: NodeJS.ProcessEnv = {};

const here = (...words: string[]): Promise<Run> => run(words, { environment });

async function must(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await here(...words);
  expect([words.join(' '), code, code === 0 ? '' : stderr]).toEqual([words.join(' '), 0, '']);
  return stdout;
}

/** Two schools. Both have anna and the class 7a, only the first has berta. */
beforeAll(async () => {
  [first, second] = await Promise.all([serveSchool('eins'), serveSchool('zwei')]);
  local = await mkdtemp(join(tmpdir(), 'cli-'));
  const config = join(local, 'config.yaml');
  await writeFile(config, `remotes:\n  eins:\n    url: ${first.url}\n  zwei:\n    url: ${second.url}\n`);
  environment = {
    ...{ EDU_REPO_CONFIG: config, XDG_STATE_HOME: join(local, 'state') },
    ...{ EDU_REPO_USER: admin.userName, EDU_REPO_PASSWORD: admin.password },
  };
  for (const remote of ['eins', 'zwei']) {
    const person = ['--first-name', 'Anna', '--last-name', 'Berg', '--generate-password', '--remote', remote];
    await must('user', 'create', 'annaberg', ...person);
    await must('group', 'create', '7a', '--remote', remote);
  }
  await must(
    'user',
    'create',
    'berta',
    ...['--first-name', 'Berta', '--last-name', 'Tal'],
    '--generate-password',
    '--remote',
    'eins',
  );
  await must('mkdir', 'eins:/Mathe', 'eins:/Mathe/Klasse 7');
  for (const text of ['eins', 'zwei', 'drei']) await upload('Plan.txt', text, 'eins:/Mathe/Klasse 7/Plan.txt');
  await upload('Neu.txt', 'neu', 'eins:/Mathe/Neu.txt');
  await must('node', 'update', 'eins:/Mathe', '--property', 'cm:title=Mathematik');
  await must('share', 'eins:/Mathe', 'annaberg', '7a', 'berta', '--read');
  await must('permission', 'set', 'eins:/Mathe/Klasse 7/Plan.txt', 'GROUP_7a', 'Editor', '--no-inherit');
});

afterAll(async () => {
  await first?.close();
  await second?.close();
  await removeFolder(local);
});

async function upload(name: string, text: string, target: string): Promise<void> {
  const file = join(local, name);
  await writeFile(file, text);
  await must('cp', file, target, '--version-comment', `Stand ${text}`);
}

interface Version {
  readonly comment: string;
}

const commentsOf = async (address: string): Promise<string[]> =>
  (
    JSON.parse(await must('node', 'versions', address, '-o', 'json')) as { readonly versions: readonly Version[] }
  ).versions.map(({ comment }) => comment);

const textsOf = (address: string): Promise<string[]> =>
  Promise.all(['1.0', '1.1', '1.2'].map((version) => must('cat', address, '--content-version', version)));

describe('cp -r between two remotes', () => {
  test('without more, the copy has the current contents and nobody else may see it', async () => {
    await must('cp', '-r', 'eins:/Mathe', 'zwei:/Ohne');
    expect(await must('cat', 'zwei:/Ohne/Klasse 7/Plan.txt')).toBe('drei');
    expect(await commentsOf('zwei:/Ohne/Klasse 7/Plan.txt')).toHaveLength(1);
    expect(await must('permission', 'get', 'zwei:/Ohne')).not.toContain('annaberg');
    expect(await must('node', 'get', 'zwei:/Ohne')).toContain('Mathematik');
  });

  test('with --versions, it has the earlier contents, and who made them when is in their comments', async () => {
    await must('cp', '-r', 'eins:/Mathe', 'zwei:/Versionen', '--versions');
    const plan = 'zwei:/Versionen/Klasse 7/Plan.txt';
    expect(await textsOf(plan)).toEqual(['eins', 'zwei', 'drei']);
    const by = /^Stand (eins|zwei) \(version 1\.[01] by .+, \d{4}-\d\d-\d\d\)$/;
    expect(await commentsOf(plan)).toEqual([expect.stringMatching(by), expect.stringMatching(by), expect.any(String)]);
    const again = await here('cp', '-r', 'eins:/Mathe', 'zwei:/', '--versions');
    expect(again.code, again.stderr).toBe(0);
  });

  test('a second run adds the versions that came since, and after an interruption those that lack', async () => {
    await must('mkdir', 'eins:/Fort');
    await upload('f.txt', 'a', 'eins:/Fort/f.txt');
    await must('cp', '-r', 'eins:/Fort', 'zwei:/', '--versions');
    await upload('f.txt', 'b', 'eins:/Fort/f.txt');
    await upload('f.txt', 'c', 'eins:/Fort/f.txt');
    await must('cp', '-r', 'eins:/Fort', 'zwei:/', '--versions');
    expect(await textsOf('zwei:/Fort/f.txt')).toEqual(['a', 'b', 'c']);
    await must('cp', '-r', 'eins:/Fort', 'zwei:/', '--versions');
    expect(await commentsOf('zwei:/Fort/f.txt')).toHaveLength(3);
  });

  test('a copy without the first versions gets no older ones behind newer ones', async () => {
    await must('mkdir', 'eins:/Spät');
    await upload('s.txt', 'a', 'eins:/Spät/s.txt');
    await upload('s.txt', 'bb', 'eins:/Spät/s.txt');
    await must('cp', '-r', 'eins:/Spät', 'zwei:/');
    await upload('s.txt', 'ccc', 'eins:/Spät/s.txt');
    await must('cp', '-r', 'eins:/Spät', 'zwei:/', '--versions');
    expect(await must('cat', 'zwei:/Spät/s.txt', '--content-version', '1.0')).toBe('bb');
    expect(await must('cat', 'zwei:/Spät/s.txt', '--content-version', '1.1')).toBe('ccc');
    expect(await commentsOf('zwei:/Spät/s.txt')).toHaveLength(2);
  });

  test('with --permissions, people and groups of both have the same access, and others are named', async () => {
    const { code, stderr } = await here('cp', '-r', 'eins:/Mathe', 'zwei:/Rechte', '--permissions');
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(stderr).toContain('not shared with berta');
    const top = await must('permission', 'get', 'zwei:/Rechte');
    expect(top).toMatch(/annaberg/);
    expect(top).toMatch(/GROUP_7a/);
    expect(top).not.toContain('berta');
    const plan = await must('permission', 'get', 'zwei:/Rechte/Klasse 7/Plan.txt');
    expect(plan).toContain('Editor');
    expect(plan).not.toContain('annaberg');
  });

  test('a dry run says the same and changes nothing', async () => {
    const { code, stderr } = await here('cp', '-r', 'eins:/Mathe', 'zwei:/Probe', '--versions', '--permissions', '-n');
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(stderr).toContain('Would');
    expect((await here('ls', 'zwei:/Probe')).code).toBe(3);
  });
});

test('import of another repository and mv take both too', async () => {
  await must('import', 'eins:/Mathe', 'zwei:/Import', '--versions', '--permissions');
  expect(await textsOf('zwei:/Import/Klasse 7/Plan.txt')).toEqual(['eins', 'zwei', 'drei']);
  expect(await must('permission', 'get', 'zwei:/Import/Klasse 7/Plan.txt')).toContain('Editor');
  await must('cp', '-r', 'eins:/Mathe', 'eins:/Umzug');
  await upload('g.txt', 'neuer', 'eins:/Umzug/Neu.txt');
  await must('mv', 'eins:/Umzug', 'zwei:/Umzug', '--versions');
  expect(await commentsOf('zwei:/Umzug/Neu.txt')).toHaveLength(2);
});

test.each([
  ['cp', 'a.txt', 'zwei:/', '--versions'],
  ['cp', 'zwei:/a.txt', '.', '--permissions'],
  ['cp', 'zwei:/a.txt', 'zwei:/b.txt', '--versions'],
  ['import', 'FOLDER', 'zwei:/', '--permissions'],
  ['import', 'FOLDER/Plan.txt', 'zwei:/', '--kind', 'list', '--versions'],
])('%s %s %s %s is refused, because nothing comes from another repository', async (...words) => {
  const { code, stderr } = await here(...words.map((word) => word.replace('FOLDER', local)));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--versions|--permissions/)]);
});
