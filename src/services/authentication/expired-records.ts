import { messageOf } from '../../base/errors/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';

/** Removes expired tokens, tickets and signatures from the store. */
export interface ExpiryService {
  /** Removes expired records every 10 minutes until it is stopped. */
  start(): void;
  /** Removes expired records. Resolves to their number. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** The pause between two runs, in milliseconds. */
const pause = 10 * 60_000;

/** The number of records removed per change. */
const batchSize = 500;

const expiringKinds = ['tokenFamilies', 'tickets', 'replays'] as const;

type ExpiringKind = (typeof expiringKinds)[number];

/** Keeps records whose lifetime was extended after they were read. Resolves to the number of removed records. */
const removeBatch = (store: Store, kind: ExpiringKind, keys: readonly string[], now: number): Promise<number> =>
  store.change(async (change) => {
    let removed = 0;
    for (const key of keys) {
      const record = await change[kind].get(key);
      if (record === undefined || record.endsAt > now) continue;
      change[kind].delete(key);
      removed += 1;
    }
    return removed;
  });

/** `lifetimeClock` is the clock by which tokens and tickets expire. */
export function createExpiryService(
  seams: Pick<Seams, 'store' | 'clock' | 'log'>,
  lifetimeClock: Clock,
): ExpiryService {
  const { store, clock, log } = seams;
  // Signatures contain the wall-clock time of the app, so they expire by the wall clock.
  const clocks = { tokenFamilies: lifetimeClock, tickets: lifetimeClock, replays: clock };

  const sweepKind = async (kind: ExpiringKind): Promise<number> => {
    const now = clocks[kind].now().getTime();
    const expired: string[] = [];
    for await (const [key, { endsAt }] of store[kind].entries()) if (endsAt <= now) expired.push(key);
    let removed = 0;
    for (let at = 0; at < expired.length && !periodicTask.stopped; at += batchSize)
      removed += await removeBatch(store, kind, expired.slice(at, at + batchSize), now);
    return removed;
  };

  const sweep = async (): Promise<number> => {
    let removed = 0;
    for (const kind of expiringKinds) removed += await sweepKind(kind);
    return removed;
  };

  const periodicTask = createPeriodicTask(sweep, {
    firstPause: pause,
    pause,
    failed: (error) =>
      log.error('Expired tokens, tickets and signatures could not be removed.', { reason: messageOf(error) }),
  });

  return { start: periodicTask.start, sweep: periodicTask.once, stop: periodicTask.stop };
}
