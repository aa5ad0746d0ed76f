import { hash, randomBytes } from 'node:crypto';
import { cacheLast } from '../../base/caching/cache-last.ts';
import type { Clock } from '../../ports/clock.ts';

/** A user name and a password that a client sent, with the keys that stand for them in memory. */
export interface PasswordLogin {
  readonly userName: string;
  readonly password: string;
  /** Undefined: this machine itself. */
  readonly address: string | undefined;
  /** The address and the user name. */
  readonly pair: string;
  /** A hash of the pair and the password. */
  readonly key: string;
}

interface CachedPassword {
  readonly key: string;
  readonly passwordHash: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** In milliseconds, since the last use. */
const lifetime = 5 * 60_000;
const maxEntries = 1_000;

/**
 * The passwords that were right in the last five minutes, at most one for each pair of address and user name. Each is
 * cached as a hash under a key that only this process knows, together with the stored password hash. So a cached
 * password expires as soon as the person gets a new one.
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
    // The process key fills a whole block of the hash, so no input of a client can stand in for it.
    const key = hash('sha256', `${this.#processKey}${pair}\0${password}`, 'base64');
    return { userName, password, address, pair, key };
  }

  /** Whether this password was the last right one of its pair. It may have expired since. */
  matches({ pair, key }: PasswordLogin): boolean {
    return this.#byPair.get(pair)?.key === key;
  }

  /** The cached password of the pair, which may be another than this login's. Removes it if it has expired. */
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
