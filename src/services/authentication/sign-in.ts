import { hash, randomBytes } from 'node:crypto';
import { cacheLast } from '../../base/caching/cache-last.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { CredentialVerifier, VerifiedCredentials } from './credential-verification.ts';
import type { LoginService } from './logins.ts';
import { type LogRefusedSignIn, reasonOfRejection } from './refused-sign-ins.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** Tells who shows these credentials; undefined where they are wrong. */
export interface SignInService {
  /**
   * `address` is where the attempt comes from, undefined for this machine itself. Rejects with `TooManyRequests` after
   * too many wrong ones, and with `Unavailable` where too many are being checked.
   */
  byPassword(userName: string, password: string, address: string | undefined): Promise<VerifiedCredentials | undefined>;
  /**
   * Whether this is the password of a person who is signed in already. Wrong ones delay the next one, and keep the person
   * signed in. Rejects as `byPassword` does.
   */
  confirm(person: PersonRecord, password: string, address: string | undefined): Promise<boolean>;
}

interface Success {
  readonly key: string;
  readonly passwordHash: string;
  until: number;
}

/** After the last use, in milliseconds. */
const lifetime = 5 * 60_000;
const maximalSuccesses = 1_000;

/** A password that is shown for an account, and from where. */
interface Shown {
  readonly userName: string;
  readonly password: string;
  readonly address: string | undefined;
}

/**
 * Checks passwords. Clients send Basic on every call, so successes are kept until five minutes after their last use,
 * under a key that only this process can make, for the address that they came from; the stored hash goes with it, so
 * that a new password counts from the next call on. Equal checks that come together share one hash. A success answers
 * only while no other password is being checked for the same account from the same address, and none has to wait; and what
 * was compared with a success counts as wrong also where it is not checked: so each guess is counted, also where many come
 * at a time.
 */
export function createSignInService(
  seams: Pick<Seams, 'store' | 'clock' | 'passwords'>,
  proofs: CredentialVerifier,
  guard: SignInGuard,
  logins: Pick<LoginService, 'record'>,
  logRefused: LogRefusedSignIn,
): SignInService {
  const { store, clock, passwords } = seams;
  const processKey = randomBytes(32).toString('hex');
  /** By account and address. */
  const successes = new Map<string, Success>();
  const running = new Map<string, Promise<boolean>>();
  /** By account and address: how many passwords without a success are being checked. */
  const guesses = new Map<string, number>();

  const pairOf = (userName: string, address: string | undefined): string => `${address ?? 'here'} ${userName}`;

  // The key is as long as a block of the hash: nothing that a caller sends can take its place.
  const keyOf = ({ userName, password, address }: Shown): string =>
    hash('sha256', `${processKey}${pairOf(userName, address)}\0${password}`, 'base64');

  const keep = (key: string, { userName, address }: Shown, passwordHash: string): void => {
    const success = { key, passwordHash, until: clock.now().getTime() + lifetime };
    cacheLast(successes, pairOf(userName, address), success, maximalSuccesses);
  };

  /** Not while another password of the person is being checked, nor after too many wrong ones from the address. */
  const mayRemember = (userName: string, address: string | undefined): boolean =>
    !guesses.has(pairOf(userName, address)) && guard.mayRemember({ account: userName, address });

  const successOf = ({ userName, address }: Shown, passwordHash: string | null): Success | undefined => {
    const pair = pairOf(userName, address);
    const success = successes.get(pair);
    if (success === undefined) return undefined;
    if (success.passwordHash === passwordHash && clock.now().getTime() < success.until) return success;
    successes.delete(pair);
    return undefined;
  };

  /** Also for an unknown person, so that the time taken does not tell who is known. */
  const check = (key: string, shown: Shown, passwordHash: string | null): Promise<boolean> => {
    const together = `${key} ${passwordHash}`;
    const shared = running.get(together);
    if (shared !== undefined) return shared;
    const verify = async (): Promise<boolean> => {
      const right = await passwords.verify(shown.password, passwordHash);
      if (right && passwordHash !== null) keep(key, shown, passwordHash);
      return right;
    };
    const checked = guard
      .attempt({ account: shown.userName, address: shown.address, exists: passwordHash !== null }, verify)
      .finally(() => running.delete(together));
    running.set(together, checked);
    return checked;
  };

  const checkOrCount = async (
    key: string,
    shown: Shown,
    { passwordHash, wasCompared }: { readonly passwordHash: string | null; readonly wasCompared: boolean },
  ): Promise<boolean> => {
    try {
      return await check(key, shown, passwordHash);
    } catch (error) {
      if (wasCompared) guard.addUnchecked({ account: shown.userName, address: shown.address });
      throw error;
    }
  };

  const proofOf = async (
    key: string,
    shown: Shown,
    person: PersonRecord | undefined,
  ): Promise<VerifiedCredentials | undefined> => {
    const { userName } = shown;
    const passwordHash = person?.passwordHash ?? null;
    const success = successOf(shown, passwordHash);
    if (success?.key === key && mayRemember(userName, shown.address)) {
      success.until = clock.now().getTime() + lifetime;
      return person === undefined ? undefined : proofs.fromFreshRecord({ userName, credentialStamp: person.credentialStamp });
    }
    const wasCompared = success !== undefined && success.key !== key;
    const right = await checkOrCount(key, shown, { passwordHash, wasCompared });
    if (!right || person === undefined || passwordHash === null) return undefined;
    // While it was hashed another one may have taken its place.
    const proof = await proofs.verify({ userName, credentialStamp: person.credentialStamp });
    // Many clients send a password with each call and never ask for a session.
    if (proof !== undefined) logins.record(userName);
    return proof;
  };

  const proofBy = async (key: string, shown: Shown): Promise<VerifiedCredentials | undefined> => {
    const person = await store.people.get(shown.userName);
    const refused = (reason: string): void =>
      logRefused({ reason, address: shown.address, userName: person?.userName });
    try {
      const proof = await proofOf(key, shown, person);
      if (proof === undefined) refused(person === undefined ? 'unknown user name' : 'wrong password');
      return proof;
    } catch (error) {
      refused(reasonOfRejection(error));
      throw error;
    }
  };

  /** Counted from the first moment on: of many guesses that come together, none is to get ahead of the others. */
  const asGuess = async (
    pair: string,
    work: () => Promise<VerifiedCredentials | undefined>,
  ): Promise<VerifiedCredentials | undefined> => {
    guesses.set(pair, (guesses.get(pair) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (guesses.get(pair) ?? 1) - 1;
      if (left === 0) guesses.delete(pair);
      else guesses.set(pair, left);
    }
  };

  return {
    byPassword(userName, password, address) {
      const shown = { userName, password, address };
      const key = keyOf(shown);
      const pair = pairOf(userName, address);
      const work = () => proofBy(key, shown);
      return successes.get(pair)?.key === key ? work() : asGuess(pair, work);
    },
    async confirm({ userName, passwordHash }, password, address) {
      // No user name has a colon: these attempts are counted apart from sign-ins.
      const attempt = { account: `confirm:${userName}`, address, exists: passwordHash !== null };
      const right = await guard.attempt(attempt, () => passwords.verify(password, passwordHash));
      if (!right) logRefused({ reason: 'wrong old password', address, userName });
      return right;
    },
  };
}
