import type { Caller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { Seams } from '../../ports/seams.ts';
import type { VerifiedCredentials } from './verified-credentials.ts';

interface OpenSession {
  /** The person's current rights, in the session scope. */
  readonly caller: Caller;
  /** The credentials that opened the session. */
  readonly credentials: VerifiedCredentials;
}

/** Sessions, which clients continue with a cookie. They end with the process. */
export interface SessionService {
  /** Opens a session and returns its unguessable ID. If the person already has 100 sessions, ends the oldest. */
  open(credentials: VerifiedCredentials, scope: SessionScope | null): string;
  /**
   * Continues a session. Resolves to undefined if the session is unknown, was idle for too long or is older than 24
   * hours, or if the credentials that opened it are no longer valid. Otherwise restarts the idle timeout.
   */
  use(id: string): Promise<OpenSession | undefined>;
  close(id: string): void;
  /** The time without calls after which a session ends, in seconds. */
  readonly idleTimeout: number;
}

interface Session {
  readonly credentials: VerifiedCredentials;
  readonly scope: SessionScope | null;
  readonly openedAt: number;
  lastUse: number;
}

/** All ended sessions are removed each time this many new ones were opened. */
const sweepInterval = 1_000;

/** The oldest session is removed at each limit. The limit per person keeps one person from evicting the others. */
const maxSessionsPerPerson = 100;
const maxSessions = 50_000;

/** The maximum lifetime of a session, in milliseconds, even if it is used. */
const maxLifetime = 24 * 3_600_000;

/** All sessions by ID, and the IDs of each person's sessions, the oldest first. */
class SessionTable {
  readonly #sessions = new Map<string, Session>();
  readonly #idsByPerson = new Map<string, Set<string>>();

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  add(id: string, session: Session): void {
    const { userName } = session.credentials;
    this.#makeRoom(this.#idsByPerson.get(userName), maxSessionsPerPerson);
    this.#makeRoom(this.#sessions, maxSessions);
    this.#sessions.set(id, session);
    this.#idsByPerson.set(userName, (this.#idsByPerson.get(userName) ?? new Set()).add(id));
  }

  remove(id: string): void {
    const userName = this.#sessions.get(id)?.credentials.userName;
    if (userName === undefined) return;
    this.#sessions.delete(id);
    const own = this.#idsByPerson.get(userName);
    own?.delete(id);
    if (own?.size === 0) this.#idsByPerson.delete(userName);
  }

  removeIf(condition: (session: Session) => boolean): void {
    for (const [id, session] of this.#sessions) if (condition(session)) this.remove(id);
  }

  #makeRoom(ids: { readonly size: number; keys(): Iterator<string> } | undefined, max: number): void {
    const oldest: string | undefined = ids !== undefined && ids.size >= max ? ids.keys().next().value : undefined;
    if (oldest !== undefined) this.remove(oldest);
  }
}

/** `idleTimeout` in milliseconds. */
export function createSessionService(
  { clock, randomness }: Pick<Seams, 'clock' | 'randomness'>,
  { idleTimeout }: { readonly idleTimeout: number },
): SessionService {
  const table = new SessionTable();
  let opened = 0;

  const hasEnded = ({ lastUse, openedAt }: Session, now: number): boolean =>
    now - lastUse >= idleTimeout || now - openedAt >= maxLifetime;

  return {
    idleTimeout: idleTimeout / 1000,
    open(credentials, scope) {
      const now = clock.now().getTime();
      opened += 1;
      if (opened % sweepInterval === 0) table.removeIf((session) => hasEnded(session, now));
      const id = randomness.secret();
      table.add(id, { credentials, scope, openedAt: now, lastUse: now });
      return id;
    },
    async use(id) {
      const session = table.get(id);
      if (session === undefined) return undefined;
      const now = clock.now().getTime();
      const caller = hasEnded(session, now) ? undefined : await session.credentials.currentCaller(session.scope);
      if (caller === undefined) {
        table.remove(id);
        return undefined;
      }
      session.lastUse = now;
      return { caller, credentials: session.credentials };
    },
    close: (id) => table.remove(id),
  };
}
