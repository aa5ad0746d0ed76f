import { expect, test } from 'vitest';
import { refreshed, signIn } from '../../src/cli/connection/grants.ts';
import type { Transport } from '../../src/contract/call.ts';

const client = { id: 'our-app', secret: 'secret' };

const refusing =
  (headers: Readonly<Record<string, string>>): Transport =>
  async () => ({ status: 401, headers, body: { kind: 'json', value: { error: 'x', message: 'Come later.' } } });

test('a sign-in has ended where the server refuses its refresh token, but not where it asks to come later', async () => {
  expect(await refreshed(refusing({}), client, 'token')).toBeUndefined();
  const busy = refreshed(refusing({ 'retry-after': '7' }), client, 'token');
  await expect(busy).rejects.toMatchObject({ message: 'Come later.', exitCode: 8, next: 'Try again in 7 seconds' });
});

test('whoever signs in and has to wait is not told that the password is wrong', async () => {
  const person = { userName: 'anna', password: 'right' };
  await expect(signIn(refusing({}), 'http://x', client, person)).rejects.toMatchObject({ exitCode: 4 });
  const busy = signIn(refusing({ 'retry-after': '7' }), 'http://x', client, person);
  await expect(busy).rejects.toMatchObject({ message: 'Come later.', exitCode: 8 });
});
