import { beforeEach, describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../src/base/errors/errors.ts';
import type { Answer, Transport } from '../../../src/contract/call.ts';
import type { Passwords } from '../../../src/ports/passwords.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../support/held-clock.ts';
import { loneDispatch } from '../../support/lone-dispatch.ts';
import { noGeneratedPasswords } from '../../support/no-generated-passwords.ts';
import { basic } from '../../support/people.ts';

const office = '192.0.2.10';
const elsewhere = '203.0.113.66';
const pin = '7411';
const allPins = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));

let clock: HeldClock;
let hashed: number;
/** Whether too many passwords are being checked. */
let busy: boolean;
let send: Transport;

/** Passwords that cost a turn of the event loop, and are counted. */
const countedPasswords: Passwords = {
  ...noGeneratedPasswords,
  hash: async (password) => `plain ${password}`,
  verify: async (password, hash) => {
    if (busy) throw new RepositoryError('Unavailable', 'Too many passwords.', { details: { retryAfter: 3 } });
    hashed += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return hash === `plain ${password}`;
  },
};

beforeEach(async () => {
  clock = heldClock();
  const services = await bareRepository(memorySeams({ clock, passwords: countedPasswords }));
  await services.people.create({ userName: 'pia', firstName: '', lastName: '', email: '', password: pin });
  send = loneDispatch(services);
  hashed = 0;
  busy = false;
});

async function statusOf(
  password: string,
  clientAddress: string,
  header = 'authorization',
  userName = 'pia',
): Promise<number> {
  const { authorization } = basic({ userName, password });
  const answer: Answer = await send({
    operation: 'getPerson',
    params: { repository: '-home-', person: '-me-' },
    query: {},
    body: undefined,
    headers: { [header]: authorization },
    clientAddress,
  });
  return answer.status;
}

describe.each([
  ['the same address', office],
  ['another address', elsewhere],
])('while a four-digit password is in use, guesses from %s', (_case, guesser) => {
  beforeEach(async () => {
    // Once to be hashed, and once more to be answered from memory.
    expect(await statusOf(pin, office)).toBe(200);
    expect(await statusOf(pin, office)).toBe(200);
    expect(hashed).toBe(1);
    hashed = 0;
  });

  test.each(['authorization', 'authentication'])('do not find it one by one, in the header %s', async (header) => {
    for (const guess of allPins) expect(await statusOf(guess, guesser, header)).not.toBe(200);
    expect(hashed).toBeLessThanOrEqual(20);
  });

  test('do not find it all at a time', async () => {
    const statuses = await Promise.all(allPins.map((guess) => statusOf(guess, guesser)));
    expect(statuses).not.toContain(200);
    expect(hashed).toBeLessThanOrEqual(20);
  });

  test('do not find it at a hundred a second while its owner goes on working', async () => {
    const found: string[] = [];
    for (const [at, guess] of allPins.slice(7_000, 7_500).entries()) {
      // The owner counts for nothing here: where they are kept out by somebody beside them is another matter.
      if (at % 5 === 0) await statusOf(pin, office);
      if ((await statusOf(guess, guesser)) === 200) found.push(guess);
      clock.goOn(10);
    }
    expect(found).toEqual([]);
  });

  test('are counted', async () => {
    for (const guess of allPins.slice(0, 30)) await statusOf(guess, guesser);
    expect(await statusOf(pin, guesser)).toBe(429);
    clock.goOn(60_000);
    expect(await statusOf(pin, guesser)).toBe(200);
  });
});

test('guesses from elsewhere do not disturb whoever is signed in', async () => {
  expect(await statusOf(pin, office)).toBe(200);
  for (const guess of allPins.slice(0, 100)) {
    await statusOf(guess, elsewhere);
    expect(await statusOf(pin, office)).toBe(200);
  }
});

test('guesses count also where passwords are not checked, as the address or the machine is too busy', async () => {
  expect(await statusOf(pin, office)).toBe(200);
  for (const guess of allPins.slice(0, 100)) await statusOf(guess, office, 'authorization', `other ${guess}`);
  for (const guess of allPins.slice(0, 100)) await statusOf(guess, office);
  expect(await statusOf(pin, office)).toBe(429);
  busy = true;
  clock.goOn(60_000);
  expect(await statusOf(pin, office)).toBe(200);
  for (const guess of allPins.slice(0, 100)) expect([429, 503]).toContain(await statusOf(guess, office));
  expect(await statusOf(pin, office)).toBe(429);
});

test('whoever was wrong once is not kept out, once right, by guesses from elsewhere', async () => {
  expect(await statusOf(pin, office)).toBe(200);
  expect(await statusOf('typo', office)).toBe(401);
  for (const guess of allPins.slice(0, 100)) await statusOf(guess, elsewhere);
  for (const guess of allPins.slice(0, 100)) await statusOf(guess, office, 'authorization', `other ${guess}`);
  expect(await statusOf(pin, office)).toBe(200);
});

test('what is remembered of one address is not answered to another', async () => {
  expect(await statusOf(pin, office)).toBe(200);
  expect(await statusOf(pin, elsewhere)).toBe(200);
  expect(hashed).toBe(2);
});
