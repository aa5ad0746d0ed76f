import { cacheLast } from '../../base/caching/cache-last.ts';
import { createFailedLogins } from './failed-logins.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** The keys under which sign-in attempts are counted. */
export interface AttemptKeys {
  readonly account: string;
  readonly address: string;
  /** The address and the account. */
  readonly pair: string;
}

/** What earlier attempts mean for the next one. */
interface AttemptState {
  /** One of `priorities`. */
  readonly priority: number;
  /** Milliseconds since 1970; 0 if the attempt need not wait. */
  readonly nextAt: number;
  /** Whether the attempt has to wait only because of other accounts at its address. */
  readonly mayGoToBackground: boolean;
}

/** Remembers which attempts succeeded and failed. All times are in milliseconds since 1970. */
export interface AttemptHistory {
  stateOf(keys: AttemptKeys, now: number): AttemptState;
  /** Whether the pair's own failures impose no delay at this time. */
  isPairFree(pair: string, now: number): boolean;
  recordSuccess(keys: AttemptKeys): void;
  recordFailure(keys: AttemptKeys, now: number): void;
  /** Counts a failure for the pair only, not for its account or address. */
  recordPairFailure(pair: string, now: number): void;
  /** Counts an attempt from this address as running. The returned function ends it. */
  begin(address: string): () => void;
}

/** The key for attempts from this machine itself. */
export const thisMachine = 'here';

/** The classes of the queue. Lower numbers go first. */
export const priorities = { rightBefore: 0, neverFailed: 1, failed: 2, unknownInBackground: 3 };

/**
 * At most 20 wrong secrets from one address are checked in the first minute and 10 in each later minute. A whole school
 * can share an address, so one person who guesses must not make the others wait for minutes, and an occasional wrong
 * password must not delay anybody. For one account the limit is 16 in the first minute, then one per minute.
 */
const rules = {
  account: { freeFailures: 5, firstDelay: 1_000, maxDelay: 60_000 },
  address: { burst: 9, intervalMs: 6_000 },
  newAddresses: { freeFailures: 10, firstDelay: 1_000, maxDelay: 60_000 },
};

const maxSucceededPairs = 10_000;

export function createAttemptHistory(): AttemptHistory {
  const succeededPairs = new Map<string, true>();
  const pairFailures = createFailedLogins(rules.account);
  const accountFailures = createFailedLogins(rules.account);
  const addressLimiter = createRateLimiter(rules.address);
  /** By account: the number of addresses that failed for the first time. */
  const newAddressFailures = createFailedLogins(rules.newAddresses);
  const running = createRunningCounter();

  /** Assumes that all running attempts will fail. */
  const addressNextAt = (address: string, now: number): number => {
    const { intervalMs } = rules.address;
    const nextAt = addressLimiter.nextAttemptAt(address, now) + running.count(address) * intervalMs;
    return Math.min(nextAt, now + intervalMs);
  };

  return {
    stateOf({ account, address, pair }, now) {
      const failedBefore = pairFailures.has(pair, now);
      if (succeededPairs.has(pair) && !failedBefore) {
        return { priority: priorities.rightBefore, nextAt: 0, mayGoToBackground: false };
      }
      const ownNextAt = Math.max(
        pairFailures.nextAttemptAt(pair, now),
        (failedBefore ? accountFailures : newAddressFailures).nextAttemptAt(account, now),
      );
      return {
        priority: failedBefore ? priorities.failed : priorities.neverFailed,
        nextAt: Math.max(ownNextAt, addressNextAt(address, now)),
        mayGoToBackground: !failedBefore && ownNextAt <= now,
      };
    },
    isPairFree: (pair, now) => pairFailures.nextAttemptAt(pair, now) <= now,
    recordSuccess({ pair }) {
      cacheLast(succeededPairs, pair, true, maxSucceededPairs);
      pairFailures.forget(pair);
    },
    recordFailure({ account, address, pair }, now) {
      if (!pairFailures.has(pair, now)) newAddressFailures.add(account, now);
      pairFailures.add(pair, now);
      accountFailures.add(account, now);
      // A process on this machine can read the repository anyway.
      if (address !== thisMachine) addressLimiter.add(address, now);
    },
    recordPairFailure: pairFailures.add,
    begin: running.begin,
  };
}

/** Counts the running attempts by address. */
function createRunningCounter(): { count(address: string): number } & Pick<AttemptHistory, 'begin'> {
  const counts = new Map<string, number>();
  return {
    count: (address) => counts.get(address) ?? 0,
    begin(address) {
      counts.set(address, (counts.get(address) ?? 0) + 1);
      return () => {
        const left = (counts.get(address) ?? 1) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
  };
}
