import { RepositoryError } from '../../base/errors/errors.ts';
import { addressGroup } from '../../domain/identity/address-group.ts';
import type { Seams } from '../../ports/seams.ts';
import { type AttemptKeys, createAttemptHistory, thisMachine } from './attempt-history.ts';
import { type CheckTimer, createBackgroundChecks, timed } from './background-checks.ts';
import { createPerAddressQueue, type QueueTicket } from './per-address-queue.ts';

/** The account and the address of a sign-in attempt. */
interface Attempt {
  /** A name. Each guard handles one kind of account: people, or OAuth clients. */
  readonly account: string;
  /** Undefined: this machine itself, through its socket or in its process. */
  readonly address: string | undefined;
}

/** An attempt with details that the guard uses but never reveals. */
interface CheckedAttempt extends Attempt {
  /** Whether there is such an account with a secret. */
  readonly exists: boolean;
}

/** Slows down attackers who guess secrets, without locking anyone out. */
export interface SignInGuard {
  /**
   * Queues the attempt, then calls `check` to verify the secret. Rejects with `TooManyRequests` after too many wrong
   * secrets for this account from this address, from this address, or for this account: all of its failures if this
   * address contributed to them, else only those from many other addresses. So an attacker cannot lock out people at
   * other addresses. A distributed attack cannot lock out a pair of account and address that succeeded before: it always
   * has one attempt. For IPv6, a network of 64 bits counts as one address.
   *
   * An account that never failed from an address does not wait for the failures of other accounts there. Its attempt is
   * rejected as well, but the secret is checked after the response. If it is right, the next attempt is accepted
   * immediately. If it is wrong, no response shows this, so the check does not reveal which accounts exist.
   *
   * Accounts that succeeded before go first, then those that never failed, then the rest. Within each class, addresses
   * take turns, and so do the accounts at an address.
   */
  attempt(attempt: CheckedAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Whether a cached success of this account from this address may be used: not while the pair has to wait. */
  mayRemember(attempt: Attempt): boolean;
  /** Counts a wrong secret that was only compared with a cached success and not checked. */
  addUnchecked(attempt: Attempt): void;
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
  // No account has a longer name. The limit bounds the memory.
  const account = name.slice(0, maxAccountLength);
  // No address contains a space.
  return { account, address, pair: `${address} ${account}` };
}

function tooMany(wait: number): RepositoryError {
  const retryAfter = Math.ceil(wait / 1_000);
  const message = `Too many failed sign-ins. Try again in ${retryAfter === 1 ? '1 second' : `${retryAfter} seconds`}.`;
  return new RepositoryError('TooManyRequests', message, { details: { retryAfter } });
}

export function createSignInGuard({ clock }: Pick<Seams, 'clock'>): SignInGuard {
  const queue = createPerAddressQueue(queueLimits);
  const history = createAttemptHistory();
  const timer: CheckTimer = { lastMs: 0 };
  const background = createBackgroundChecks({ clock, queue, timer }, history);
  const now = (): number => clock.now().getTime();

  const verify = async (keys: AttemptKeys, check: () => Promise<boolean>): Promise<boolean> => {
    const end = history.begin(keys.address);
    try {
      const right = await timed(timer, check)();
      if (right) history.recordSuccess(keys);
      else history.recordFailure(keys, now());
      return right;
    } finally {
      end();
    }
  };

  return {
    mayRemember: (attempt) => history.isPairFree(keysOf(attempt).pair, now()),
    addUnchecked(attempt) {
      const { pair } = keysOf(attempt);
      const time = now();
      // While the pair waits, the caller compares nothing. Counting here would extend the wait forever.
      if (history.isPairFree(pair, time)) history.recordPairFailure(pair, time);
    },
    async attempt(attempt, check) {
      const keys = keysOf(attempt);
      /** Throws if the attempt has to wait, or if its class of the queue is full. */
      const requireTicket = (isQueued: boolean): QueueTicket => {
        const time = now();
        const state = history.stateOf(keys, time);
        const ticket = { ...keys, priority: state.priority };
        const wait = Math.max(state.nextAt - time, isQueued || queue.hasRoom(ticket) ? 0 : fullQueueWait);
        if (wait <= 0) return ticket;
        if (!state.mayGoToBackground) throw tooMany(wait);
        background.start(keys, attempt.exists, check);
        throw tooMany(Math.min(wait, backgroundWait));
      };
      return queue.run(requireTicket(false), async () => {
        // Other attempts may have failed while this one was queued.
        requireTicket(true);
        return verify(keys, check);
      });
    },
  };
}
