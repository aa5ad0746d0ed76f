import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { commands } from '../../../src/cli/program/commands.ts';
import { type ManPage, manPagesOf } from '../../support/manual/man-pages.ts';
import { type Manual, readManual } from '../../support/manual/manual.ts';
import { skipWithout } from '../../support/skip-policy.ts';

let manual: Manual;
let pages: readonly ManPage[] = [];
let folder = '';

beforeAll(async () => {
  manual = await readManual();
  pages = manPagesOf(manual);
  folder = await mkdtemp(join(tmpdir(), 'man-'));
  for (const { file, text } of pages) await writeFile(join(folder, file), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a program finds wrong with the pages; undefined if this machine does not have it. */
async function findings(program: string, options: readonly string[]): Promise<string | undefined> {
  const files = pages.map(({ file }) => join(folder, file));
  const { code, stdout, stderr } = await execa(program, [...options, ...files], { reject: false });
  return code === 'ENOENT' ? undefined : `${stdout}${stderr}`;
}

const mandoc = (): Promise<string | undefined> => findings('mandoc', ['-T', 'lint', '-W', 'warning']);

describe('the man pages', () => {
  test('are those that package.json names, for every word after edu-repo', () => {
    expect(pages.map(({ file }) => `./man/${file}`).sort()).toEqual(manifest.man);
    const words = new Set(commands.filter(({ hidden }) => hidden !== true).map(({ path: [word] }) => word));
    expect(pages.map(({ file }) => file).sort()).toEqual(
      ['edu-repo.1', ...[...words].map((word) => `edu-repo-${word}.1`)].sort(),
    );
    expect(manifest.files).toContain('man');
  });

  test('have nothing that mandoc warns of, and mandoc warns of a mistake', async (context) => {
    const found = (await mandoc()) ?? skipWithout(context, 'mandoc; install the package mandoc');
    expect(found).toBe('');
    await writeFile(join(folder, 'edu-repo.1'), `${pages[0]?.text}.XX nothing\n`);
    expect(await mandoc()).toContain('unknown macro');
    await writeFile(join(folder, 'edu-repo.1'), pages[0]?.text ?? '');
  });

  test('have nothing that groff warns of', async (context) => {
    const found = await findings('groff', ['-man', '-ww', '-z', '-Tutf8']);
    expect(found ?? skipWithout(context, 'groff; install the package groff-base')).toBe('');
  });

  test('show every argument, option and example as the help has it', async (context) => {
    const found = await findings('mandoc', ['-T', 'utf8', '-O', 'width=1000']);
    // Bold letters are printed twice, with a backspace between.
    const shown = (found ?? skipWithout(context, 'mandoc; install the package mandoc')).replaceAll(/.[\b]/gu, '');
    for (const { terms, examples, summary } of manual.pages.flatMap((page) => page.commands)) {
      for (const { term } of terms) expect(shown).toContain(`  ${term}`);
      for (const { line } of examples) expect(shown).toContain(`  ${line}\n`);
      expect(shown).toContain(summary);
    }
  });

  test('have the day of SOURCE_DATE_EPOCH, so that a build can be repeated', () => {
    const [page] = manPagesOf(manual, { SOURCE_DATE_EPOCH: '1700000000' });
    expect(page?.text).toMatch(/^\.TH EDU\\-REPO 1 2023-11-14 "edu\\-repo \d/);
  });
});
