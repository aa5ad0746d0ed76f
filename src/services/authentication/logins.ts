import { messageOf } from '../../base/errors/errors.ts';
import type { Seams } from '../../ports/seams.ts';

/** Remembers when people first and last signed in. */
export interface LoginService {
  /** Returns at once and never fails: what is written is written behind the answer, some minutes apart at least. */
  record(userName: string): void;
  /** To be called when a person is gone: a later one of the same name signs in for the first time. */
  forget(userName: string): void;
  /** Waits for what is being written; writes nothing any more. */
  stop(): Promise<void>;
}

/** In milliseconds. Clients sign in with every call: to write each time would make every read a change. */
const interval = 10 * 60_000;

/** A login in the future was recorded before the clock was set back: it is none of just now. */
const isRecent = (last: number, now: number): boolean => last <= now && now - last < interval;

export function createLoginService(seams: Pick<Seams, 'store' | 'clock' | 'log'>): LoginService {
  const { store, clock, log } = seams;
  /** When the last login that was written took place, in milliseconds since 1970. */
  const recorded = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const write = (userName: string, now: Date): Promise<void> =>
    store.change(async (change) => {
      const before = await change.logins.get(userName);
      if (before !== undefined && isRecent(Date.parse(before.last), now.getTime())) return;
      // A person who is gone by now left nothing to be remembered by.
      if (!(await change.people.has(userName))) return;
      const last = now.toISOString();
      change.logins.put(userName, { first: before?.first ?? last, last });
    });

  const writeOrWarn = async (userName: string, now: Date): Promise<void> => {
    try {
      await write(userName, now);
    } catch (error) {
      recorded.delete(userName);
      log.warn('A login could not be recorded.', { reason: messageOf(error) });
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
