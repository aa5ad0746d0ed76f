import { readdir, writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { columnsOf } from '../../src/cli/print/printable.ts';
import { hasTool } from '../faults/run-tool.ts';
import { skipWithout } from '../support/skip-policy.ts';
import { environment, home, program, start, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

const folder = '/Naturwissenschaften/Biologie Klasse 10/Zellen, Gewebe und Organe/Mikroskopieren-mit-Lichtmikroskopen';
const name = 'Arbeitsblatt zum Mikroskopieren einer Zwiebelhaut mit Lösungen.txt';

beforeAll(async () => {
  expect((await start(['init'])).exitCode).toBe(0);
  await start(['mkdir', '-p', folder]);
  await writeFile(home('blatt'), 'Eine Zwiebelhaut unter dem Mikroskop');
  await writeFile(home('@2'), 'Eine Zwiebelhaut auf dem Tisch');
  expect((await start(['cp', 'blatt', `repo:${folder}/${name}`])).exitCode).toBe(0);
  expect((await start(['cp', './@2', `repo:${folder}/@2`])).exitCode).toBe(0);
});

/** Runs lines in a shell in a pseudo-terminal of their own. Resolves with what it shows. */
async function inTerminal(context: TestContext, columns: number, lines: readonly string[]): Promise<string[]> {
  if (!(await hasTool('script'))) skipWithout(context, 'script; install the package bsdutils');
  const shell = [`stty cols ${columns} rows 40`, ...lines.map((line) => line.replace('edu-repo', `node '${program}'`))];
  const { stdout } = await execa('script', ['--quiet', '--command', shell.join('; '), '/dev/null'], {
    cwd: home(),
    env: environment({ TERM: 'xterm', SHELL: '/bin/sh' }),
    reject: false,
  });
  return stripVTControlCharacters(stdout).replaceAll('\r', '').split('\n');
}

test.for([60, 80, 120])(
  'a terminal of %d columns shows whole folders, and a number that is an address',
  async (columns, context) => {
    const shown = await inTerminal(context, columns, [
      'edu-repo search zwiebelhaut',
      'echo ---',
      'edu-repo cat @1',
      'echo',
      `edu-repo cat '${folder}/@2'`,
      'echo',
      'edu-repo search -l zwiebelhaut',
    ]);
    for (const line of shown) expect(columnsOf(line), line).toBeLessThanOrEqual(columns);
    const rule = shown.indexOf('---');
    const [title = '', ...hits] = shown.slice(0, rule);
    expect(title).toMatch(/^# .*NAME$/);
    expect(hits[0]).toMatch(/^@1 /);
    // The folder is between the name and the passage.
    const end = hits.findIndex((line) => line.startsWith('    Eine Zwiebelhaut'));
    // A space at the end of a line is not shown.
    expect(hits.slice(1, end).join('').replaceAll(' ', '')).toBe(folder.replaceAll(' ', ''));
    const [content, other, ...long] = shown.slice(rule + 1);
    expect([content, other]).toEqual(['Eine Zwiebelhaut unter dem Mikroskop', 'Eine Zwiebelhaut auf dem Tisch']);
    expect(long.join('\n')).toMatch(/^@1 +(?:text +)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12} /m);
  },
);

test('each terminal has its own list, also if the streams of a command are no terminals', async (context) => {
  const first = await inTerminal(context, 80, [
    'edu-repo search mikroskop',
    'edu-repo search tisch >/dev/null',
    'edu-repo cat @1 </dev/null 2>/dev/null | tr a-z A-Z',
  ]);
  expect(first.join('\n')).toContain('EINE ZWIEBELHAUT UNTER DEM MIKROSKOP');
  const other = await inTerminal(context, 80, ['edu-repo cat @1']);
  expect(other.join('\n')).toContain('There is no list of hits in this terminal.');
  expect((await readdir(home('.local', 'state', 'edu-repo', 'searches'))).length).toBeGreaterThan(1);
});
