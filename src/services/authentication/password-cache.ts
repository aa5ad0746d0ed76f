import { hash, randomBytes } from 'node:crypto';
import { cacheLast } from '../../base/caching/cache-last.ts';
import type { Clock } from '../../ports/clock.ts';

/** A user name and a password that a client sent, and their keys in the cache. */
export interface PasswordLogin {
  readonly userName: string;
  readonly password: string;
  /** The client address; undefined for this machine itself. */
  readonly address: string | undefined;
  /** The address and the user name. */
  readonly pair: string;
  /** A hash of the pair and the password. */
  readonly key: string;
}

interface CachedPassword {
  readonly key: string;
  readonly passwordHash: string;
  /** The time at which the entry expires, in milliseconds since 1970. */
  until: number;
}

/** How long a password stays cached after its last use, in milliseconds. */
const lifetime = 5 * 60_000;
const maxEntries = 1_000;

/**
 * The passwords that were right in the last five minutes, at most one for each pair of address and user name. Each is
 * cached as a hash keyed with a secret of this process, together with the stored password hash, so that it expires as soon
 * as the person gets a new password.
 */
export class PasswordCache {
  readonly #clock: Clock;
  readonly #processKey = randomBytes(32).toString('hex');
  readonly #byPair = new Map<string, CachedPassword>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  login(userName: string, password: string, address: string | undefined): PasswordLogin {
    const pair = `${address ?? 'here'} ${userName}`;
    // The process key fills exactly one block of the hash, so clients control only the blocks after it.
    const key = hash('sha256', `${this.#processKey}${pair}\0${password}`, 'base64');
    return { userName, password, address, pair, key };
  }

  /** Whether this password was the last right one of its pair. It may have expired since. */
  matches({ pair, key }: PasswordLogin): boolean {
    return this.#byPair.get(pair)?.key === key;
  }

  /** The pair's cached password, which may differ from a login's. Undefined, and removed, if it has expired. */
  find(pair: string, passwordHash: string | null): CachedPassword | undefined {
    const cached = this.#byPair.get(pair);
    if (cached === undefined) return undefined;
    if (cached.passwordHash === passwordHash && this.#clock.now().getTime() < cached.until) return cached;
    this.#byPair.delete(pair);
    return undefined;
  }

  add({ pair, key }: PasswordLogin, passwordHash: string): void {
    cacheLast(this.#byPair, pair, { key, passwordHash, until: this.#clock.now().getTime() + lifetime }, maxEntries);
  }

  prolong(cached: CachedPassword): void {
    cached.until = this.#clock.now().getTime() + lifetime;
  }
}
