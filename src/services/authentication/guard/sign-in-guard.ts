import { RepositoryError } from '../../../base/errors/errors.ts';
import { addressGroup } from '../../../domain/identity/address-group.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Seams } from '../../../ports/seams.ts';
import { AttemptHistory, type AttemptKeys, thisMachine } from './attempt-history.ts';
import { type BackgroundChecks, type CheckTimer, createBackgroundChecks, timed } from './background-checks.ts';
import { createPerAddressQueue, type QueueTicket } from './per-address-queue.ts';

/** The account and the address of a sign-in attempt. */
interface Attempt {
  /** A name. Each guard handles one kind of account: people, or OAuth clients. */
  readonly account: string;
  /** Undefined: this machine itself, through its socket or in its process. */
  readonly address: string | undefined;
}

interface CheckedAttempt extends Attempt {
  /** Whether the account exists and has a secret. */
  readonly exists: boolean;
}

const maxAccountLength = 120;

/**
 * The limits of the queue; `classes` are in the order of `priorities`. A check hashes a password, which takes 0.1 to
 * 0.2 seconds.
 */
const queueLimits = {
  concurrency: 2,
  perAccount: 5,
  classes: [
    { perAddress: 60, total: 300 },
    { perAddress: 40, total: 300 },
    { perAddress: 20, total: 300 },
    { perAddress: 1, total: 10 },
  ],
};

/** The wait in milliseconds that the guard reports when the queue is full. */
const fullQueueWait = 5_000;

/** The maximum wait in milliseconds that the guard reports to a client whose secret it checks in the background. */
const backgroundWait = 2_000;

function keysOf({ account: name, address: from }: Attempt): AttemptKeys {
  const address = from === undefined ? thisMachine : addressGroup(from);
  // No account has a longer name, and clients must not fill the memory with long ones.
  const account = name.slice(0, maxAccountLength);
  // No address contains a space.
  return { account, address, pair: `${address} ${account}` };
}

function tooMany(wait: number): RepositoryError {
  const retryAfter = Math.ceil(wait / 1_000);
  const message = `Too many failed sign-ins. Try again in ${retryAfter === 1 ? '1 second' : `${retryAfter} seconds`}.`;
  return new RepositoryError('TooManyRequests', message, { details: { retryAfter } });
}

/** Slows down attackers who guess secrets, without locking anyone out. */
export class SignInGuard {
  readonly #clock: Clock;
  readonly #queue = createPerAddressQueue(queueLimits);
  readonly #history = new AttemptHistory();
  readonly #timer: CheckTimer = { lastMs: 0 };
  readonly #background: BackgroundChecks;

  constructor({ clock }: Pick<Seams, 'clock'>) {
    this.#clock = clock;
    this.#background = createBackgroundChecks({ clock, queue: this.#queue, timer: this.#timer }, this.#history);
  }

  /**
   * Queues the attempt, then calls `check` to verify the secret. Rejects with `TooManyRequests` after too many wrong
   * secrets for the pair of account and address, from the address, or for the account. At an address that has failed for
   * the account, the last limit counts all failures of the account. At any other address it counts only the first failure
   * from each address, so an attacker at one address cannot lock out people at others. A pair that succeeded and has not
   * failed since never waits, not even during a distributed attack. For IPv6, a network of 64 bits counts as one address.
   *
   * An account that never failed from an address does not wait for the failures of other accounts there. Its attempt is
   * rejected as well, but the guard checks the secret after the response. If it is right, the next attempt is accepted
   * immediately. If it is wrong, no response shows this, so the check does not reveal which accounts exist.
   *
   * Accounts that succeeded before go first, then those that never failed, then the rest. Within each class, addresses
   * take turns, and so do the accounts at an address.
   */
  async attempt(attempt: CheckedAttempt, check: () => Promise<boolean>): Promise<boolean> {
    const keys = keysOf(attempt);
    return this.#queue.run(this.#requireTicket(keys, attempt, check, false), async () => {
      // Other attempts may have failed while this one was queued.
      this.#requireTicket(keys, attempt, check, true);
      return this.#verify(keys, check);
    });
  }

  /** Whether a cached success of this account from this address may be used: not while the pair has to wait. */
  mayRemember(attempt: Attempt): boolean {
    return this.#history.isPairFree(keysOf(attempt).pair, this.#now());
  }

  /** Counts a wrong secret that was only compared with a cached success and not checked. */
  addUnchecked(attempt: Attempt): void {
    const { pair } = keysOf(attempt);
    const now = this.#now();
    // Failures during the wait do not count. Otherwise a client that keeps trying would extend the wait forever.
    if (this.#history.isPairFree(pair, now)) this.#history.recordPairFailure(pair, now);
  }

  /** Throws if the attempt has to wait, or if its class of the queue is full. */
  #requireTicket(
    keys: AttemptKeys,
    { exists }: CheckedAttempt,
    check: () => Promise<boolean>,
    isQueued: boolean,
  ): QueueTicket {
    const now = this.#now();
    const { priority, nextAt, mayGoToBackground } = this.#history.stateOf(keys, now);
    const ticket = { ...keys, priority };
    const wait = Math.max(nextAt - now, isQueued || this.#queue.hasRoom(ticket) ? 0 : fullQueueWait);
    if (wait <= 0) return ticket;
    if (!mayGoToBackground) throw tooMany(wait);
    this.#background.start(keys, exists, check);
    throw tooMany(Math.min(wait, backgroundWait));
  }

  async #verify(keys: AttemptKeys, check: () => Promise<boolean>): Promise<boolean> {
    this.#history.running.add(keys.address, 1);
    try {
      const right = await timed(this.#timer, check)();
      if (right) this.#history.recordSuccess(keys);
      else this.#history.recordFailure(keys, this.#now());
      return right;
    } finally {
      this.#history.running.add(keys.address, -1);
    }
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
