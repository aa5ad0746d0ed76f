import { describe, expect, test } from 'vitest';
import { createRequestRates, type RateLimits } from '../../../../src/api/request/request-rates.ts';
import type { Identity } from '../../../../src/api/sign-in/identity.ts';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';

const none: RateLimits = { perAddress: null, perPerson: null, perApp: null, isUnlimited: () => false };

let time = 0;

const ratesWith = (limits: Partial<RateLimits>) => createRequestRates({ ...none, ...limits }, () => time);

/** Only what the limits look at. */
const person = (userName: string, app?: string): Identity =>
  ({
    caller: { kind: 'person', userName },
    by: 'header',
    ...(app === undefined ? {} : { app: { id: app } }),
  }) as Identity;

/** How many of these requests are served, and after how many seconds the first refused one may come again. */
function outcomeOf(requests: number, request: () => void): { served: number; retryAfter: unknown } {
  let served = 0;
  let retryAfter: unknown;
  for (let count = 0; count < requests; count += 1) {
    try {
      request();
      served += 1;
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error;
      expect(error.code).toBe('TooManyRequests');
      retryAfter ??= error.details?.['retryAfter'];
    }
  }
  return { served, retryAfter };
}

describe('the limit of an address', () => {
  test('allows so many at once, and then as many as the time that passed', () => {
    time = 1_000;
    const rates = ratesWith({ perAddress: 6 });
    const request = () => rates.countAddress('192.0.2.1');
    expect(outcomeOf(10, request)).toEqual({ served: 6, retryAfter: 10 });
    time += 9_000;
    expect(outcomeOf(1, request)).toEqual({ served: 0, retryAfter: 1 });
    time += 1_000;
    expect(outcomeOf(5, request).served).toBe(1);
    time += 60_000;
    expect(outcomeOf(10, request).served).toBe(6);
  });

  test('does not grow while nothing comes', () => {
    time = 0;
    const rates = ratesWith({ perAddress: 3 });
    rates.countAddress('192.0.2.1');
    time = 10_000_000;
    expect(outcomeOf(10, () => rates.countAddress('192.0.2.1')).served).toBe(3);
  });

  test('is its own for each address, and one for a network of IPv6', () => {
    const rates = ratesWith({ perAddress: 2 });
    expect(outcomeOf(3, () => rates.countAddress('192.0.2.1')).served).toBe(2);
    expect(outcomeOf(3, () => rates.countAddress('192.0.2.2')).served).toBe(2);
    let last = 0;
    const inNetwork = () => {
      last += 1;
      rates.countAddress(`2001:db8:1:2::${last}`);
    };
    expect(outcomeOf(3, inNetwork).served).toBe(2);
    expect(outcomeOf(3, () => rates.countAddress('2001:db8:1:3::1')).served).toBe(2);
  });

  test('does not apply to the socket, to listed addresses, and where there is none', () => {
    const rates = ratesWith({ perAddress: 1, perPerson: 1, isUnlimited: (address) => address === '127.0.0.1' });
    expect(outcomeOf(9, () => rates.countAddress(undefined)).served).toBe(9);
    expect(outcomeOf(9, () => rates.countAddress('127.0.0.1')).served).toBe(9);
    expect(outcomeOf(9, () => rates.countCaller('127.0.0.1', person('anna'))).served).toBe(9);
    expect(outcomeOf(9, () => ratesWith({}).countAddress('192.0.2.1')).served).toBe(9);
  });

  test('applies to an unknown address', () => {
    const rates = ratesWith({ perAddress: 1 });
    expect(outcomeOf(2, () => rates.countAddress('')).served).toBe(1);
  });

  test('forgets the address that was idle for the longest time, and takes no memory for more than ten thousand', () => {
    const rates = ratesWith({ perAddress: 1 });
    const addressAt = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
    for (let index = 0; index < 10_000; index += 1) rates.countAddress(addressAt(index));
    expect(outcomeOf(1, () => rates.countAddress(addressAt(0))).served).toBe(0);
    rates.countAddress(addressAt(10_000));
    expect(outcomeOf(1, () => rates.countAddress(addressAt(1))).served).toBe(0);
    expect(outcomeOf(1, () => rates.countAddress(addressAt(0))).served).toBe(1);
  });
});

describe('the limits of people and apps', () => {
  test('count at all addresses together, each person and app alone', () => {
    const rates = ratesWith({ perPerson: 2, perApp: 3 });
    let at = 0;
    const by = (identity: Identity) => () => {
      at += 1;
      rates.countCaller(`192.0.2.${at}`, identity);
    };
    expect(outcomeOf(5, by(person('anna'))).served).toBe(2);
    expect(outcomeOf(5, by(person('bert'))).served).toBe(2);
    const unsigned = { ...person('', 'moodle'), caller: { kind: 'anonymous', userName: '' } } as unknown as Identity;
    expect(outcomeOf(5, by(unsigned)).served).toBe(3);
    expect(outcomeOf(5, by(person('carla', 'moodle'))).served).toBe(0);
    expect(outcomeOf(5, by(person('carla', 'other'))).served).toBe(2);
  });
});
