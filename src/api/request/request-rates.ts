import { cacheLast } from '../../base/caching/cache-last.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import { createRateLimiter } from '../../base/rate-limiter.ts';
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

const minuteMs = 60_000;

/** The maximum number of addresses that `isUnlimited` is cached for. */
const maxAddresses = 10_000;

function tooManyRequests(who: string, perMinute: number, waitMs: number): RepositoryError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
  return new RepositoryError(
    'TooManyRequests',
    `Too many requests ${who}: at most ${perMinute} a minute. Wait ${retryAfter} s, and send fewer at a time.`,
    { details: { retryAfter } },
  );
}

/**
 * Allows `perMinute` requests at once for each key, and then one more whenever a share of the minute has passed. A refused
 * request does not count.
 */
function createRate(who: string, perMinute: number | null, now: () => number): (key: string) => void {
  if (perMinute === null) return () => undefined;
  const intervalMs = minuteMs / perMinute;
  const limiter = createRateLimiter({ burst: perMinute, intervalMs });
  return (key) => {
    const time = now();
    // A thousandth of an interval, because sums of fractions are not exact.
    const waitMs = limiter.allowedAt(key) - time - intervalMs / 1_000;
    if (waitMs > 0) throw tooManyRequests(who, perMinute, waitMs);
    limiter.add(key, time);
  };
}

/** `now` is the time in milliseconds, and is never set back. */
export function createRequestRates(limits: RateLimits, now: () => number): RequestRates {
  const addresses = createRate('from your address', limits.perAddress, now);
  const people = createRate('of your account', limits.perPerson, now);
  const apps = createRate('of this app', limits.perApp, now);
  /** Cached, because comparing an address with networks takes some microseconds. */
  const unlimited = new Map<string, boolean>();

  const isUnlimited = (address: string | undefined): boolean => {
    if (address === undefined) return true;
    let known = unlimited.get(address);
    if (known === undefined) {
      known = limits.isUnlimited(address);
      cacheLast(unlimited, address, known, maxAddresses);
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
