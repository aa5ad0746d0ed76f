import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { localTime } from '../../src/cli/print/local-time.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();

interface NodeEntry {
  readonly node: { readonly ref: { readonly id: string }; readonly modifiedAt: string };
}

/** What a clock shows that is so many hours ahead of the ISO time. */
const ahead = (iso: string, hours: number): string =>
  new Date(Date.parse(iso) + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('times are shown by the clock of whoever looks', () => {
  let modifiedAt = '';

  beforeAll(async () => {
    await run(['node', 'create', '/', 'Plan.md']);
    await run(['node', 'upload', '/Plan.md', '-'], { input: 'one' });
    await run(['comment', 'add', '/Plan.md', 'gut']);
    modifiedAt = (await json<NodeEntry>(['node', 'get', '/Plan.md'])).node.modifiedAt;
  });

  test.each([
    ['Asia/Tokyo', 9],
    ['America/Bogota', -5],
  ])('%s: in tables and records', async (zone, hours) => {
    vi.stubEnv('TZ', zone);
    const shown = ahead(modifiedAt, hours);
    for (const words of [
      ['ls', '-l', '/'],
      ['node', 'versions', '/Plan.md'],
      ['node', 'get', '/Plan.md'],
    ]) {
      expect((await run(words)).stdout).toContain(shown);
    }
    const [said = ''] = /[^,]*Z/.exec((await run(['comment', 'list', '/Plan.md', '-o', 'csv'])).stdout) ?? [];
    expect((await run(['comment', 'list', '/Plan.md'])).stdout).toContain(ahead(said, hours));
    const other = (await json<NodeEntry>(['node', 'create', '/', `weg-${hours}`])).node;
    await run(['rm', other.ref.id]);
    const [deleted = ''] = /[^,]*Z/.exec((await run(['trash', 'list', '-o', 'csv'])).stdout) ?? [];
    expect((await run(['trash', 'list'])).stdout).toContain(ahead(deleted, hours));
  });

  test('but programs read ISO 8601 in UTC', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    for (const words of [
      ['ls', '-l', '/'],
      ['node', 'versions', '/Plan.md'],
      ['node', 'get', '/Plan.md'],
    ]) {
      expect((await run([...words, '-o', 'csv'])).stdout).toContain(modifiedAt);
      expect((await run([...words, '-o', 'json'])).stdout).toContain(modifiedAt);
    }
    expect((await run(['comment', 'list', '/Plan.md', '-o', 'csv'])).stdout).toMatch(/,\d{4}-.*T.*Z,admin,/);
    expect((await run(['node', 'versions', '/Plan.md', '-o', 'csv'])).stdout).toMatch(/^1\.1,true,3,.*Z,admin,$/m);
  });
});

test('what is no time is shown as it came', () => {
  expect(localTime('gestern')).toBe('gestern');
  expect([localTime(undefined), localTime(null), localTime('')]).toEqual(['', '', '']);
});
