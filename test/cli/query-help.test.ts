import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { queryHelp } from '../../src/cli/program/query-help.ts';
import { parseQuery } from '../../src/domain/query/parse-query.ts';
import { anId } from '../conformance/search-index-documents.ts';
import { queryContext } from '../support/query-context.ts';

const context = { ...queryContext, places: new Map([['-userhome-', anId(1)]]) };

/** The examples of the page: what stands in front of the explanation, three spaces apart. */
function examplesOf(page: string): string[] {
  return page.split('\n').flatMap((line) => {
    if (!line.startsWith('  ')) return [];
    const columns = line.trim().split(/ {2,}/);
    return columns.length === 1 ? columns : columns.slice(0, -1);
  });
}

test('every example of «help query» is understood', () => {
  const examples = examplesOf(queryHelp);
  expect(examples.length).toBeGreaterThan(30);
  for (const example of examples) expect(() => parseQuery(example, context), example).not.toThrow();
});

test('so is every example in the guide for teachers', async () => {
  const guide = await readFile(new URL('../../docs/teacher.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const examples = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, one]) => one));
  expect(examples.length).toBeGreaterThan(10);
  for (const example of examples) expect(() => parseQuery(example ?? '', context), example).not.toThrow();
});
