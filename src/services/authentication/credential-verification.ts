import type { Caller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';

/** A person whose sign-in was right at a time, and what tells whether it still is. */
export interface SignedInPerson {
  readonly userName: string;
  /** Theirs at that time. */
  readonly credentialStamp: string;
}

/** A sign-in that was right when it was checked, and can be asked again later. */
export interface VerifiedCredentials extends SignedInPerson {
  readonly caller: Caller;
  /** The person as they are now, in the area; undefined where what the sign-in rested on is gone or has ended. */
  currentCaller(area: SessionScope | null): Promise<Caller | undefined>;
}

type Holds = (caller: Caller) => Promise<boolean>;

/** Makes proofs of people whose credentials were found right. */
export interface CredentialVerifier {
  /**
   * Undefined where the person is gone, has other credentials since, or where `holds` says no: it tells whether what the
   * sign-in rests on besides, where there is such, is still there, and good for the person as they are now.
   */
  verify(person: SignedInPerson, holds?: Holds): Promise<VerifiedCredentials | undefined>;
  /** The same for a person whose record was read just now, with nothing else that the sign-in rests on. */
  fromFreshRecord(person: SignedInPerson): Promise<VerifiedCredentials | undefined>;
}

const always = async (): Promise<boolean> => true;

export function createCredentialVerifier({ store }: Pick<Seams, 'store'>, callers: Callers): CredentialVerifier {
  const callerOf = async (
    { userName, credentialStamp }: SignedInPerson,
    area: SessionScope | null,
  ): Promise<Caller | undefined> => {
    const person = await store.people.get(userName);
    return person?.credentialStamp === credentialStamp ? callers.of(userName, area) : undefined;
  };

  const proofOf = (
    person: SignedInPerson,
    caller: Caller | undefined,
    holds: Holds,
  ): VerifiedCredentials | undefined => {
    if (caller === undefined) return undefined;
    const { userName, credentialStamp } = person;
    const again = async (area: SessionScope | null): Promise<Caller | undefined> => {
      const now = await callerOf(person, area);
      return now !== undefined && (await holds(now)) ? now : undefined;
    };
    return { caller, userName, credentialStamp, currentCaller: again };
  };

  return {
    async verify(person, holds = always) {
      const caller = await callerOf(person, null);
      return caller !== undefined && (await holds(caller)) ? proofOf(person, caller, holds) : undefined;
    },
    fromFreshRecord: async (person) => proofOf(person, await callers.of(person.userName), always),
  };
}
