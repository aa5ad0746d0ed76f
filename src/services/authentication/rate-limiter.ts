import { cacheLast } from '../../base/caching/cache-last.ts';
import type { FailedLogins } from './failed-logins.ts';

/** So many failures at a time bring no delay, and one more after each pause (in milliseconds). */
export interface RateLimit {
  readonly burst: number;
  readonly intervalMs: number;
}

const mostKeys = 10_000;

/**
 * Failures of many together, such as those behind one address: now and then one brings no delay, however long it goes on,
 * and the longest delay is one pause. (The generic cell rate algorithm of ITU-T I.371.)
 */
export function createRateLimiter({
  burst: atOnce,
  intervalMs: pause,
}: RateLimit): Pick<FailedLogins, 'nextAttemptAt' | 'add'> {
  /** When all failures so far are made up for; in milliseconds since 1970. */
  const settledAt = new Map<string, number>();

  return {
    nextAttemptAt: (key) => (settledAt.get(key) ?? 0) - (atOnce - 1) * pause,
    add(key, now) {
      const settled = Math.max(now, settledAt.get(key) ?? 0) + pause;
      // Whoever was quiet for longest makes room.
      cacheLast(settledAt, key, Math.min(settled, now + atOnce * pause), mostKeys);
    },
  };
}
