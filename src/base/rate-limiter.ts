import { cacheLast } from './caching/cache-last.ts';

/** `burst` events at once are within the limit. After each interval, one more is. */
interface RateLimit {
  readonly burst: number;
  readonly intervalMs: number;
}

/** Limits the events of each key, such as an address. All times are in milliseconds since the same moment. */
export interface RateLimiter {
  /** The time from which one more event is within the limit. */
  allowedAt(key: string): number;
  /** Counts an event. After events beyond the limit, the next one is allowed after one interval at the latest. */
  add(key: string, now: number): void;
}

/** The maximum number of keys in memory. The key with the oldest last event is forgotten first. */
const maxKeys = 10_000;

/** The generic cell rate algorithm of ITU-T I.371. */
export function createRateLimiter({ burst, intervalMs }: RateLimit): RateLimiter {
  /** The time from which earlier events have no effect. */
  const settledAt = new Map<string, number>();

  return {
    allowedAt: (key) => (settledAt.get(key) ?? 0) - (burst - 1) * intervalMs,
    add(key, now) {
      const settled = Math.max(now, settledAt.get(key) ?? 0) + intervalMs;
      cacheLast(settledAt, key, Math.min(settled, now + burst * intervalMs), maxKeys);
    },
  };
}
