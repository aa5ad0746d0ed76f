import { cacheLast } from '../../../base/caching/cache-last.ts';
import { type DelayRule, type Failures, nextAttemptAt } from '../../../domain/identity/backoff.ts';

/** Counts recent failures by key, such as an account or an address. Times are in milliseconds since 1970. */
export interface FailedSignIns {
  has(key: string, now: number): boolean;
  /** When the next attempt is allowed. 0 means immediately. */
  nextAttemptAt(key: string, now: number): number;
  add(key: string, now: number): void;
  forget(key: string): void;
}

/** Failures stop counting this many milliseconds after the last one. */
const expiry = 15 * 60_000;
const maxKeys = 10_000;

export function createFailedSignIns(rule: DelayRule): FailedSignIns {
  const failuresByKey = new Map<string, Failures>();

  const get = (key: string, now: number): Failures | undefined => {
    const failures = failuresByKey.get(key);
    return failures === undefined || now - failures.last >= expiry ? undefined : failures;
  };

  return {
    has: (key, now) => get(key, now) !== undefined,
    nextAttemptAt(key, now) {
      const failures = get(key, now);
      return failures === undefined ? 0 : nextAttemptAt(failures, rule);
    },
    add(key, now) {
      const count = (get(key, now)?.count ?? 0) + 1;
      // Evicts the key with the oldest last failure.
      cacheLast(failuresByKey, key, { count, last: now }, maxKeys);
    },
    forget: (key) => failuresByKey.delete(key),
  };
}
