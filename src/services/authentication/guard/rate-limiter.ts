import { cacheLast } from '../../../base/caching/cache-last.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';

/** `burst` failures in a row cause no delay. After each interval, one more is free. */
interface RateLimit {
  readonly burst: number;
  readonly intervalMs: number;
}

const maxKeys = 10_000;

/**
 * Limits the failures of many accounts together, such as those at one address. Occasional failures cause no delay, however
 * many there are over time, and the longest delay is one interval. This is the generic cell rate algorithm of ITU-T I.371.
 */
export function createRateLimiter({ burst, intervalMs }: RateLimit): Pick<FailedSignIns, 'nextAttemptAt' | 'add'> {
  /** The time from which earlier failures have no effect, in milliseconds since 1970. */
  const settledAt = new Map<string, number>();

  return {
    nextAttemptAt: (key) => (settledAt.get(key) ?? 0) - (burst - 1) * intervalMs,
    add(key, now) {
      const settled = Math.max(now, settledAt.get(key) ?? 0) + intervalMs;
      // Evicts the key with the oldest last failure.
      cacheLast(settledAt, key, Math.min(settled, now + burst * intervalMs), maxKeys);
    },
  };
}
