import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportedItem } from '../../src/cli/import/report.ts';
import type { Run } from './run-line.ts';
import type { TemporaryRepository } from './temporary-repository.ts';

/** What an import left behind. */
export interface Imported extends Omit<Run, 'stdout'> {
  /** The lines of its report, in the order of the items in their sources. */
  readonly items: readonly ReportedItem[];
}

const byPlace = new Intl.Collator('de', { numeric: true });

/** Items as one line each: what became of one, where it stands, where it is, and the columns of its problems. */
export const inShort = ({ items }: Imported): string[] =>
  items.map(({ result, where, path, problems }) =>
    [result, where, path, ...problems.map(({ column = '-' }) => column)].join(' | '),
  );

/** How many items had each result. */
export function countsOf({ items }: Imported): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { result } of items) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

/** Runs `import` with a report, and reads the report. */
export async function imported(repository: TemporaryRepository, ...words: readonly string[]): Promise<Imported> {
  const file = join(repository.folder(), 'report.jsonl');
  // An import that is refused writes none.
  await rm(file, { force: true });
  const { code, stderr } = await repository.run(['import', ...words, '--report', file]);
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const items = lines.map((line) => JSON.parse(line) as ReportedItem);
  return { code, stderr, items: items.sort((a, b) => byPlace.compare(a.where, b.where)) };
}

/** The properties of a node that a source can set. */
export async function storedAt(
  repository: TemporaryRepository,
  path: string,
): Promise<Record<string, readonly string[]>> {
  const { node } = await repository.json<{ node: { properties: Record<string, string[]> } }>(['node', 'get', path]);
  const own = Object.entries(node.properties).filter(
    ([name]) => /^(?:cclom:(?:title|general_)|ccm:(?!replicationsource))/.test(name) && !name.endsWith('_DISPLAYNAME'),
  );
  return Object.fromEntries(own);
}
