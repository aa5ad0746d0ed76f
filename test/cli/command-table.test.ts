import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commands, nouns } from '../../src/cli/program/commands.ts';
import { run } from './run-line.ts';
import { shellWords } from './shell-words.ts';
import { understood } from './understood.ts';

const nameOf = (path: readonly string[]) => path.join(' ');

describe('the command table', () => {
  test('names every command once', () => {
    const names = commands.map(({ path }) => nameOf(path));
    expect(new Set(names).size).toBe(names.length);
  });

  test('has a noun for every verb, and a verb for every noun', () => {
    const used = new Set(commands.filter(({ path }) => path.length === 2).map(({ path }) => path[0]));
    expect([...used].sort()).toEqual(nouns.map(({ noun }) => noun).sort());
  });

  test('reaches every module that defines a command', async () => {
    const folder = fileURLToPath(new URL('../../src/cli', import.meta.url));
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const modules = texts.filter((text) => /^export const \w+ = (?:\(.*\) =>\s*)?defineCommand/m.test(text));
    const loaded = new Set(await Promise.all(commands.map((entry) => entry.load())));
    expect(loaded.size).toBe(modules.length);
  });
});

describe.each(commands.map((entry) => [nameOf(entry.path), entry] as const))('%s', (name, entry) => {
  test('has a summary and two or three examples', async () => {
    const { examples } = await entry.load();
    expect(entry.summary).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    expect(examples.length).toBeLessThanOrEqual(3);
  });

  test('understands its own examples', async () => {
    const { examples } = await entry.load();
    for (const { line } of examples) {
      const lines = line.split('|').map((part) => part.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''));
      for (const part of lines.filter((candidate) => candidate.startsWith('edu-repo '))) {
        const words = shellWords(part.replace(/ < \S+$/, '')).slice(1);
        await expect(understood(words), part).resolves.toBeDefined();
      }
    }
  });

  test('shows its examples first in its help, and exits with 0', async () => {
    const { code, stdout, stderr } = await run([...entry.path, '--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Examples:\n {2}\$ /);
    expect(stdout).toContain(entry.summary);
    expect((await run(['help', ...name.split(' ')])).stdout).toBe(stdout);
  });
});
