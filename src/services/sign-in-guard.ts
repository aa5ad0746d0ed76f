import { RepositoryError } from '../base/errors.ts';
import { keepLast } from '../base/keep-last.ts';
import { addressGroup } from '../domain/address-group.ts';
import type { Seams } from '../ports/seams.ts';
import { createFailureBudget } from './failure-budget.ts';
import { createFailureMemory } from './failure-memory.ts';
import { createTurnsByAddress } from './turns-by-address.ts';

/** Who tries to sign in, and from where. */
export interface Attempt {
  /** A name; one guard knows accounts of one kind, people or others that have a secret. */
  readonly account: string;
  /** Undefined: from this machine itself, through its socket or in its process. */
  readonly address: string | undefined;
}

/** Slows down whoever guesses, and locks nobody out. */
export interface SignInGuard {
  /**
   * Has `check` tell whether a secret is right, when it is the address's turn. Rejects with `TooManyRequests`, without
   * a check, where there were too many wrong ones: of this account from this address, of this address, of this account
   * if this address has part in those, or else of this account from many other addresses. So one stranger's attempts
   * keep nobody out who comes from elsewhere, and those of many nobody who was right from the same address before: they
   * have one attempt in any case. Of IPv6, a network of 64 bits counts as one address.
   */
  attempt(who: Attempt, check: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Of an address at most 20 wrong secrets are checked in a minute, and ten in each later one: a whole school can stand
 * behind one address, and must neither wait for minutes because of one who guesses, nor at all for a wrong one now and
 * then. Of an account it is at most 16, and then one a minute.
 */
const rules = {
  account: { free: 5, first: 1_000, longest: 60_000 },
  // With two at a time one more can slip through.
  address: { atOnce: 9, pause: 6_000 },
  newAddresses: { free: 10, first: 1_000, longest: 60_000 },
};

const mostKnownPairs = 10_000;

const longestAccount = 120;

/** What stands for this machine itself. */
const here = 'here';

function tooMany(wait: number): RepositoryError {
  const retryAfter = Math.ceil(wait / 1_000);
  return new RepositoryError(
    'TooManyRequests',
    `Too many wrong sign-ins: the next attempt is taken in ${retryAfter} seconds. From another address it is taken now.`,
    { details: { retryAfter } },
  );
}

export function createSignInGuard({ clock }: Pick<Seams, 'clock'>): SignInGuard {
  const turns = createTurnsByAddress({ atOnce: 2, mostWaiting: 60 });
  /** Pairs of account and address that were right once. */
  const known = new Map<string, true>();
  const ofPair = createFailureMemory(rules.account);
  const ofAccount = createFailureMemory(rules.account);
  const ofAddress = createFailureBudget(rules.address);
  /** By account: how many addresses failed for the first time. */
  const ofNewAddresses = createFailureMemory(rules.newAddresses);

  const nextAttemptAt = (account: string, address: string, pair: string, now: number): number => {
    const failedBefore = ofPair.has(pair, now);
    if (known.has(pair) && !failedBefore) return 0;
    return Math.max(
      ofPair.nextAttemptAt(pair, now),
      ofAddress.nextAttemptAt(address, now),
      (failedBefore ? ofAccount : ofNewAddresses).nextAttemptAt(account, now),
    );
  };

  const remember = (account: string, address: string, pair: string, right: boolean): void => {
    if (right) {
      keepLast(known, pair, true, mostKnownPairs);
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

  return {
    attempt({ account: given, address: from }, check) {
      const address = from === undefined ? here : addressGroup(from);
      // Longer ones are no accounts, and are not to fill the memory.
      const account = given.slice(0, longestAccount);
      // No address has a space.
      const pair = `${address} ${account}`;
      return turns.run(address, async () => {
        const now = clock.now().getTime();
        const next = nextAttemptAt(account, address, pair, now);
        if (next > now) throw tooMany(next - now);
        const right = await check();
        remember(account, address, pair, right);
        return right;
      });
    },
  };
}
