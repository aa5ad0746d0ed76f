import { beforeEach, describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../../../src/base/errors/errors.ts';
import type { Passwords } from '../../../../../src/ports/passwords.ts';
import type { Services } from '../../../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../../../support/held-clock.ts';
import { noGeneratedPasswords } from '../../../../support/no-generated-passwords.ts';

const attacker = '203.0.113.66';
const elsewhere = '192.0.2.10';
const minute = 60_000;

type Outcome = 'in' | 'wrong' | 'later';

let clock: HeldClock;
let hashed: number;
let services: Services;

/** Passwords that cost nothing, and count. */
const countedPasswords: Passwords = {
  ...noGeneratedPasswords,
  hash: async (password) => `plain ${password}`,
  verify: async (password, hash) => {
    hashed += 1;
    return hash === `plain ${password}`;
  },
};

async function attempt(userName: string, password: string, address: string | undefined): Promise<Outcome> {
  try {
    return (await services.signIn.byPassword(userName, password, address)) === undefined ? 'wrong' : 'in';
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'TooManyRequests') return 'later';
    throw error;
  }
}

async function wrongOnes(count: number, of: (n: number) => [userName: string, address: string]): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const [userName, address] = of(n);
    expect(await attempt(userName, `wrong ${n}`, address)).not.toBe('in');
  }
}

beforeEach(async () => {
  clock = heldClock();
  services = await bareRepository(memorySeams({ clock, passwords: countedPasswords }));
  await services.people.create({ userName: 'anna', firstName: '', lastName: '', email: '', password: 'right' });
  await services.people.create({ userName: 'bert', firstName: '', lastName: '', email: '', password: 'right too' });
  hashed = 0;
});

describe('of a thousand wrong passwords in a minute at most twenty are hashed', () => {
  test.each<[string, (n: number) => [string, string]]>([
    ['for one account', () => ['anna', attacker]],
    ['for a thousand accounts', (n) => [`anna${n}`, attacker]],
    ['for nobody', () => ['nobody at all', attacker]],
  ])('%s', async (_case, of) => {
    for (let second = 0; second < 60; second += 1) {
      await wrongOnes(17, of);
      clock.goOn(999);
    }
    expect(hashed).toBeGreaterThanOrEqual(5);
    expect(hashed).toBeLessThanOrEqual(20);
  });

  test('also where they come all at a time', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => attempt(n % 2 === 0 ? 'anna' : `other ${n}`, `wrong ${n}`, attacker)),
    );
    expect(outcomes).not.toContain('in');
    expect(hashed).toBeLessThanOrEqual(20);
  });

  test('and the right one from another address works at once, for that account and any other', async () => {
    await wrongOnes(1_000, () => ['anna', attacker]);
    expect(await attempt('anna', 'right', attacker)).toBe('later');
    expect(await attempt('anna', 'right', elsewhere)).toBe('in');
    expect(await attempt('bert', 'right too', elsewhere)).toBe('in');
  });
});

describe('whoever has to wait', () => {
  test('is told how long, and is then let in', async () => {
    await wrongOnes(20, () => ['anna', attacker]);
    const refusal = await services.signIn.byPassword('anna', 'right', attacker).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RepositoryError);
    expect((refusal as RepositoryError).details).toEqual({ retryAfter: 1 });
    clock.goOn(1_000);
    expect(await attempt('anna', 'right', attacker)).toBe('in');
  });

  test('waits twice as long each time, and never more than a minute', async () => {
    await wrongOnes(20, () => ['anna', attacker]);
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      let seconds = 0;
      for (; (await attempt('anna', `wrong again ${n}`, attacker)) === 'later'; seconds += 1) clock.goOn(1_000);
      waits.push(seconds);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test('waits some seconds where others behind the same address guess', async () => {
    for (let second = 0; second < 300; second += 1) {
      await wrongOnes(3, (n) => [`other ${n}`, attacker]);
      clock.goOn(1_000);
    }
    clock.goOn(5_000);
    expect(await attempt('bert', 'right too', attacker)).toBe('in');
  });

  test('does not wait at all where others behind the same address are wrong now and then', async () => {
    for (let n = 0; n < 200; n += 1) {
      await wrongOnes(1, () => [`other ${n}`, attacker]);
      clock.goOn(6_000);
    }
    expect(hashed).toBe(200);
    expect(await attempt('bert', 'right too', attacker)).toBe('in');
  });

  test('does not wait any more after a quarter of an hour without a wrong one', async () => {
    await wrongOnes(20, () => ['anna', attacker]);
    clock.goOn(15 * minute);
    await wrongOnes(4, () => ['anna', attacker]);
    expect(await attempt('anna', 'right', attacker)).toBe('in');
  });

  test('is not whoever was right from there before, but for one wrong attempt', async () => {
    expect(await attempt('anna', 'right', attacker)).toBe('in');
    await wrongOnes(100, (n) => [`other ${n}`, attacker]);
    // What was right before is remembered for five minutes, without a hash: this one was not.
    clock.goOn(6 * minute);
    await wrongOnes(100, (n) => [`other ${n}`, attacker]);
    expect(await attempt('bert', 'right too', attacker)).toBe('later');
    expect(await attempt('anna', 'right', attacker)).toBe('in');
    clock.goOn(6 * minute);
    await wrongOnes(100, (n) => [`other ${n}`, attacker]);
    hashed = 0;
    expect(await attempt('anna', 'wrong', attacker)).toBe('wrong');
    expect(await attempt('anna', 'right', attacker)).toBe('later');
    expect(hashed).toBe(1);
  });
});

describe('an account that is tried from everywhere', () => {
  test('is slowed down as a whole, and lets its owner in from where they were before', async () => {
    expect(await attempt('anna', 'right', elsewhere)).toBe('in');
    hashed = 0;
    await wrongOnes(1_000, (n) => ['anna', `198.51.${n % 4}.${n % 250}`]);
    expect(hashed).toBeGreaterThanOrEqual(10);
    expect(hashed).toBeLessThanOrEqual(20);
    clock.goOn(6 * minute);
    await wrongOnes(1_000, (n) => ['anna', `198.51.${n % 4}.${n % 250}`]);
    expect(await attempt('anna', 'right', elsewhere)).toBe('in');
    expect(await attempt('bert', 'right too', attacker)).toBe('in');
  });

  test('gains nothing by another address of the same IPv6 network', async () => {
    await wrongOnes(1_000, (n) => [`anna${n}`, `2001:db8:0:7::${n.toString(16)}`]);
    expect(hashed).toBeLessThanOrEqual(20);
    expect(await attempt('bert', 'right too', '2001:db8::7:0:0:0:1')).toBe('later');
    expect(await attempt('bert', 'right too', '2001:db8:0:8::1')).toBe('in');
  });
});

test('attempts of this machine itself are slowed down by account alone', async () => {
  for (let n = 0; n < 30; n += 1) expect(await attempt(`nobody ${n}`, 'wrong', undefined)).toBe('wrong');
  for (let n = 0; n < 30; n += 1) await attempt('anna', `wrong ${n}`, undefined);
  expect(await attempt('anna', 'right', undefined)).toBe('later');
  expect(await attempt('bert', 'right too', undefined)).toBe('in');
});

test('a right password is hashed once for all who come with it, and then not again for a while', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt('anna', 'right', elsewhere)));
  expect(new Set(outcomes)).toEqual(new Set(['in']));
  for (let n = 0; n < 50; n += 1) await attempt('anna', 'right', elsewhere);
  expect(hashed).toBe(1);
});

test('wrong secrets of a client of the token endpoint bring a delay too', async () => {
  const secret = await services.oauthClients.add('our-app');
  const tries = Array.from({ length: 100 }, (_, n) => n);
  for (const n of tries)
    await services.oauthClients.authenticate('our-app', `wrong ${n}`, attacker).catch(() => undefined);
  await expect(services.oauthClients.authenticate('our-app', secret, attacker)).rejects.toMatchObject({
    code: 'TooManyRequests',
  });
  expect(await services.oauthClients.authenticate('our-app', secret, elsewhere)).toMatchObject({ id: 'our-app' });
});

test('people and clients of the same name have nothing to do with each other', async () => {
  const secret = await services.oauthClients.add('portal');
  await services.people.create({ userName: 'client portal', password: 'right' });
  await services.people.create({ userName: 'portal', password: 'right' });
  for (const userName of ['client portal', 'portal']) await wrongOnes(30, () => [userName, attacker]);
  expect(await services.oauthClients.authenticate('portal', secret, attacker)).toMatchObject({ id: 'portal' });
});

test('a client is known at once, however many passwords are being checked', async () => {
  const seams = memorySeams({
    clock,
    passwords: { ...countedPasswords, verify: () => new Promise<boolean>(() => undefined) },
  });
  services = await bareRepository(seams);
  const secret = await services.oauthClients.add('our-app');
  for (let n = 0; n < 100; n += 1) attempt('anna', `password ${n}`, elsewhere).catch(() => undefined);
  expect(await services.oauthClients.authenticate('our-app', secret, elsewhere)).toMatchObject({ id: 'our-app' });
});
