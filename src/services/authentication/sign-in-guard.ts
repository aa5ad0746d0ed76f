import { setTimeout as pause } from 'node:timers/promises';
import { cacheLast } from '../../base/caching/cache-last.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import { addressGroup } from '../../domain/identity/address-group.ts';
import type { Seams } from '../../ports/seams.ts';
import { createFailedLogins } from './failed-logins.ts';
import { createPerAddressQueue, type QueueTicket } from './per-address-queue.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Who tries to sign in, and from where. */
export interface Attempt {
  /** A name; one guard knows accounts of one kind, people or others that have a secret. */
  readonly account: string;
  /** Undefined: from this machine itself, through its socket or in its process. */
  readonly address: string | undefined;
}

/** An attempt, and what the guard may do with it but never shows. */
interface CheckedAttempt extends Attempt {
  /** Whether there is such an account with a secret. */
  readonly exists: boolean;
}

/** Slows down whoever guesses, and locks nobody out. */
export interface SignInGuard {
  /**
   * Has `check` tell whether a secret is right, when it is the attempt's turn. Rejects with `TooManyRequests` where there
   * were too many wrong ones: of this account from this address, of this address, of this account if this address has
   * part in those, or else of this account from many other addresses. So one stranger's attempts keep nobody out who
   * comes from elsewhere, and those of many nobody who was right from the same address before: they have one attempt in
   * any case. Of IPv6, a network of 64 bits counts as one address.
   *
   * An account that never failed from an address does not wait for the wrong secrets of others there: its attempt is
   * rejected, too, but checked all the same after the answer. Where it is right, the next one is taken at once. Where it
   * is wrong, nothing shows it, so that nobody learns which accounts exist.
   *
   * Accounts that were right before go first, then those that never failed, then the rest; within these, addresses take
   * turns, and accounts at an address.
   */
  attempt(who: CheckedAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Whether what was right of this account from this address may be answered from memory: not while the pair waits. */
  mayRemember(who: Attempt): boolean;
  /** Counts an attempt that was compared with what was right before, and not checked. */
  addUnchecked(who: Attempt): void;
}

/**
 * Of an address at most 20 wrong secrets are checked in a minute, and ten in each later one: a whole school can stand
 * behind one address, and must neither wait for minutes because of one who guesses, nor at all for a wrong one now and
 * then. Of an account it is at most 16, and then one a minute.
 */
const rules = {
  account: { free: 5, first: 1_000, longest: 60_000 },
  address: { burst: 9, intervalMs: 6_000 },
  newAddresses: { free: 10, first: 1_000, longest: 60_000 },
};

const mostKnownPairs = 10_000;

const longestAccount = 120;

/** Classes of the queue, and how many may wait in each. A hash takes a tenth of a second or two, two at a time. */
const priorities = { rightBefore: 0, neverFailed: 1, failed: 2, unknownInBackground: 3 };
const queueLimits = {
  atOnce: 2,
  ofAccount: 5,
  classes: [
    { ofAddress: 60, inAll: 300 },
    { ofAddress: 40, inAll: 300 },
    { ofAddress: 20, inAll: 300 },
    { ofAddress: 1, inAll: 10 },
  ],
};

const quarterOfAnHour = 15 * 60_000;

/** Wrong ones in the background, before no more of an account are checked so. */
const backgroundRules = {
  pair: { free: 3, first: quarterOfAnHour, longest: quarterOfAnHour },
  account: { free: 10, first: quarterOfAnHour, longest: quarterOfAnHour },
};

/** In milliseconds: how long to wait where too many wait already. */
const fullWait = 5_000;

/** In milliseconds: after so long whoever is checked in the background may come again. */
const backgroundWait = 2_000;

/** What stands for this machine itself. */
const here = 'here';

/** What attempts are counted by. */
interface AttemptKeys {
  readonly account: string;
  readonly address: string;
  readonly pair: string;
}

interface AttemptState {
  /** Its class in the queue. */
  readonly priority: number;
  /** In milliseconds since 1970; 0 for at once. */
  readonly nextAt: number;
  /** Where it has to wait for no other reason than what others at its address do. */
  readonly mayGoToBackground: boolean;
}

function keysOf({ account: given, address: from }: Attempt): AttemptKeys {
  const address = from === undefined ? here : addressGroup(from);
  // Longer ones are no accounts, and are not to fill the memory.
  const account = given.slice(0, longestAccount);
  // No address has a space.
  return { account, address, pair: `${address} ${account}` };
}

function tooMany(wait: number): RepositoryError {
  const retryAfter = Math.ceil(wait / 1_000);
  return new RepositoryError(
    'TooManyRequests',
    `Too many wrong sign-ins: the next attempt is taken in ${retryAfter} seconds.`,
    { details: { retryAfter } },
  );
}

export function createSignInGuard({ clock }: Pick<Seams, 'clock'>): SignInGuard {
  const queue = createPerAddressQueue(queueLimits);
  /** Pairs of account and address that were right once. */
  const known = new Map<string, true>();
  const ofPair = createFailedLogins(rules.account);
  const ofAccount = createFailedLogins(rules.account);
  const ofAddress = createRateLimiter(rules.address);
  /** By account: how many addresses failed for the first time. */
  const ofNewAddresses = createFailedLogins(rules.newAddresses);

  /** How long the last check took, in milliseconds. */
  let checkTook = 0;
  /** By address: how many are being checked. */
  const running = new Map<string, number>();
  const inBackground = new Set<string>();
  const createBackgroundMemory = () => ({
    pairs: createFailedLogins(backgroundRules.pair),
    accounts: createFailedLogins(backgroundRules.account),
  });
  // Apart, so that invented names do not push out what is known of others.
  const background = { existing: createBackgroundMemory(), unknown: createBackgroundMemory() };

  /** Those that are being checked may all be wrong. */
  const addressNextAt = (address: string, now: number): number => {
    const { intervalMs: perFailure } = rules.address;
    const nextAt = ofAddress.nextAttemptAt(address, now) + (running.get(address) ?? 0) * perFailure;
    return Math.min(nextAt, now + perFailure);
  };

  const stateOf = ({ account, address, pair }: AttemptKeys, now: number): AttemptState => {
    const failedBefore = ofPair.has(pair, now);
    if (known.has(pair) && !failedBefore) {
      return { priority: priorities.rightBefore, nextAt: 0, mayGoToBackground: false };
    }
    const ownNextAt = Math.max(
      ofPair.nextAttemptAt(pair, now),
      (failedBefore ? ofAccount : ofNewAddresses).nextAttemptAt(account, now),
    );
    return {
      priority: failedBefore ? priorities.failed : priorities.neverFailed,
      nextAt: Math.max(ownNextAt, addressNextAt(address, now)),
      mayGoToBackground: !failedBefore && ownNextAt <= now,
    };
  };

  const mayRemember = (pair: string, now: number): boolean => ofPair.nextAttemptAt(pair, now) <= now;

  const remember = ({ account, address, pair }: AttemptKeys, right: boolean): void => {
    if (right) {
      cacheLast(known, pair, true, mostKnownPairs);
      ofPair.forget(pair);
      return;
    }
    const now = clock.now().getTime();
    if (!ofPair.has(pair, now)) ofNewAddresses.add(account, now);
    ofPair.add(pair, now);
    ofAccount.add(account, now);
    // Whoever is in the machine has the repository anyway.
    if (address !== here) ofAddress.add(address, now);
  };

  const countRunning = (address: string): (() => void) => {
    running.set(address, (running.get(address) ?? 0) + 1);
    return () => {
      const left = (running.get(address) ?? 1) - 1;
      if (left === 0) running.delete(address);
      else running.set(address, left);
    };
  };

  const timed = (check: () => Promise<boolean>) => async (): Promise<boolean> => {
    const start = performance.now();
    const right = await check();
    checkTook = performance.now() - start;
    return right;
  };

  /** Counted apart from the others, so that no later answer tells that it was checked. */
  const checkInBackground = (keys: AttemptKeys, exists: boolean, check: () => Promise<boolean>): void => {
    const { account, pair } = keys;
    const now = clock.now().getTime();
    const place = { ...keys, priority: exists ? priorities.neverFailed : priorities.unknownInBackground };
    const { pairs, accounts } = exists ? background.existing : background.unknown;
    const nextAt = Math.max(pairs.nextAttemptAt(pair, now), accounts.nextAttemptAt(account, now));
    if (inBackground.has(pair) || nextAt > now || !queue.hasRoom(place)) return;
    inBackground.add(pair);
    // Whoever measures how long others wait is not to learn which accounts exist.
    queue
      .run(place, exists ? timed(check) : () => pause(checkTook, false, { ref: false }))
      .then((right) => {
        if (right) return remember(keys, true);
        pairs.add(pair, clock.now().getTime());
        accounts.add(account, clock.now().getTime());
      })
      // What kept it from being checked may pass: whoever comes again is told.
      .catch(() => undefined)
      .finally(() => inBackground.delete(pair));
  };

  return {
    mayRemember(who) {
      return mayRemember(keysOf(who).pair, clock.now().getTime());
    },
    addUnchecked(who) {
      const { pair } = keysOf(who);
      const now = clock.now().getTime();
      // While the pair waits nothing is compared, and a longer wait would never end.
      if (mayRemember(pair, now)) ofPair.add(pair, now);
    },
    async attempt(who, check) {
      const keys = keysOf(who);
      /** Its place in the queue; rejects where it has to wait, or where too many of its kind wait already. */
      const requirePlace = (hasTurn: boolean): QueueTicket => {
        const now = clock.now().getTime();
        const state = stateOf(keys, now);
        const place = { ...keys, priority: state.priority };
        const wait = Math.max(state.nextAt - now, hasTurn || queue.hasRoom(place) ? 0 : fullWait);
        if (wait <= 0) return place;
        if (!state.mayGoToBackground) throw tooMany(wait);
        checkInBackground(keys, who.exists, check);
        throw tooMany(Math.min(wait, backgroundWait));
      };
      return queue.run(requirePlace(false), async () => {
        // While it waited others failed.
        requirePlace(true);
        const done = countRunning(keys.address);
        try {
          const right = await timed(check)();
          remember(keys, right);
          return right;
        } finally {
          done();
        }
      });
    },
  };
}
