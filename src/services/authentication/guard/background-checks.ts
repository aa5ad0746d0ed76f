import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../ports/clock.ts';
import { type AttemptHistory, type AttemptKeys, priorities } from './attempt-history.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';
import type { PerAddressQueue } from './per-address-queue.ts';

/** Checks secrets after the response that rejected the attempt. */
export interface BackgroundChecks {
  /**
   * Does nothing if a check of the pair is running, the pair or the account failed too often, or the queue is full.
   * `exists`: whether the account exists and has a secret.
   */
  start(keys: AttemptKeys, exists: boolean, check: () => Promise<boolean>): void;
}

/** How long the last check of a secret took. */
export interface CheckTimer {
  lastMs: number;
}

export const timed = (timer: CheckTimer, check: () => Promise<boolean>) => async (): Promise<boolean> => {
  const start = performance.now();
  const right = await check();
  timer.lastMs = performance.now() - start;
  return right;
};

const quarterOfAnHour = 15 * 60_000;

/** After `freeFailures` wrong secrets, the pair or the account gets no background checks for a quarter of an hour. */
const rules = {
  pair: { freeFailures: 3, firstDelay: quarterOfAnHour, maxDelay: quarterOfAnHour },
  account: { freeFailures: 10, firstDelay: quarterOfAnHour, maxDelay: quarterOfAnHour },
};

const createFailures = () => ({
  pairs: createFailedSignIns(rules.pair),
  accounts: createFailedSignIns(rules.account),
});

export function createBackgroundChecks(
  { clock, queue, timer }: { readonly clock: Clock; readonly queue: PerAddressQueue; readonly timer: CheckTimer },
  history: Pick<AttemptHistory, 'recordSuccess'>,
): BackgroundChecks {
  const running = new Set<string>();
  // Not counted in the history, so that no later response shows that the secret was checked.
  // Existing and unknown accounts are separate too, so that invented names do not evict entries of existing accounts.
  const existingFailures = createFailures();
  const unknownFailures = createFailures();

  return {
    start(keys, exists, check) {
      const { account, pair } = keys;
      const now = clock.now().getTime();
      const ticket = { ...keys, priority: exists ? priorities.neverFailed : priorities.unknownInBackground };
      const { pairs, accounts } = exists ? existingFailures : unknownFailures;
      const nextAt = Math.max(pairs.nextAttemptAt(pair, now), accounts.nextAttemptAt(account, now));
      if (running.has(pair) || nextAt > now || !queue.hasRoom(ticket)) return;
      running.add(pair);
      queue
        // The pause takes as long as a check, so that response times do not reveal which accounts exist.
        .run(ticket, exists ? timed(timer, check) : () => pause(timer.lastMs, false, { ref: false }))
        .then((right) => {
          if (right) return history.recordSuccess(keys);
          pairs.add(pair, clock.now().getTime());
          accounts.add(account, clock.now().getTime());
        })
        // The failure may be temporary. The next attempt reports it if it persists.
        .catch(() => undefined)
        .finally(() => running.delete(pair));
    },
  };
}
