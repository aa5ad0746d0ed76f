import { cacheLast } from '../../../base/caching/cache-last.ts';
import { createRateLimiter } from '../../../base/rate-limiter.ts';
import { Counter } from '../counter.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';

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
  /** When the attempt is allowed. 0 means immediately. */
  readonly nextAt: number;
  /**
   * Whether the secret is checked in the background if the attempt is rejected: the account has not failed from this
   * address, and its failures elsewhere impose no delay.
   */
  readonly mayGoToBackground: boolean;
}

/** The key for attempts from this machine itself. */
export const thisMachine = 'here';

/** The classes of the queue. 0 goes first. */
export const priorities = { rightBefore: 0, neverFailed: 1, failed: 2, unknownInBackground: 3 };

/**
 * At most 20 wrong secrets from one address are checked in the first minute and 10 in each later minute. A whole school
 * can share an address, so one person who guesses must not make the others wait for minutes, and an occasional wrong
 * password must not delay any other sign-in. If many addresses guess for one account, at most 16 wrong secrets are
 * checked in the first minute, then one per minute.
 */
const rules = {
  account: { freeFailures: 5, firstDelay: 1_000, maxDelay: 60_000 },
  address: { burst: 9, intervalMs: 6_000 },
  newAddresses: { freeFailures: 10, firstDelay: 1_000, maxDelay: 60_000 },
};

const maxSucceededPairs = 10_000;

/** Remembers which attempts succeeded and failed. All times are in milliseconds since 1970. */
export class AttemptHistory {
  readonly #succeededPairs = new Map<string, true>();
  readonly #pairFailures = createFailedSignIns(rules.account);
  readonly #accountFailures = createFailedSignIns(rules.account);
  /** Occasional failures at an address cause no delay, however many there are over time. */
  readonly #addressLimiter = createRateLimiter(rules.address);
  /** Counts by account, but only the first failure from each address. */
  readonly #newAddressFailures = createFailedSignIns(rules.newAddresses);
  /** The number of running attempts by address. */
  readonly running = new Counter();

  stateOf({ account, address, pair }: AttemptKeys, now: number): AttemptState {
    const failedBefore = this.#pairFailures.has(pair, now);
    if (this.#succeededPairs.has(pair) && !failedBefore) {
      return { priority: priorities.rightBefore, nextAt: 0, mayGoToBackground: false };
    }
    const ownNextAt = Math.max(
      this.#pairFailures.nextAttemptAt(pair, now),
      (failedBefore ? this.#accountFailures : this.#newAddressFailures).nextAttemptAt(account, now),
    );
    return {
      priority: failedBefore ? priorities.failed : priorities.neverFailed,
      nextAt: Math.max(ownNextAt, this.#addressNextAt(address, now)),
      mayGoToBackground: !failedBefore && ownNextAt <= now,
    };
  }

  /** Whether the pair's own failures impose no delay at this time. */
  isPairFree(pair: string, now: number): boolean {
    return this.#pairFailures.nextAttemptAt(pair, now) <= now;
  }

  recordSuccess({ pair }: AttemptKeys): void {
    cacheLast(this.#succeededPairs, pair, true, maxSucceededPairs);
    this.#pairFailures.forget(pair);
  }

  recordFailure({ account, address, pair }: AttemptKeys, now: number): void {
    if (!this.#pairFailures.has(pair, now)) this.#newAddressFailures.add(account, now);
    this.#pairFailures.add(pair, now);
    this.#accountFailures.add(account, now);
    // A process on this machine can read the repository anyway.
    if (address !== thisMachine) this.#addressLimiter.add(address, now);
  }

  /** Counts a failure for the pair only, not for its account or address. */
  recordPairFailure(pair: string, now: number): void {
    this.#pairFailures.add(pair, now);
  }

  /** Assumes that all running attempts will fail. */
  #addressNextAt(address: string, now: number): number {
    const { intervalMs } = rules.address;
    const nextAt = this.#addressLimiter.allowedAt(address) + this.running.get(address) * intervalMs;
    return Math.min(nextAt, now + intervalMs);
  }
}
