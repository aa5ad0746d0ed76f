import { messageOf } from '../../base/errors/errors.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';

/** Stores when people first and last signed in. */
export interface LoginTimeService {
  /** Stores a login in the background, at most once every 10 minutes for each person. Never throws. */
  record(userName: string): void;
  /** Call this after deleting a person, so that the first login of a new person with the same name is stored. */
  forget(userName: string): void;
  /** Waits for running writes, and ignores further logins. */
  stop(): Promise<void>;
}

/**
 * The minimum interval between two stored logins of a person, in milliseconds. Some clients sign in with every request,
 * and each read must not cause a write.
 */
const interval = 10 * 60_000;

/** A login in the future is not recent: it was stored before the clock was set back. */
const isRecent = (last: number, now: number): boolean => last <= now && now - last < interval;

const storeLogin = (store: Store, userName: string, now: Date): Promise<void> =>
  store.change(async (change) => {
    const before = await change.logins.get(userName);
    if (before !== undefined && isRecent(Date.parse(before.last), now.getTime())) return;
    // If the person was deleted in the meantime, nothing would ever remove the record.
    if (!(await change.people.has(userName))) return;
    const last = now.toISOString();
    change.logins.put(userName, { first: before?.first ?? last, last });
  });

export function createLoginTimeService(seams: Pick<Seams, 'store' | 'clock' | 'log'>): LoginTimeService {
  const { store, clock, log } = seams;
  /** The time of the last stored login by user name, in milliseconds since 1970. */
  const recorded = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const writeOrWarn = async (userName: string, now: Date): Promise<void> => {
    try {
      await storeLogin(store, userName, now);
    } catch (error) {
      recorded.delete(userName);
      log.warn('A login could not be stored.', { reason: messageOf(error) });
    }
  };

  return {
    record(userName) {
      const now = clock.now();
      const before = recorded.get(userName);
      if (stopped || (before !== undefined && isRecent(before, now.getTime()))) return;
      recorded.set(userName, now.getTime());
      const writing = writeOrWarn(userName, now).finally(() => running.delete(writing));
      running.add(writing);
    },
    forget(userName) {
      recorded.delete(userName);
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
