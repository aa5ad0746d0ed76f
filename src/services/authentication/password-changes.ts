import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SignInService } from './password-sign-in.ts';

interface NewPassword {
  /** The current password. Required unless the caller is an administrator. */
  readonly oldPassword: string | undefined;
  readonly newPassword: string;
}

export interface PasswordService {
  /**
   * Sets a password, and ends all sessions and tokens of the person. Rejects with `Forbidden` if the old password is
   * wrong, which counts as a failed attempt from that address. Rejects with `TooManyRequests` after too many of them,
   * or if another change of the caller's own password is running.
   */
  setPassword(caller: Caller, userName: string, passwords: NewPassword, address: string | undefined): Promise<void>;
}

const forbidden = (message: string): RepositoryError => new RepositoryError('Forbidden', message);

/** Runs one task per person at a time. Rejects with `TooManyRequests` while another one is running. */
function createOneAtATime(): (userName: string, task: () => Promise<void>) => Promise<void> {
  const running = new Set<string>();
  return async (userName, task) => {
    if (running.has(userName)) {
      const message = 'Another request is changing your password. Nothing was changed. Try again in a second.';
      throw new RepositoryError('TooManyRequests', message, { details: { retryAfter: 1 } });
    }
    running.add(userName);
    try {
      await task();
    } finally {
      running.delete(userName);
    }
  };
}

async function requireOldPassword(
  signIn: Pick<SignInService, 'confirm'>,
  caller: Caller,
  person: PersonRecord,
  { oldPassword }: NewPassword,
  address: string | undefined,
): Promise<void> {
  if (caller.userName !== person.userName)
    throw forbidden("Only an administrator may set another person's password. Ask an administrator.");
  if (oldPassword === undefined) {
    throw forbidden(
      'oldPassword is missing: only an administrator may set a password without it. Send it, or ask an administrator.',
    );
  }
  if (!(await signIn.confirm(person, oldPassword, address))) {
    throw forbidden('The old password is wrong. Nothing was changed. Try again.');
  }
}

export function createPasswordService(
  seams: Pick<Seams, 'store' | 'randomness' | 'passwords'>,
  signIn: Pick<SignInService, 'confirm'>,
): PasswordService {
  const { store, randomness, passwords: hasher } = seams;
  // Otherwise one caller's changes could fill the queue that all sign-ins share, and only one of them would succeed.
  const oneAtATime = createOneAtATime();

  const setPassword: PasswordService['setPassword'] = async (caller, userName, passwords, address) => {
    const seen = await store.people.get(userName);
    if (seen === undefined) throw notFound('Person', userName);
    if (!caller.isAdmin) await requireOldPassword(signIn, caller, seen, passwords, address);
    const passwordHash = await hasher.hash(passwords.newPassword);
    await store.change(async (change) => {
      const person = await change.people.get(userName);
      if (person === undefined) throw notFound('Person', userName);
      if (!caller.isAdmin && person.credentialStamp !== seen.credentialStamp) {
        throw forbidden(
          'Another request changed the password in the meantime. This one changed nothing. Sign in again.',
        );
      }
      change.people.put(userName, { ...person, passwordHash, credentialStamp: randomness.secret() });
    });
  };

  return {
    async setPassword(caller, userName, passwords, address) {
      if (passwords.newPassword === '') throw badRequest('The new password must not be empty. Send another one.');
      const set = () => setPassword(caller, userName, passwords, address);
      // Administrators may change several passwords at a time, and other callers cannot block them.
      return caller.isAdmin ? set() : oneAtATime(caller.userName, set);
    },
  };
}
