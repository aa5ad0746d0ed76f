import { hash, randomBytes } from 'node:crypto';
import { keepLast } from '../base/keep-last.ts';
import type { Seams } from '../ports/seams.ts';
import type { LoginService } from './logins.ts';
import type { Proof, Proofs } from './proofs.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** Tells who shows these credentials; undefined where they are wrong. */
export interface SignInService {
  /**
   * `address` is where the attempt comes from, undefined for this machine itself. Rejects with `TooManyRequests` after
   * too many wrong ones, and with `Unavailable` where too many are being checked.
   */
  byPassword(userName: string, password: string, address: string | undefined): Promise<Proof | undefined>;
}

interface Success {
  readonly passwordHash: string;
  until: number;
}

/** After the last use, in milliseconds. */
const lifetime = 5 * 60_000;
const maximalSuccesses = 1_000;

/**
 * Checks passwords. Clients send Basic on every call, so successes are kept until five minutes after their last use,
 * under a key that only this process can make; the stored hash goes with it, so that a new password counts from the
 * next call on. Equal checks that come together share one hash.
 */
export function createSignInService(
  seams: Pick<Seams, 'store' | 'clock' | 'passwords'>,
  proofs: Proofs,
  guard: SignInGuard,
  logins: Pick<LoginService, 'record'>,
): SignInService {
  const { store, clock, passwords } = seams;
  const processKey = randomBytes(32).toString('hex');
  const successes = new Map<string, Success>();
  const running = new Map<string, Promise<boolean>>();

  // The key is as long as a block of the hash: nothing that a caller sends can take its place.
  const keyOf = (userName: string, password: string): string =>
    hash('sha256', `${processKey}${userName}\0${password}`, 'base64');

  const keep = (key: string, passwordHash: string): void => {
    keepLast(successes, key, { passwordHash, until: clock.now().getTime() + lifetime }, maximalSuccesses);
  };

  const isKept = (key: string, passwordHash: string | null): boolean => {
    const success = successes.get(key);
    if (success === undefined) return false;
    const now = clock.now().getTime();
    if (success.passwordHash === passwordHash && now < success.until) {
      success.until = now + lifetime;
      return true;
    }
    successes.delete(key);
    return false;
  };

  /** Also for an unknown person, so that the time taken does not tell who is known. */
  const check = (
    key: string,
    attempt: { readonly userName: string; readonly password: string; readonly address: string | undefined },
    passwordHash: string | null,
  ): Promise<boolean> => {
    const { userName, password, address } = attempt;
    const together = `${key} ${passwordHash} ${address}`;
    const shared = running.get(together);
    if (shared !== undefined) return shared;
    const checked = guard
      .attempt({ account: userName, address }, () => passwords.verify(password, passwordHash))
      .finally(() => running.delete(together));
    running.set(together, checked);
    return checked;
  };

  return {
    async byPassword(userName, password, address) {
      const person = await store.people.get(userName);
      const passwordHash = person?.passwordHash ?? null;
      const key = keyOf(userName, password);
      if (!isKept(key, passwordHash)) {
        const right = await check(key, { userName, password, address }, passwordHash);
        if (!right || person === undefined || passwordHash === null) return undefined;
        // While it was hashed another one may have taken its place.
        const proof = await proofs.of({ userName, credentialStamp: person.credentialStamp });
        if (proof === undefined) return undefined;
        keep(key, passwordHash);
        // Many clients send a password with each call and never ask for a session.
        logins.record(userName);
        return proof;
      }
      return person === undefined ? undefined : proofs.now({ userName, credentialStamp: person.credentialStamp });
    },
  };
}
