import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();

interface Step {
  readonly doing: string;
  readonly unit: string;
  readonly done: number;
  readonly total?: number;
  readonly failed: number;
  readonly bytes: number;
  readonly seconds: number;
}

const isStep = (line: string): boolean => line.startsWith('{');

/** Runs a command with `--progress jsonl`, and gives what stderr has besides, and its last step. */
async function lastStep(...words: string[]) {
  const { code, stderr } = await repository.run([...words, '--progress', 'jsonl']);
  const lines = stderr.split('\n');
  const steps = lines.filter(isStep).map((line) => JSON.parse(line) as Step);
  return { code, steps, last: steps.at(-1), others: lines.filter((line) => line !== '' && !isStep(line)) };
}

describe('--progress jsonl', () => {
  test('the last line of an import of a folder says what was counted before, without what is left out', async () => {
    const source = join(repository.folder(), 'material');
    await makeTree(source, { 'a.txt': 'aa', 'b.txt': 'bbb', 'Klasse 7/c.txt': 'c', 'x.tmp': 'x' });
    const { code, last, others } = await lastStep('import', source, '/Material', '--exclude', '*.tmp');
    expect(code).toBe(0);
    expect(last).toMatchObject({ doing: 'Importing', unit: 'file', done: 3, total: 3, failed: 0, bytes: 6 });
    expect(last?.seconds).toBeGreaterThanOrEqual(0);
    expect(others.join('\n')).toContain('Imported 3 files');
  });

  test('several sources of cp have one total, and files that fail are among the done', async () => {
    const source = join(repository.folder(), 'mehr');
    await makeTree(source, { 'a.txt': 'a', 'sub/b.txt': 'b' });
    const single = join(repository.folder(), 'einzeln.txt');
    await writeFile(single, 'e');
    await repository.run(['mkdir', '/Kopien']);
    const { code, last } = await lastStep('cp', '-r', source, single, 'repo:/Kopien/');
    expect([code, last?.done, last?.total]).toEqual([0, 3, 3]);
    const again = await lastStep('cp', '-r', single, join(repository.folder(), 'keine.txt'), 'repo:/Kopien/');
    expect([again.code, again.last?.done, again.last?.failed]).toEqual([7, 2, 1]);
  });

  test('rows of a list are counted', async () => {
    const list = join(repository.folder(), 'links.csv');
    await writeFile(list, 'Titel;URL\nEins;https://example.org/1\nZwei;https://example.org/2\n');
    const { code, last } = await lastStep('import', list, '/Links');
    expect(code).toBe(0);
    expect(last).toMatchObject({ doing: 'Importing', unit: 'item', done: 2, failed: 0 });
  });

  test('with --quiet, stderr has the steps alone', async () => {
    const source = join(repository.folder(), 'leise');
    await makeTree(source, { 'a.txt': 'a' });
    const { last, others } = await lastStep('import', source, '/Leise', '--quiet');
    expect([last?.done, others]).toEqual([1, []]);
  });
});

test('another form is refused with those that there are', async () => {
  const { code, stderr } = await repository.run(['ls', '--progress', 'xml']);
  expect(code).toBe(2);
  expect(stderr).toContain('text, jsonl, none');
});

describe('--limit-rate', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve({ dataDirectory: repository.dataDirectory(), overrides: { 'server.port': '0' } });
  });
  afterAll(() => server.close());

  const size = 40_000;
  /** That long 40 kB take at 20 kB/s at least; the first 16 kB pass at once. */
  const leastMs = 1000;

  async function timed(...words: string[]): Promise<number> {
    const start = performance.now();
    const { code, stderr } = await repository.run(words);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    return performance.now() - start;
  }

  test('an upload and a download take as long as the rate says, and nothing is lost', async () => {
    const [there, back] = ['hin.bin', 'zurück.bin'].map((name) => join(repository.folder(), name)) as [string, string];
    const bytes = Buffer.alloc(size, 'Kreide');
    await writeFile(there, bytes);
    expect(await timed('cp', there, 'repo:/hin.bin', '--limit-rate', '20k')).toBeGreaterThan(leastMs);
    expect(await timed('cp', 'repo:/hin.bin', back, '--limit-rate', '0.02MB')).toBeGreaterThan(leastMs);
    const { stdout } = await repository.run(['cat', '/hin.bin']);
    expect(stdout).toBe(bytes.toString());
  });

  test.each(['0', '2', '15k', '-5k', 'fast', '5x', '1e6'])('%s is refused', async (rate) => {
    const { code, stderr } = await repository.run(['ls', `--limit-rate=${rate}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('500k or 2M, and at least 16k');
  });
});
