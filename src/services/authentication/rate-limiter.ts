import { cacheLast } from '../../base/caching/cache-last.ts';
import type { FailedLogins } from './failed-logins.ts';

/** `burst` failures at a time cause no delay, and another one after each interval. */
export interface RateLimit {
  readonly burst: number;
  readonly intervalMs: number;
}

const maxKeys = 10_000;

/**
 * Limits the failures of many accounts together, such as those at one address. Occasional failures cause no delay, however
 * many there are over time, and the longest delay is one interval. This is the generic cell rate algorithm of ITU-T I.371.
 */
export function createRateLimiter({ burst, intervalMs }: RateLimit): Pick<FailedLogins, 'nextAttemptAt' | 'add'> {
  /** When the failures so far have no effect any more, in milliseconds since 1970. */
  const settledAt = new Map<string, number>();

  return {
    nextAttemptAt: (key) => (settledAt.get(key) ?? 0) - (burst - 1) * intervalMs,
    add(key, now) {
      const settled = Math.max(now, settledAt.get(key) ?? 0) + intervalMs;
      // Evicts the key whose last failure is the oldest.
      cacheLast(settledAt, key, Math.min(settled, now + burst * intervalMs), maxKeys);
    },
  };
}
