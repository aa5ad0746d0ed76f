import { randomUUID } from 'node:crypto';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { Log } from '../../ports/log.ts';
import type { PostgresAddress } from './connections.ts';
import { DatabaseInUse, DatabaseTakenOver } from './errors.ts';
import { Session } from './session.ts';

/** In milliseconds. */
const retryPause = 250;
/** How long a start waits for the lock, in milliseconds: PostgreSQL needs a moment to notice that a killed process is gone. */
const lockPatience = 3_000;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, retryPause));

/**
 * The right to write, which a session holds. When its connection is lost, a new session is opened as soon as the database answers;
 * until then nothing can be written. If another process has owned the database meanwhile, the right is lost until the next start.
 */
export class Ownership {
  readonly #address: PostgresAddress;
  readonly #log: Log;
  /** Stands for this process in the database. */
  readonly #token = randomUUID();
  #session: Session | undefined;
  /** Why there is no session. */
  #reason: string | undefined;
  #isTakenOver = false;
  #isClosed = false;
  #regaining: Promise<void> | undefined;
  #resume: (work: () => void) => Promise<void> = async (work) => work();

  private constructor(address: PostgresAddress, log: Log) {
    this.#address = address;
    this.#log = log;
  }

  /** Rejects with `DatabaseInUse` if another process keeps the lock, and with the error of pg if the database cannot be reached. */
  static async take(address: PostgresAddress, log: Log): Promise<Ownership> {
    const ownership = new Ownership(address, log);
    const end = performance.now() + lockPatience;
    for (;;) {
      try {
        ownership.#session = await ownership.#open('first');
        return ownership;
      } catch (error) {
        if (!(error instanceof DatabaseInUse) || performance.now() > end) throw error;
        await pause();
      }
    }
  }

  /**
   * Sets what is done before the first write of a new session: `resume` has to call what it gets when no change runs or waits, and
   * when it knows the last change in the database.
   */
  onRegained(resume: (work: () => void) => Promise<void>): void {
    this.#resume = resume;
  }

  /** The session for writes. Throws `Unavailable` while there is none. */
  get session(): Session {
    this.requireOwned();
    if (this.#session !== undefined) return this.#session;
    throw new RepositoryError(
      'Unavailable',
      'The database of the repository does not answer. Try again in a few seconds.',
      {
        details: { retryAfter: 1 },
      },
    );
  }

  /** Throws `Unavailable` if another process has taken the database over, so that its records may differ from what is cached. */
  requireOwned(): void {
    if (!this.#isTakenOver) return;
    const message =
      'Another server has taken over the database of this repository. Ask the operator to restart this one.';
    throw new RepositoryError('Unavailable', message, { details: { retryAfter: null } });
  }

  /** Why nothing can be written now; undefined if it can. */
  get problem(): string | undefined {
    if (this.#reason === undefined) return undefined;
    const after = this.#isTakenOver
      ? 'Stop one of the two servers, then start this one again.'
      : 'The server tries again by itself.';
    return `The database cannot be used: ${this.#reason}. ${after}`;
  }

  /** Call this after a failed write: whether it reached the disk is known only after the session has ended. */
  distrust(error: unknown): void {
    this.#lose(error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#regaining;
    await this.#session?.close();
  }

  #open(how: 'first' | 'again'): Promise<Session> {
    return Session.open(this.#address, this.#token, how, (session) => {
      if (session === this.#session) this.#lose(new Error('the connection to the database ended'));
    });
  }

  #lose(error: unknown): void {
    const session = this.#session;
    if (session === undefined || this.#isClosed) return;
    this.#session = undefined;
    this.#reason = messageOf(error);
    this.#log.error('The database cannot be written to. The server tries to reach it again.', { reason: this.#reason });
    this.#regaining = session
      .close()
      .then(() => this.#regain())
      .finally(() => {
        this.#regaining = undefined;
      });
  }

  async #regain(): Promise<void> {
    while (!this.#isClosed && !this.#isTakenOver) {
      try {
        await this.#tryToRegain();
        return;
      } catch (error) {
        if (error instanceof DatabaseTakenOver) this.#end(error);
        else if (messageOf(error) !== this.#reason) this.#reason = messageOf(error);
        await pause();
      }
    }
  }

  async #tryToRegain(): Promise<void> {
    const session = await this.#open('again');
    try {
      await this.#resume(() => {
        this.#session = session;
        this.#reason = undefined;
      });
    } catch (error) {
      this.#session = undefined;
      await session.close();
      throw error;
    }
    this.#log.info('The database can be written to again.');
  }

  #end(error: DatabaseTakenOver): void {
    this.#isTakenOver = true;
    this.#reason = error.message;
    this.#log.error('Another server has taken over the database. This one answers no more calls; start it again.', {
      reason: error.message,
    });
  }
}
