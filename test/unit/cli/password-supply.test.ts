import { expect, test, vi } from 'vitest';
import { createPasswordSupply } from '../../../src/cli/class-list/password-supply.ts';
import { AnswerError } from '../../../src/client/answer-error.ts';

const take = async (next: () => Promise<string>, count: number): Promise<string[]> => {
  const taken: string[] = [];
  for (let at = 0; at < count; at += 1) taken.push(await next());
  return taken;
};

test('the server is asked for as many passwords as are needed, a hundred at a time', async () => {
  let last = 0;
  const ask = vi.fn(async (count: number) => ({
    passwords: Array.from({ length: count }, () => {
      last += 1;
      return `password-${last}`;
    }),
  }));
  expect((await take(createPasswordSupply(130, ask), 130)).at(-1)).toBe('password-130');
  expect(ask.mock.calls).toEqual([[100], [30]]);
});

const failure = (status: number): AnswerError =>
  new AnswerError('generatePasswords', { status, headers: {}, body: { kind: 'empty' } });

test('a server that does not know the call is asked once, and other failures pass through', async () => {
  const ask = vi.fn(() => Promise.reject(failure(404)));
  const taken = await take(createPasswordSupply(3, ask), 3);
  expect(new Set(taken).size).toBe(3);
  for (const password of taken) expect(password).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/);
  expect(ask).toHaveBeenCalledTimes(1);
  await expect(createPasswordSupply(3, () => Promise.reject(failure(500)))()).rejects.toThrow();
});
