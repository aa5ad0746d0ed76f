import { beforeEach, describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../src/base/errors/errors.ts';
import type { Passwords } from '../../../src/ports/passwords.ts';
import type { Services } from '../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../support/held-clock.ts';
import { noGeneratedPasswords } from '../../support/no-generated-passwords.ts';

const school = '192.0.2.10';
const second = 1_000;

/** As long as a real hash takes on a slow machine, in milliseconds. */
const hashTime = 200;
const tick = 10;

interface RunningHash {
  readonly endsAt: number;
  end(): void;
}

let clock: HeldClock;
let hashes: RunningHash[];
let started: string[];
let services: Services;

/** Passwords that take their time on the held clock. */
const slowPasswords: Passwords = {
  ...noGeneratedPasswords,
  hash: async (password) => `plain ${password}`,
  verify: (password, hash) =>
    new Promise((resolve) => {
      started.push(password);
      hashes.push({
        endsAt: clock.now().getTime() + hashTime,
        end: () => resolve(hash === `plain ${password}`),
      });
    }),
};

beforeEach(async () => {
  clock = heldClock();
  hashes = [];
  started = [];
  services = await bareRepository(memorySeams({ clock, passwords: slowPasswords }));
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => services.people.create({ userName: `pupil${n}`, password: `own ${n}` })),
  );
  for (const userName of ['teacher', 'anna']) await services.people.create({ userName, password: 'right' });
});

type Outcome = 'in' | 'wrong' | number;

/** A number: for how many seconds to wait. */
async function attempt(userName: string, password: string, address: string | undefined = school): Promise<Outcome> {
  try {
    return (await services.signIn.byPassword(userName, password, address)) === undefined ? 'wrong' : 'in';
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'TooManyRequests') {
      return Number(error.details?.['retryAfter']);
    }
    throw error;
  }
}

/** Goes on by one tick; `noise` is sent before. */
async function goOn(noise: () => void = () => undefined): Promise<void> {
  noise();
  clock.goOn(tick);
  const now = clock.now().getTime();
  for (const hash of hashes.filter(({ endsAt }) => endsAt <= now)) hash.end();
  hashes = hashes.filter(({ endsAt }) => endsAt > now);
  await new Promise((resolve) => setImmediate(resolve));
}

async function goOnFor(milliseconds: number, noise?: () => void): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += tick) await goOn(noise);
}

/** Signs in, and comes again after as long as the answer says; resolves to the milliseconds that this took. */
async function signInUnder(noise: () => void, userName: string, limit = 60 * second): Promise<number> {
  const start = clock.now().getTime();
  const passed = () => clock.now().getTime() - start;
  while (passed() < limit) {
    let outcome: Outcome | undefined;
    const given = attempt(userName, 'right').then((known) => {
      outcome = known;
    });
    while (outcome === undefined) await goOn(noise);
    await given;
    if (outcome === 'in') return passed();
    if (outcome === 'wrong') throw new Error('The password should be right.');
    await goOnFor(outcome * second, noise);
  }
  return passed();
}

let count = 0;
const next = (): number => {
  count += 1;
  return count;
};

const guess = (userName: string): void => {
  attempt(userName, `wrong ${next()}`).catch(() => undefined);
};

const noises: readonly (readonly [string, () => void])[] = [
  ['one account', () => guess('pupil0')],
  ['forty accounts that exist', () => guess(`pupil${next() % 40}`)],
  ['names that nobody has', () => guess(`nobody ${next()}`)],
  ['accounts and names in turn', () => guess(next() % 2 === 0 ? `nobody ${next()}` : `pupil${next() % 40}`)],
];

describe.each([
  ['a hundred', 1],
  ['a thousand', 10],
])('while %s wrong passwords a second come from the address of a school', (_rate, atATime) => {
  describe.each(noises)('for %s', (_kind, one) => {
    const noise = (): void => {
      for (let n = 0; n < atATime; n += 1) one();
    };

    test.each([0, 30 * second])(
      'whoever never failed is in within six seconds, after %d milliseconds',
      async (since) => {
        await goOnFor(since, noise);
        started = [];
        expect(await signInUnder(noise, 'teacher')).toBeLessThanOrEqual(6 * second);
        // Both places of the queue were taken, and some were before it: no other figure is of the machine.
        expect(started.indexOf('right')).toBeLessThanOrEqual(12);
      },
    );

    test('whoever was right from there before is in at once', async () => {
      expect(await signInUnder(() => undefined, 'teacher')).toBeLessThanOrEqual(hashTime + tick);
      await goOnFor(6 * 60 * second + tick);
      await goOnFor(10 * second, noise);
      started = [];
      await signInUnder(noise, 'teacher');
      // Those that are running, then this one.
      expect(started.indexOf('right')).toBeLessThanOrEqual(2);
    });

    test('few of those passwords are looked at in a minute', async () => {
      await goOnFor(60 * second, noise);
      expect(started.length).toBeLessThanOrEqual(kindLimit(_kind));
    });
  });
});

/** Of each account that exists, three may be looked at without an answer to tell. */
const kindLimit = (kind: string): number =>
  kind.startsWith('forty') || kind.startsWith('accounts') ? 20 + 3 * 40 : 20;

test('where others fail, no answer tells whether there is such an account', async () => {
  const noise = (): void => guess(`nobody ${next()}`);
  await goOnFor(5 * second, noise);
  const answerTo = async (userName: string, password: string): Promise<Outcome> => {
    let outcome: Outcome | undefined;
    const given = attempt(userName, password).then((known) => {
      outcome = known;
    });
    while (outcome === undefined) await goOn(noise);
    await given;
    return outcome;
  };
  for (let n = 0; n < 12; n += 1) {
    expect([1, 2]).toContain(await answerTo('anna', `wrong ${n}`));
    expect([1, 2]).toContain(await answerTo('nobody at all', `wrong ${n}`));
    await goOnFor(2 * hashTime, noise);
  }
  expect(started.filter((password) => /^wrong \d$/.test(password))).not.toEqual([]);
});

test('a flood for one account keeps a place for others at the same address', async () => {
  expect(await signInUnder(() => undefined, 'teacher')).toBeLessThanOrEqual(hashTime + tick);
  expect(await signInUnder(() => undefined, 'anna')).toBeLessThanOrEqual(hashTime + tick);
  await goOnFor(6 * 60 * second);
  for (let n = 0; n < 1_000; n += 1) guess('teacher');
  started = [];
  expect(await signInUnder(() => undefined, 'anna')).toBeLessThanOrEqual(3 * hashTime);
});

test('addresses take turns', async () => {
  for (let n = 0; n < 500; n += 1) guess(`nobody ${n}`);
  started = [];
  const outcome = attempt('anna', 'right', '198.51.100.7');
  await goOnFor(4 * hashTime);
  expect(await outcome).toBe('in');
  expect(started.indexOf('right')).toBeLessThanOrEqual(3);
});
