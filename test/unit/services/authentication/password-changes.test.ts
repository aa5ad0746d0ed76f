import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import type { Passwords } from '../../../../src/ports/passwords.ts';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, callerOf, memorySeams } from '../../../support/bare-repository.ts';
import { noGeneratedPasswords } from '../../../support/no-generated-passwords.ts';

const address = '192.0.2.10';

let hashed: number;
let services: Services;
let anna: Caller;
let whileChecking: () => Promise<void>;

const countedPasswords: Passwords = {
  ...noGeneratedPasswords,
  hash: async (password) => {
    hashed += 1;
    return `plain ${password}`;
  },
  verify: async (password, hash) => {
    await whileChecking();
    return hash === `plain ${password}`;
  },
};

const change = (caller: Caller, oldPassword: string | undefined, newPassword: string): Promise<void> =>
  services.credentials.setPassword(caller, 'anna', { oldPassword, newPassword }, address);

beforeEach(async () => {
  services = await bareRepository(memorySeams({ passwords: countedPasswords }));
  await services.people.create({ userName: 'anna', password: 'old' });
  anna = await callerOf(services, 'anna');
  hashed = 0;
  whileChecking = async () => undefined;
});

describe('the own password', () => {
  test('is changed once at a time: of many calls one is carried out, and only that one costs a hash', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => change(anna, 'old', `new ${n}`)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(199);
    for (const error of refused) expect(error).toMatchObject({ code: 'TooManyRequests' });
    expect(hashed).toBe(1);
    await change(anna, 'new 0', 'newer');
    expect(await services.signIn.byPassword('anna', 'newer', address)).toMatchObject({ userName: 'anna' });
  });

  test('can be tried again after a failure, and keeps no administrator from setting it', async () => {
    await expect(change(anna, 'wrong', 'new')).rejects.toMatchObject({ code: 'Forbidden' });
    const admin = await callerOf(services, 'admin');
    const [, set] = await Promise.allSettled([change(anna, 'old', 'mine'), change(admin, undefined, 'set')]);
    expect(set.status).toBe('fulfilled');
    expect(await services.signIn.byPassword('anna', 'old', address)).toBeUndefined();
  });
});

test('a new password ends what was opened by the old one, and reads nobody anew', async () => {
  const before = await services.signIn.byPassword('anna', 'old', address);
  expect(await before?.currentCaller(null)).toBe(anna);
  await change(anna, 'old', 'new');
  expect(await before?.currentCaller(null)).toBeUndefined();
  expect(await callerOf(services, 'anna')).toBe(anna);
});

test('a password that is replaced while it is checked signs nobody in', async () => {
  const admin = await callerOf(services, 'admin');
  whileChecking = () => change(admin, undefined, 'new');
  expect(await services.signIn.byPassword('anna', 'old', address)).toBeUndefined();
  whileChecking = async () => undefined;
  expect(await services.signIn.byPassword('anna', 'new', address)).toMatchObject({ userName: 'anna' });
});
