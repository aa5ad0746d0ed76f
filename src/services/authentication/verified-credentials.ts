import type { Caller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';

/** A person who signed in, and the state of their credentials at that time. */
export interface SignedInPerson {
  readonly userName: string;
  /** The stamp of the person's record when they signed in. It changes with the password. */
  readonly credentialStamp: string;
}

/** Credentials that were valid when they were checked. They can be checked again later. */
export interface VerifiedCredentials extends SignedInPerson {
  readonly caller: Caller;
  /** The person's current rights, in the session scope. Undefined if the credentials are no longer valid. */
  currentCaller(scope: SessionScope | null): Promise<Caller | undefined>;
}

/** Whether the session, token or ticket is still valid, given the person's current rights. */
type IsStillValid = (caller: Caller) => Promise<boolean>;

/** Turns successful sign-ins into verified credentials. */
export interface CredentialVerifier {
  /**
   * Verifies a sign-in. Undefined if the person was deleted, the credentials have changed since, or `isStillValid`
   * resolves to false.
   */
  verify(person: SignedInPerson, isStillValid?: IsStillValid): Promise<VerifiedCredentials | undefined>;
  /** Like `verify`, for a person whose record was just read. */
  fromFreshRecord(person: SignedInPerson): Promise<VerifiedCredentials | undefined>;
}

const always: IsStillValid = async () => true;

export function createCredentialVerifier({ store }: Pick<Seams, 'store'>, callers: Callers): CredentialVerifier {
  const callerOf = async (
    { userName, credentialStamp }: SignedInPerson,
    scope: SessionScope | null,
  ): Promise<Caller | undefined> => {
    const person = await store.people.get(userName);
    return person?.credentialStamp === credentialStamp ? callers.of(userName, scope) : undefined;
  };

  const verifiedCredentials = (
    person: SignedInPerson,
    caller: Caller | undefined,
    isStillValid: IsStillValid,
  ): VerifiedCredentials | undefined => {
    if (caller === undefined) return undefined;
    const { userName, credentialStamp } = person;
    const currentCaller = async (scope: SessionScope | null): Promise<Caller | undefined> => {
      const current = await callerOf(person, scope);
      return current !== undefined && (await isStillValid(current)) ? current : undefined;
    };
    return { caller, userName, credentialStamp, currentCaller };
  };

  return {
    async verify(person, isStillValid = always) {
      const caller = await callerOf(person, null);
      if (caller === undefined || !(await isStillValid(caller))) return undefined;
      return verifiedCredentials(person, caller, isStillValid);
    },
    fromFreshRecord: async (person) => verifiedCredentials(person, await callers.of(person.userName), always),
  };
}
