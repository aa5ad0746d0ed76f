import { expect, test } from 'vitest';
import { bareRepository, callerOf, memorySeams } from '../../support/bare-repository.ts';

const fast = /^generated-sha256\$/;
const slow = /^scrypt\$/;

test('only a password of this server has the fast hash, once, and until its owner changes it', async () => {
  const services = await bareRepository(memorySeams());
  const { people, credentials } = services;
  const hashOf = async (userName: string) => (await people.get(userName)).passwordHash;
  const password = people.generatePassword();
  await people.create({ userName: 'anna', password });
  expect(await hashOf('anna')).toMatch(fast);

  const lookalikes = { used: password, weak: 'aaaa-aaaa-aaaa-aaaa', prefixed: `generated-sha256$${password}` };
  for (const [userName, tried] of Object.entries(lookalikes)) {
    await people.create({ userName, password: tried });
    expect(await hashOf(userName)).toMatch(slow);
  }

  const change = { oldPassword: password, newPassword: people.generatePassword() };
  await credentials.setPassword(await callerOf(services, 'anna'), 'anna', change, undefined);
  expect(await hashOf('anna')).toMatch(slow);
});
