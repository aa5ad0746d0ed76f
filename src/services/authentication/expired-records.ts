import { messageOf } from '../../base/errors/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Seams } from '../../ports/seams.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';

/** Removes tokens, tickets and signatures that are worth nothing any more. */
export interface ExpiryService {
  /** Does so now and then until it is stopped. */
  start(): void;
  /** Resolves to the number of records that were removed. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** In milliseconds. */
const pause = 10 * 60_000;

/** Records removed in one change. */
const batch = 500;

const expiringKinds = ['tokenFamilies', 'tickets', 'replays'] as const;

type ExpiringKind = (typeof expiringKinds)[number];

/** `lifetimes`: the clock that tokens and tickets live by. */
export function createExpiryService(seams: Pick<Seams, 'store' | 'clock' | 'log'>, lifetimes: Clock): ExpiryService {
  const { store, clock, log } = seams;
  // Signatures bear the wall clock's time of the application, and are compared with ours.
  const clocks = { tokenFamilies: lifetimes, tickets: lifetimes, replays: clock };

  /** What was prolonged meanwhile stays. */
  const remove = (kind: ExpiringKind, keys: readonly string[], now: number): Promise<void> =>
    store.change(async (change) => {
      for (const key of keys) {
        const record = await change[kind].get(key);
        if (record !== undefined && record.endsAt <= now) change[kind].delete(key);
      }
    });

  const sweepKind = async (kind: ExpiringKind): Promise<number> => {
    const now = clocks[kind].now().getTime();
    const expired: string[] = [];
    for await (const [key, { endsAt }] of store[kind].entries()) if (endsAt <= now) expired.push(key);
    for (let at = 0; at < expired.length && !rounds.stopped; at += batch)
      await remove(kind, expired.slice(at, at + batch), now);
    return expired.length;
  };

  const sweep = async (): Promise<number> => {
    let removed = 0;
    for (const kind of expiringKinds) removed += await sweepKind(kind);
    return removed;
  };

  const rounds = createPeriodicTask(sweep, {
    firstPause: pause,
    pause,
    failed: (error) => log.error('Old sign-ins could not be swept.', { reason: messageOf(error) }),
  });

  return { start: rounds.start, sweep: rounds.once, stop: rounds.stop };
}
