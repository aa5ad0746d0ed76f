import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { UserNames } from '../records/user-names.ts';
import { Counter } from './counter.ts';
import type { SignInGuard } from './guard/sign-in-guard.ts';
import type { LoginTimeService } from './login-times.ts';
import { PasswordCache, type PasswordLogin } from './password-cache.ts';
import { type LogRefusedSignIn, reasonOfRejection } from './refused-sign-ins.ts';
import type { CredentialVerifier, VerifiedCredentials } from './verified-credentials.ts';

interface SignInParts extends Pick<Seams, 'store' | 'clock' | 'passwords'> {
  readonly verifier: CredentialVerifier;
  readonly guard: SignInGuard;
  readonly logins: Pick<LoginTimeService, 'record'>;
  readonly logRefused: LogRefusedSignIn;
  readonly userNames: Pick<UserNames, 'spelled'>;
}

/**
 * Verifies passwords. Clients that use HTTP Basic send the password with every request, so right passwords are cached, and
 * concurrent checks of the same password share one hash. The cache must not help attackers to guess, so it is used only
 * while no other password of the account is being checked from the same address, and while the pair need not wait. A
 * password that differs from the cached one counts as a failure even if it is never checked. So every guess is counted,
 * even if many arrive at the same time.
 */
export class SignInService {
  readonly #parts: SignInParts;
  readonly #cache: PasswordCache;
  readonly #running = new Map<string, Promise<boolean>>();
  /** The number of uncached passwords that are being checked, by account and address. */
  readonly #guesses = new Counter();

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#cache = new PasswordCache(parts.clock);
  }

  /**
   * Verifies a password. The user name may be spelled differently. Resolves to undefined if the user name or password is wrong. `address` is the client's;
   * undefined for this machine itself. Rejects with `TooManyRequests` after too many wrong passwords, and with
   * `Unavailable` while too many passwords are being hashed.
   */
  byPassword(
    userName: string,
    password: string,
    address: string | undefined,
  ): Promise<VerifiedCredentials | undefined> {
    const login = this.#cache.login(this.#parts.userNames.spelled(userName), password, address);
    return this.#cache.matches(login) ? this.#verifyAndLog(login) : this.#verifyGuess(login);
  }

  /**
   * Whether this is the password of a person who is signed in already. A wrong password delays the next confirmation,
   * but not the person's sign-ins. Rejects as `byPassword` does.
   */
  async confirm({ userName, passwordHash }: PersonRecord, password: string, address: string | undefined) {
    // No user name contains a colon, so confirmations are counted separately from sign-ins.
    const attempt = { account: `confirm:${userName}`, address, exists: passwordHash !== null };
    const right = await this.#parts.guard.attempt(attempt, () => this.#parts.passwords.verify(password, passwordHash));
    if (!right) this.#parts.logRefused({ reason: 'wrong old password', address, userName });
    return right;
  }

  /** Counts the guess before it is checked, so that none of several concurrent guesses gets ahead of the others. */
  async #verifyGuess(login: PasswordLogin): Promise<VerifiedCredentials | undefined> {
    this.#guesses.add(login.pair, 1);
    try {
      return await this.#verifyAndLog(login);
    } finally {
      this.#guesses.add(login.pair, -1);
    }
  }

  async #verifyAndLog(login: PasswordLogin): Promise<VerifiedCredentials | undefined> {
    const person = await this.#parts.store.people.get(login.userName);
    const logRefused = (reason: string): void =>
      this.#parts.logRefused({ reason, address: login.address, userName: person?.userName });
    try {
      const credentials = await this.#verify(login, person);
      if (credentials === undefined) logRefused(person === undefined ? 'unknown user name' : 'wrong password');
      return credentials;
    } catch (error) {
      logRefused(reasonOfRejection(error));
      throw error;
    }
  }

  async #verify(login: PasswordLogin, person: PersonRecord | undefined): Promise<VerifiedCredentials | undefined> {
    const { verifier, logins } = this.#parts;
    const { userName } = login;
    const passwordHash = person?.passwordHash ?? null;
    const cached = this.#cache.find(login.pair, passwordHash);
    if (cached?.key === login.key && this.#mayUseCache(login)) {
      this.#cache.prolong(cached);
      return person === undefined
        ? undefined
        : verifier.fromFreshRecord({ userName, credentialStamp: person.credentialStamp });
    }
    const differsFromCached = cached !== undefined && cached.key !== login.key;
    const right = await this.#checkOrCount(login, { passwordHash, differsFromCached });
    if (!right || person === undefined || passwordHash === null) return undefined;
    // The person's credentials may have changed during the hashing.
    const credentials = await verifier.verify({ userName, credentialStamp: person.credentialStamp });
    // Many clients send a password with each request and never open a session.
    if (credentials !== undefined) logins.record(userName);
    return credentials;
  }

  #mayUseCache({ userName, address, pair }: PasswordLogin): boolean {
    return this.#guesses.get(pair) === 0 && this.#parts.guard.mayRemember({ account: userName, address });
  }

  async #checkOrCount(
    login: PasswordLogin,
    { passwordHash, differsFromCached }: { readonly passwordHash: string | null; readonly differsFromCached: boolean },
  ): Promise<boolean> {
    try {
      return await this.#check(login, passwordHash);
    } catch (error) {
      if (differsFromCached) this.#parts.guard.addUnchecked({ account: login.userName, address: login.address });
      throw error;
    }
  }

  /** Also hashes the password of an unknown person, so that the response time does not reveal which people exist. */
  #check(login: PasswordLogin, passwordHash: string | null): Promise<boolean> {
    const checkKey = `${login.key} ${passwordHash}`;
    const shared = this.#running.get(checkKey);
    if (shared !== undefined) return shared;
    const verifyHash = async (): Promise<boolean> => {
      const right = await this.#parts.passwords.verify(login.password, passwordHash);
      if (right && passwordHash !== null) this.#cache.add(login, passwordHash);
      return right;
    };
    const check = this.#parts.guard
      .attempt({ account: login.userName, address: login.address, exists: passwordHash !== null }, verifyHash)
      .finally(() => this.#running.delete(checkKey));
    this.#running.set(checkKey, check);
    return check;
  }
}
