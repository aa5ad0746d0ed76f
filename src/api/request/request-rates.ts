import { cacheLast } from '../../base/caching/cache-last.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import { addressGroup } from '../../domain/identity/address-group.ts';
import type { Identity } from '../sign-in/identity.ts';

/** The maximum numbers of requests in a minute. Null: no limit. */
export interface RateLimits {
  /** From one address, or from one IPv6 network of 64 bits. */
  readonly perAddress: number | null;
  readonly perPerson: number | null;
  /** With the signature of one app. */
  readonly perApp: number | null;
  /** Whether requests from this address have no limit at all. */
  readonly isUnlimited: (address: string) => boolean;
}

/** Counts the requests of the last minute, and refuses those beyond the limits with `TooManyRequests`. */
export interface RequestRates {
  /** Counts a request before its sign-in. Undefined: it came through the socket, or from this process. */
  countAddress(address: string | undefined): void;
  /** Counts a request of the person and the app that were identified. */
  countCaller(address: string | undefined, identity: Identity): void;
}

/** How many addresses, people and apps are remembered, of each. The one that was idle for the longest time is forgotten first. */
const maxKeys = 10_000;

const minuteMs = 60_000;

function tooManyRequests(who: string, perMinute: number, waitMs: number): RepositoryError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
  return new RepositoryError(
    'TooManyRequests',
    `Too many requests ${who}: at most ${perMinute} a minute. Wait ${retryAfter} s, and send fewer at a time.`,
    { details: { retryAfter } },
  );
}

/**
 * Allows `perMinute` requests at once for each key, and then one more whenever a share of the minute has passed (the
 * generic cell rate algorithm of ITU-T I.371). A refused request does not count.
 */
function createRate(who: string, perMinute: number | null, now: () => number): (key: string) => void {
  if (perMinute === null) return () => undefined;
  const interval = minuteMs / perMinute;
  /** The time from which the earlier requests of a key have no effect. */
  const settledAt = new Map<string, number>();
  return (key) => {
    const time = now();
    const settled = Math.max(time, settledAt.get(key) ?? 0) + interval;
    // A share of an interval, because sums of fractions are not exact.
    const wait = settled - time - minuteMs - interval / 1_000;
    if (wait > 0) throw tooManyRequests(who, perMinute, wait);
    cacheLast(settledAt, key, settled, maxKeys);
  };
}

/** `now` is the time in milliseconds, and is never set back. */
export function createRequestRates(limits: RateLimits, now: () => number): RequestRates {
  const addresses = createRate('from your address', limits.perAddress, now);
  const people = createRate('of your account', limits.perPerson, now);
  const apps = createRate('of this app', limits.perApp, now);
  /** Comparing an address with networks takes some microseconds. */
  const unlimited = new Map<string, boolean>();

  const isUnlimited = (address: string | undefined): boolean => {
    if (address === undefined) return true;
    let known = unlimited.get(address);
    if (known === undefined) {
      known = limits.isUnlimited(address);
      cacheLast(unlimited, address, known, maxKeys);
    }
    return known;
  };

  return {
    countAddress(address) {
      if (address !== undefined && !isUnlimited(address)) addresses(addressGroup(address));
    },
    countCaller(address, { caller, app }) {
      if (isUnlimited(address)) return;
      if (app !== undefined) apps(app.id);
      if (caller.kind === 'person') people(caller.userName);
    },
  };
}
