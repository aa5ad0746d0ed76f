import { beforeEach, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();
let top = '';
let count = 0;

const made = async (...words: string[]): Promise<string> =>
  (await json<{ node: { ref: { id: string } } }>(['node', 'create', ...words])).node.ref.id;

beforeEach(async () => {
  count += 1;
  top = `/top-${count}`;
  await made('/', top.slice(1), '--type', 'folder');
});

test('rm prints what is gone for scripts, and nothing otherwise', async () => {
  const ids = [await made(top, 'a'), await made(top, 'b')];
  const words = ['rm', `${top}/a`, `repo:${top}/b`];
  const entries = ids.map((id, at) => ({ ref: { id }, name: 'ab'[at], path: `${top}/${'ab'[at]}` }));
  expect(await json([...words, '-n'])).toMatchObject({ nodes: entries, pagination: { total: 2 } });
  expect(await json(words)).toMatchObject({ nodes: entries });
  expect(JSON.parse((await run(['rm', '-', '--json'])).stdout)).toMatchObject({ nodes: [] });
  const id = await made(top, 'c');
  expect((await run(['rm', `${top}/c`, '-o', 'id'])).stdout).toBe(`${id}\n`);
  expect((await run(['trash', 'restore', '-'], { input: `${id}\n` })).code).toBe(0);
  expect((await run(['rm', `${top}/c`, '-o', 'csv', '--fields', 'id,name,path'])).stdout).toBe(
    `id,name,path\n${id},c,${top}/c\n`,
  );
  await run(['trash', 'restore', id]);
  expect((await run(['rm', `${top}/c`])).stdout).toBe('');
});

test('mv prints what it moved for scripts, and nothing otherwise', async () => {
  const folder = ['--type', 'folder'];
  const [a, b] = [await made(top, 'a.txt'), await made(top, 'from', ...folder)];
  const parent = { id: await made(top, 'to', ...folder) };
  const { stdout } = await run(['mv', `${top}/a.txt`, `${top}/from`, `${top}/to`, '--json']);
  const { nodes } = JSON.parse(stdout) as { nodes: unknown[] };
  expect(nodes).toMatchObject([
    { ref: { id: a }, name: 'a.txt', parent },
    { ref: { id: b }, name: 'from', parent },
  ]);
  const renamed = ['mv', `${top}/to/a.txt`, `${top}/to/b.txt`];
  expect(await json([...renamed, '-n'])).toMatchObject({ nodes: [{ ref: { id: a }, name: 'a.txt' }] });
  expect(await json(renamed)).toMatchObject({ nodes: [{ ref: { id: a }, name: 'b.txt' }] });
  expect((await run(['mv', `${top}/to/b.txt`, `${top}/c.txt`])).stdout).toBe('');
});
