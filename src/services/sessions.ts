import type { Area } from '../domain/area.ts';
import type { Caller } from '../domain/caller.ts';
import type { Seams } from '../ports/seams.ts';
import type { Proof } from './proofs.ts';

/** A session that goes on. */
export interface OpenSession {
  /** The person as they are now, in the area that the session is in. */
  readonly caller: Caller;
  /** What the session was opened by. */
  readonly proof: Proof;
}

/** Sign-ins that a client carries on with by a cookie. They end with the process. */
export interface SessionService {
  /** A new session, in the area; its id cannot be guessed. */
  open(proof: Proof, area: Area | null): string;
  /**
   * Undefined where it is unknown, was idle for too long, is a day old, or where what it was opened by has ended. Starts
   * its idle time anew.
   */
  use(id: string): Promise<OpenSession | undefined>;
  close(id: string): void;
  /** In seconds. */
  readonly idleTimeout: number;
}

interface Session {
  readonly proof: Proof;
  readonly area: Area | null;
  readonly openedAt: number;
  lastUse: number;
}

/** So many new sessions bring one look for idle ones. */
const sweepEvery = 1_000;

/** The oldest make room. */
const mostSessions = 50_000;

/** In milliseconds. */
const longestLife = 24 * 3_600_000;

export function createSessionService(
  seams: Pick<Seams, 'clock' | 'randomness'>,
  options: { readonly idleTimeout: number },
): SessionService {
  const { clock, randomness } = seams;
  const sessions = new Map<string, Session>();
  let opened = 0;

  const hasEnded = ({ lastUse, openedAt }: Session, now: number): boolean =>
    now - lastUse >= options.idleTimeout || now - openedAt >= longestLife;

  const makeRoom = (now: number): void => {
    opened += 1;
    if (opened % sweepEvery === 0) {
      for (const [id, session] of sessions) if (hasEnded(session, now)) sessions.delete(id);
    }
    const oldest = sessions.keys().next().value;
    if (sessions.size >= mostSessions && oldest !== undefined) sessions.delete(oldest);
  };

  return {
    idleTimeout: options.idleTimeout / 1000,
    open(proof, area) {
      const now = clock.now().getTime();
      makeRoom(now);
      const id = randomness.secret();
      sessions.set(id, { proof, area, openedAt: now, lastUse: now });
      return id;
    },
    async use(id) {
      const session = sessions.get(id);
      if (session === undefined) return undefined;
      const now = clock.now().getTime();
      const caller = hasEnded(session, now) ? undefined : await session.proof.again(session.area);
      if (caller === undefined) {
        sessions.delete(id);
        return undefined;
      }
      session.lastUse = now;
      return { caller, proof: session.proof };
    },
    close: (id) => {
      sessions.delete(id);
    },
  };
}
