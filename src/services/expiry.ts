import { messageOf } from '../base/errors.ts';
import type { Seams } from '../ports/seams.ts';

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

export function createExpiryService(seams: Pick<Seams, 'store' | 'clock' | 'log'>): ExpiryService {
  const { store, clock, log } = seams;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let stopped = false;

  /** What was prolonged meanwhile stays. */
  const remove = (kind: ExpiringKind, keys: readonly string[], now: number): Promise<void> =>
    store.change(async (change) => {
      for (const key of keys) {
        const record = await change[kind].get(key);
        if (record !== undefined && record.endsAt <= now) change[kind].delete(key);
      }
    });

  const sweepKind = async (kind: ExpiringKind): Promise<number> => {
    const now = clock.now().getTime();
    const expired: string[] = [];
    for await (const [key, { endsAt }] of store[kind].entries()) if (endsAt <= now) expired.push(key);
    for (let at = 0; at < expired.length && !stopped; at += batch)
      await remove(kind, expired.slice(at, at + batch), now);
    return expired.length;
  };

  const sweep = (): Promise<number> => {
    running ??= (async () => {
      let removed = 0;
      for (const kind of expiringKinds) removed += await sweepKind(kind);
      return removed;
    })().finally(() => {
      running = undefined;
    });
    return running;
  };

  const sweepLater = (): void => {
    timer = setTimeout(() => {
      sweep()
        .catch((error: unknown) => log.error('Old sign-ins could not be swept.', { reason: messageOf(error) }))
        .finally(() => {
          if (!stopped) sweepLater();
        });
    }, pause);
    timer.unref();
  };

  return {
    start: sweepLater,
    sweep,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}
