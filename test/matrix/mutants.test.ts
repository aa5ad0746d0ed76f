import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mutants, quickPasswords, withoutNodeChecks, withoutOperationChecks } from './mutants.ts';

test('every check that the mutants remove occurs exactly once in the sources', async () => {
  const replacements = [
    ...mutants.flatMap((mutant) => mutant.replacements),
    ...withoutNodeChecks,
    withoutOperationChecks,
    quickPasswords,
  ];
  const counts = await Promise.all(
    replacements.map(async ({ file, text }) => {
      const source = await readFile(new URL(`../../src/${file}`, import.meta.url), 'utf8');
      return { file, text, count: source.split(text).length - 1 };
    }),
  );
  expect(counts.filter(({ count }) => count !== 1)).toEqual([]);
});
