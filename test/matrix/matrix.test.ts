import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formsOf, type Matrix, openMatrix, tabled, tried } from './matrix.ts';
import { type Mutants, makeMutants } from './mutant.ts';

const here = new URL('.', import.meta.url);

describe('who may do what', () => {
  let mutants: Mutants;
  let matrix: Matrix;
  beforeAll(async () => {
    // The program itself, but for the time that a hash takes.
    mutants = await makeMutants([]);
    matrix = await openMatrix(mutants.program, { withDryRuns: true });
  });
  afterAll(async () => {
    await matrix.close();
    await mutants.remove();
  });

  test('every operation of openapi.json has its table, and every table its operation', () => {
    expect(tabled.flatMap(formsOf).sort()).toEqual([...matrix.operations].sort());
    expect([...tried].sort()).toEqual([...tabled].sort());
  });

  test('most operations that change something support dry runs, which are compared too', () => {
    const changing = matrix.operations.filter((key) => !key.startsWith('GET '));
    expect(matrix.dryRuns.length).toBeGreaterThan(changing.length / 2);
  });

  test.each(tabled)('%s is as the table says', async (key) => {
    expect(await matrix.differences(key)).toEqual([]);
  });
});

describe('the tables', () => {
  const importsOf = (text: string): string[] => [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);

  test('know nothing of the program: they import the form of a table and nothing else', async () => {
    const folder = new URL('expected/', here);
    const files = await readdir(folder);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(importsOf(await readFile(new URL(file, folder), 'utf8')), file).toEqual(['../grid.ts']);
    }
    expect(importsOf(await readFile(new URL('grid.ts', here), 'utf8'))).toEqual([]);
  });

  test('nor does whatever compares: nothing here imports anything of src', async () => {
    const files = (await readdir(here, { recursive: true })).filter((file) => file.endsWith('.ts'));
    for (const file of files) {
      const names = importsOf(await readFile(new URL(file, here), 'utf8'));
      expect(
        names.filter((name) => name.includes('src/') || name.includes('support/')),
        file,
      ).toEqual([]);
    }
  });
});
