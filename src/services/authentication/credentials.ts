import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SignInService } from './sign-in.ts';

export interface NewPassword {
  /** Needed by everybody but administrators. */
  readonly oldPassword: string | undefined;
  readonly newPassword: string;
}

/** What people sign in with. */
export interface CredentialService {
  /**
   * Also ends every session and token of the person. A wrong old password is `Forbidden`, and counts as a wrong sign-in
   * from that address: too many are `TooManyRequests`, and so is a second change of the own password beside the first.
   */
  setPassword(caller: Caller, userName: string, given: NewPassword, address: string | undefined): Promise<void>;
}

const forbidden = (message: string): RepositoryError => new RepositoryError('Forbidden', message);

export function createCredentialService(
  seams: Pick<Seams, 'store' | 'randomness' | 'passwords'>,
  signIn: Pick<SignInService, 'confirm'>,
): CredentialService {
  const { store, randomness, passwords } = seams;
  const changing = new Set<string>();

  const requireOldPassword = async (
    caller: Caller,
    person: PersonRecord,
    given: NewPassword,
    address: string | undefined,
  ): Promise<void> => {
    if (caller.userName !== person.userName) {
      throw forbidden('Only an administrator may set the passwords of others.');
    }
    if (given.oldPassword === undefined) {
      throw forbidden('oldPassword is missing: only an administrator may set a password without the old one.');
    }
    if (!(await signIn.confirm(person, given.oldPassword, address))) {
      throw forbidden('The old password is wrong. Nothing was changed.');
    }
  };

  const setPassword: CredentialService['setPassword'] = async (caller, userName, given, address) => {
    const seen = await store.people.get(userName);
    if (seen === undefined) throw notFound('Person', userName);
    if (!caller.isAdmin) await requireOldPassword(caller, seen, given, address);
    const passwordHash = await passwords.hash(given.newPassword);
    await store.change(async (change) => {
      const person = await change.people.get(userName);
      if (person === undefined) throw notFound('Person', userName);
      if (!caller.isAdmin && person.credentialStamp !== seen.credentialStamp) {
        throw forbidden('The password was changed by another call meanwhile. Nothing was changed.');
      }
      change.people.put(userName, { ...person, passwordHash, credentialStamp: randomness.secret() });
    });
  };

  /** One caller's changes would else take the places of everybody's sign-ins: of many at a time one counts anyway. */
  const oneAtATime = async (userName: string, work: () => Promise<void>): Promise<void> => {
    if (changing.has(userName)) {
      throw new RepositoryError(
        'TooManyRequests',
        'Your password is being changed by another call. Nothing was changed.',
        {
          details: { retryAfter: 1 },
        },
      );
    }
    changing.add(userName);
    try {
      await work();
    } finally {
      changing.delete(userName);
    }
  };

  return {
    async setPassword(caller, userName, given, address) {
      if (given.newPassword === '') throw badRequest('The new password must not be empty.');
      const set = () => setPassword(caller, userName, given, address);
      // By whoever asks, so that nobody keeps an administrator from changing their password.
      return caller.isAdmin ? set() : oneAtATime(caller.userName, set);
    },
  };
}
