import { cacheLast } from '../../base/caching/cache-last.ts';
import { type DelayRule, type Failures, nextAttemptAt } from '../../domain/identity/backoff.ts';

/** Failures by whoever made them, for a while. All times in milliseconds since 1970. */
export interface FailedLogins {
  has(key: string, now: number): boolean;
  /** When the next attempt is taken; 0 for at once. */
  nextAttemptAt(key: string, now: number): number;
  add(key: string, now: number): void;
  forget(key: string): void;
}

/** Without another failure for so long, those before are forgotten; in milliseconds. */
const remembered = 15 * 60_000;
const mostKeys = 10_000;

export function createFailedLogins(rule: DelayRule): FailedLogins {
  const failures = new Map<string, Failures>();

  const get = (key: string, now: number): Failures | undefined => {
    const found = failures.get(key);
    return found === undefined || now - found.last >= remembered ? undefined : found;
  };

  return {
    has: (key, now) => get(key, now) !== undefined,
    nextAttemptAt(key, now) {
      const found = get(key, now);
      return found === undefined ? 0 : nextAttemptAt(found, rule);
    },
    add(key, now) {
      const count = (get(key, now)?.count ?? 0) + 1;
      // Whoever was quiet for longest makes room.
      cacheLast(failures, key, { count, last: now }, mostKeys);
    },
    forget: (key) => failures.delete(key),
  };
}
