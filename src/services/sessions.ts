import type { Caller } from '../domain/caller.ts';
import type { Seams } from '../ports/seams.ts';
import type { Callers } from './callers.ts';

/** Sign-ins that a client carries on with by a cookie. They end with the process. */
export interface SessionService {
  /** A new session; its id cannot be guessed. */
  open(caller: Caller): string;
  /** Who goes on with it; undefined where it is unknown or was idle for too long. Starts its idle time anew. */
  caller(id: string): Promise<Caller | undefined>;
  /** In seconds. */
  readonly idleTimeout: number;
}

interface Session {
  readonly userName: string;
  lastUse: number;
}

/** So many new sessions bring one look for idle ones. */
const sweepEvery = 1_000;

export function createSessionService(
  seams: Pick<Seams, 'clock' | 'randomness'>,
  callers: Callers,
  options: { readonly idleTimeout: number },
): SessionService {
  const { clock, randomness } = seams;
  const sessions = new Map<string, Session>();
  let opened = 0;

  const isIdle = (session: Session, now: number): boolean => now - session.lastUse >= options.idleTimeout;

  const dropIdle = (now: number): void => {
    for (const [id, session] of sessions) if (isIdle(session, now)) sessions.delete(id);
  };

  return {
    idleTimeout: options.idleTimeout / 1000,
    open(caller) {
      const now = clock.now().getTime();
      opened += 1;
      if (opened % sweepEvery === 0) dropIdle(now);
      const id = randomness.secret();
      sessions.set(id, { userName: caller.userName, lastUse: now });
      return id;
    },
    async caller(id) {
      const session = sessions.get(id);
      const now = clock.now().getTime();
      if (session === undefined) return undefined;
      if (isIdle(session, now)) {
        sessions.delete(id);
        return undefined;
      }
      session.lastUse = now;
      return callers.of(session.userName);
    },
  };
}
