import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}docs/security.md`, 'utf8');

/** The tests that the document names: a file, and a part of a name in it. */
function namedTests(document: string): { readonly file: string; readonly name: string | undefined }[] {
  return [...document.matchAll(/`(test\/[^`]+\.ts)`(?:: "([^"]+)")?/g)].map(([, file = '', name]) => ({ file, name }));
}

describe('docs/security.md', () => {
  test.each(namedTests(text))('names a test that there is: $file, "$name"', ({ file, name }) => {
    expect(existsSync(`${root}${file}`)).toBe(true);
    expect(readFileSync(`${root}${file}`, 'utf8')).toContain(name ?? '');
  });

  test('has a row for every threat of the table, and a test or a plain word in each row', () => {
    const rows = text.split('\n').filter((line) => /^\| (?:[TA]\d+)? ?\|/.test(line));
    const ids = new Set(rows.map((row) => /^\| (\w*) ?\|/.exec(row)?.[1]));
    const expected = Array.from({ length: 37 }, (_, index) => `T${index + 1}`);
    expect(expected.filter((id) => !ids.has(id))).toEqual([]);
    const bare = rows.filter((row) => namedTests(row).length === 0 && !/\| None(?: yet)? \|$/.test(row));
    expect(bare).toEqual([]);
  });
});
