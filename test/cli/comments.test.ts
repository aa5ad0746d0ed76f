import { describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();

describe('comments', () => {
  test('are made, answered, changed, listed and deleted', async () => {
    await run(['node', 'create', '/', 'Plan.md']);
    const { ref } = await json<{ ref: { id: string } }>(['comment', 'add', '/Plan.md', 'Bitte ansehen']);
    const answer = await run(['comment', 'add', '/Plan.md', '-', '--reply-to', ref.id], {
      input: 'Gern,\nbis Freitag',
    });
    expect(answer.code).toBe(0);
    expect((await run(['comment', 'edit', ref.id, 'Bitte bald ansehen', '-o', 'id'])).stdout).toBe(`${ref.id}\n`);
    const { stdout } = await run(['comments', 'list', '/Plan.md']);
    expect(stdout).toMatch(/Admin +Bitte bald ansehen/);
    expect(stdout).toMatch(/Admin +↳ Gern, ⏎ bis Freitag/);
    const { comments } = await json<{ comments: { comment: string }[] }>(['comment', 'list', '/Plan.md']);
    expect(comments.map(({ comment }) => comment)).toEqual(['Bitte bald ansehen', 'Gern,\nbis Freitag']);
    expect((await run(['comment', 'delete', ref.id, '-n'])).stderr).toContain('Would delete');
    expect((await run(['comment', 'rm', ref.id])).code).toBe(0);
    expect((await run(['comment', 'delete', ref.id])).code).toBe(3);
    expect((await json<{ comments: unknown[] }>(['comment', 'list', '/Plan.md'])).comments).toHaveLength(1);
  });

  test('say what is missing', async () => {
    await run(['node', 'create', '/', 'Leer.md']);
    expect((await run(['comment', 'list', '/Leer.md'])).stderr).toContain('The node has no comments.');
    expect((await run(['comment', 'add', '/Leer.md', ' '])).code).toBe(2);
    expect((await run(['comment', 'add', '/Nirgends.md', 'x'])).code).toBe(3);
    expect((await run(['comment', 'add', '/Leer.md', 'x', '--reply-to', 'nonsense'])).code).toBe(1);
    expect((await run(['comment', 'edit', 'nonsense', 'x'])).code).toBe(3);
  });
});
