import type { Caller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { Seams } from '../../ports/seams.ts';
import type { VerifiedCredentials } from './credential-verification.ts';

/** A session that goes on. */
export interface OpenSession {
  /** The person as they are now, in the area that the session is in. */
  readonly caller: Caller;
  /** What the session was opened by. */
  readonly credentials: VerifiedCredentials;
}

/** Sign-ins that a client carries on with by a cookie. They end with the process. */
export interface SessionService {
  /** A new session, in the area; its id cannot be guessed. It ends the person's oldest one where they have a hundred. */
  open(proof: VerifiedCredentials, area: SessionScope | null): string;
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
  readonly proof: VerifiedCredentials;
  readonly area: SessionScope | null;
  readonly openedAt: number;
  lastUse: number;
}

/** So many new sessions bring one look for idle ones. */
const sweepEvery = 1_000;

/** The oldest make room: first the person's own, so that nobody pushes out those of others by signing in. */
const mostOfOnePerson = 100;
const mostSessions = 50_000;

/** In milliseconds. */
const longestLife = 24 * 3_600_000;

export function createSessionService(
  seams: Pick<Seams, 'clock' | 'randomness'>,
  options: { readonly idleTimeout: number },
): SessionService {
  const { clock, randomness } = seams;
  const sessions = new Map<string, Session>();
  /** Ids by user name, the oldest first. */
  const idsOf = new Map<string, Set<string>>();
  let opened = 0;

  const remove = (id: string): void => {
    const userName = sessions.get(id)?.proof.userName;
    if (userName === undefined) return;
    sessions.delete(id);
    const own = idsOf.get(userName);
    own?.delete(id);
    if (own?.size === 0) idsOf.delete(userName);
  };

  const add = (id: string, session: Session): void => {
    const { userName } = session.proof;
    sessions.set(id, session);
    idsOf.set(userName, (idsOf.get(userName) ?? new Set()).add(id));
  };

  const hasEnded = ({ lastUse, openedAt }: Session, now: number): boolean =>
    now - lastUse >= options.idleTimeout || now - openedAt >= longestLife;

  const makeRoomIn = (ids: { readonly size: number; keys(): Iterator<string> }, most: number): void => {
    const oldest = ids.keys().next().value;
    if (ids.size >= most && oldest !== undefined) remove(oldest);
  };

  const makeRoom = (userName: string, now: number): void => {
    opened += 1;
    if (opened % sweepEvery === 0) {
      for (const [id, session] of sessions) if (hasEnded(session, now)) remove(id);
    }
    makeRoomIn(idsOf.get(userName) ?? new Set(), mostOfOnePerson);
    makeRoomIn(sessions, mostSessions);
  };

  return {
    idleTimeout: options.idleTimeout / 1000,
    open(proof, area) {
      const now = clock.now().getTime();
      makeRoom(proof.userName, now);
      const id = randomness.secret();
      add(id, { proof, area, openedAt: now, lastUse: now });
      return id;
    },
    async use(id) {
      const session = sessions.get(id);
      if (session === undefined) return undefined;
      const now = clock.now().getTime();
      const caller = hasEnded(session, now) ? undefined : await session.proof.currentCaller(session.area);
      if (caller === undefined) {
        remove(id);
        return undefined;
      }
      session.lastUse = now;
      return { caller, credentials: session.proof };
    },
    close: remove,
  };
}
