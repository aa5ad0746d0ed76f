import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, folder } = withTemporaryRepository();

interface Usage {
  readonly nodeId: string;
  readonly usageCounter: number;
  readonly usageVersion: string;
}

const list = async (words: readonly string[]): Promise<readonly Usage[]> =>
  (await json<{ usages: readonly Usage[] }>(['usage', 'list', ...words])).usages;

const record = (node: string, course: string, more: readonly string[] = []) =>
  json<Usage>(['usage', 'record', node, '--app', 'moodle', '--course', course, '--resource', '4', ...more]);

describe('usages', () => {
  test('are recorded, listed, reported and deleted', async () => {
    await run(['app', 'add', '--id', 'moodle', '--host', '127.0.0.1']);
    await run(['node', 'create', '/', 'Plan.md', '-p', 'cclom:title=Plan, neu']);
    const first = await record('/Plan.md', '17');
    expect(await record('/Plan.md', '17', ['--content-version', '1.0'])).toMatchObject({
      ...{ nodeId: first.nodeId, usageCounter: 2, usageVersion: '1.0' },
    });
    const second = await record('/Plan.md', '=18');
    expect(await list(['/Plan.md'])).toHaveLength(2);
    expect(await list(['--app', 'moodle'])).toHaveLength(2);
    expect(await list(['--app', 'moodle', '--course', '17'])).toMatchObject([{ nodeId: first.nodeId }]);
    const { stdout } = await run(['usage', 'report']);
    expect(stdout).toMatch(/title +app +course +resource +version +count +people +from +to/i);
    expect(stdout).toMatch(/Plan, neu +moodle +17 +4 +1\.0 +2 +1/);
    const csv = (await run(['usage', 'report', '-o', 'csv', '--course', '17'])).stdout.trimEnd().split('\n');
    expect(csv[0]).toBe('node,title,app,course,resource,id,version,count,people,from,to,by');
    expect(csv.slice(1)).toEqual([expect.stringContaining(`,"Plan, neu",moodle,17,4,${first.nodeId},1.0,2,1,`)]);
    expect((await run(['usage', 'delete', '/Plan.md', first.nodeId, '-n'])).stderr).toContain('Would delete');
    expect((await run(['usage', 'rm', '/Plan.md', first.nodeId])).code).toBe(0);
    expect((await run(['usage', 'rm', '/Plan.md', first.nodeId])).code).toBe(3);
    expect(await list(['/Plan.md'])).toMatchObject([{ nodeId: second.nodeId }]);
  });

  test('are reported by day', async () => {
    await run(['app', 'add', '--id', 'lms', '--host', '127.0.0.1']);
    await run(['node', 'create', '/', 'Tag.md']);
    await run(['usage', 'record', '/Tag.md', '--app', 'lms', '--course', '1', '--resource', '2']);
    const today = new Date();
    const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    const shown = async (words: readonly string[]) =>
      (await run(['usage', 'report', '--app', 'lms', '-o', 'id', ...words])).stdout.split('\n').filter(Boolean).length;
    expect(await shown(['--to', '2020-12-31'])).toBe(0);
    expect(await shown(['--from', '2020-01-01', '--to', '2099-12-31'])).toBe(1);
    expect(await shown(['--from', day])).toBe(1);
    expect((await run(['usage', 'report', '--to', '2020-12-31'])).stderr).toContain('There are no such usages.');
  });

  test('are deleted with their app, or kept for its new key', async () => {
    const registration = join(folder(), 'app.xml');
    await writeFile(
      registration,
      '<properties><entry key="appid">old</entry><entry key="type">LMS</entry></properties>',
    );
    await run(['app', 'add', registration]);
    await run(['node', 'create', '/', 'Alt.md']);
    await run(['usage', 'record', '/Alt.md', '--app', 'old', '--course', '1', '--resource', '2']);
    expect((await run(['app', 'remove', 'old', '--keep-usages', '--yes'])).code).toBe(0);
    await run(['app', 'add', registration]);
    expect(await list(['--app', 'old'])).toHaveLength(1);
    expect((await run(['app', 'remove', 'old', '--yes'])).code).toBe(0);
    await run(['app', 'add', registration]);
    expect(await list(['--app', 'old'])).toHaveLength(0);
  });

  test('say what is missing', async () => {
    await run(['node', 'create', '/', 'Leer.md']);
    expect((await run(['usage', 'list', '/Leer.md'])).stderr).toContain('There are no usages that you may see.');
    expect((await run(['usage', 'list', '--app', 'unknown'])).code).toBe(3);
    expect((await run(['usage', 'record', '/Leer.md', '--course', '1', '--resource', '2'])).code).toBe(2);
    expect(
      (await run(['usage', 'record', '/Leer.md', '--app', '-home-', '--course', '1', '--resource', '2'])).code,
    ).toBe(0);
  });
});
