import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/program/commands.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { folder, run } = withTemporaryRepository();

beforeAll(async () => {
  await run(['mkdir', '/Mathe', '/Musik', '/Mathe/Klasse 7']);
  await run(['group', 'create', 'lehrer']);
  await mkdir(join(folder(), 'settings'), { recursive: true });
  await writeFile(
    join(folder(), 'settings', 'config.yaml'),
    'remotes:\n  schule:\n    url: https://repo.example.org\n',
  );
});

/** What may stand in place of the last word, and what the shell does with it. */
async function completed(...words: string[]): Promise<{ values: string[]; directive: string }> {
  const { code, stdout, stderr } = await run(['complete', '--', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  const values = lines.slice(0, -1).map((line) => line.split('\t')[0] ?? '');
  return { values, directive: lines.at(-1) ?? '' };
}

describe('completion', () => {
  test.each([
    [['se'], ['serve', 'search', 'service']],
    [['compl'], ['completion']],
    [
      ['nodes', 'up'],
      ['update', 'upload'],
    ],
    [['search', '--fa'], ['--facet']],
    [
      ['ls', '-o', 'js'],
      ['json', 'jsonl'],
    ],
    [['completion', 'z'], ['zsh']],
    [
      ['ls', '/M'],
      ['/Mathe/', '/Musik/'],
    ],
    [['ls', '--long', '/Mathe/'], ['/Mathe/Klasse 7/']],
    [['search', 'bruch', '--in', 'repo:/Mu'], ['repo:/Musik/']],
    [['--remote', 'schule', 'ls', '-h'], []],
    [['login', 's'], ['schule']],
    [['ls', 's'], ['schule:/']],
    [['ls', '--remote', ''], ['schule']],
    [['group', 'get', 'leh'], ['lehrer']],
    [['mds', 'get', 'def'], ['default']],
    [['node', 'create', '/Mathe', 'x', '--type', 'ccm:m'], ['ccm:map']],
    [['frobnicate', 'x'], []],
    [
      ['--remote', 'schule', 'lo'],
      ['login', 'logout'],
    ],
    [['--remote', 's'], ['schule']],
    [['import', '--if-exists', 'v'], ['version']],
    [['share', '/Mathe', '7a', '--role', 'Ed'], ['Editor']],
  ])('%j', async (words, values) => {
    expect((await completed(...words)).values).toEqual(values);
  });

  test('completes the options of every command', async () => {
    for (const { path } of commands) {
      expect((await completed(...path, '--')).values, path.join(' ')).toContain('--output');
    }
  });

  test('adds no space after a folder, and offers local files where they may stand', async () => {
    expect((await completed('ls', '/Mu')).directive).toBe(':6');
    expect((await completed('cp', './')).directive).toBe(':0');
    expect((await completed('cp', 'x', 'repo:/Mu')).values).toEqual(['repo:/Musik/']);
  });

  test('says nothing if the repository cannot be asked', async () => {
    const { code, stdout, stderr } = await run(['complete', '--', 'ls', 'schule:/M'], {
      environment: { EDU_REPO_DATA: '/nowhere' },
    });
    expect([code, stdout, stderr]).toEqual([0, ':0\n', '']);
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])(
    'has a script for %s that calls edu-repo complete',
    async (shell) => {
      const { stdout } = await run(['completion', shell]);
      expect(stdout).toMatch(/edu-repo[\s\S]*\bcomplete\b/);
    },
  );

  /** What bash would insert at the end of a line, for a program that offers these values. */
  async function inserted(line: string, ...values: readonly string[]): Promise<string[]> {
    const { stdout: script } = await run(['completion', 'bash']);
    const offered = values.map((value) => `printf '%s\\t\\n' ${`'${value.replaceAll("'", "'\\''")}'`}`).join('; ');
    const { stdout } = await execa('bash', [
      '-c',
      `${script}
      edu-repo() { ${offered}; echo :6; }
      compopt() { :; }
      COMP_LINE=$1 COMP_POINT=\${#1}; _edu_repo; printf '%s\n' "\${COMPREPLY[@]}"`,
      'bash',
      line,
    ]);
    return stdout.split('\n');
  }

  test.each([
    ['edu-repo ls /Kl', '/Klasse 9/', '/Klasse\\ 9/'],
    ['edu-repo ls "/Kl', '/Klasse 9/', '/Klasse 9/'],
    ['edu-repo ls /', '/$(touch x)`y`/', '/\\$\\(touch\\ x\\)\\`y\\`/'],
    ['edu-repo ls "/', '/$(touch x)`y`/', '/\\$(touch x)\\`y\\`/'],
    ["edu-repo ls '/", "/$(touch x)'s/", "/$(touch x)'\\''s/"],
    ['edu-repo ls west:/Inf', 'west:/Informatik/', '/Informatik/'],
    ['edu-repo ls "west:/Inf', 'west:/Informatik/', 'west:/Informatik/'],
    ['edu-repo ls ~', '~/', '\\~/'],
  ])('in bash completes «%s» with %s, which it does not run: %s', async (line, value, expected) => {
    expect(await inserted(line, value)).toEqual([expected]);
  });
});
