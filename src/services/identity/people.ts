import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import { userNameProblem } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import {
  attributesFrom,
  changedProfile,
  emptyProfile,
  type PersonProfile,
  sameProfile,
} from '../../domain/identity/person-profile.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import { nameMatch } from '../../domain/text/name-pattern.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { putHome } from '../records/home-folders.ts';
import { byName } from '../records/name-order.ts';
import type { AccountCleanup } from './account-cleanup.ts';

export interface PersonDraft extends PersonProfile {
  readonly userName: string;
  /** Without one the person cannot sign in by password. */
  readonly password: string | undefined;
}

/** A person as an application knows them. */
export interface KnownPerson {
  readonly userName: string;
  readonly profile: PersonProfile;
  /** All of them; where there are none, those that were said before stay. */
  readonly extendedAttributes?: Readonly<Record<string, readonly string[]>> | null | undefined;
}

export interface PeopleService {
  /** Makes a person and their home folder. A name that is taken is `BadRequest`, as clients expect it. */
  create(draft: PersonDraft): Promise<PersonRecord>;
  /**
   * The person of this name: made, with a home folder and without a password, where there was none; else changed where
   * the profile says something new.
   */
  ensure(given: KnownPerson): Promise<PersonRecord>;
  get(userName: string): Promise<PersonRecord>;
  /** For bylines: undefined where the person is gone. */
  find(userName: string): Promise<PersonRecord | undefined>;
  /** People in whose user name, name or mail address the pattern is found, in the order of their user names. */
  search(pattern: string, page: PageRequest): Promise<Page<string>>;
  /** What people say of themselves; what they are at the school is said by administrators alone. */
  update(caller: Caller, userName: string, profile: PersonProfile): Promise<void>;
}

/** Tells whether a person is who somebody looks for. */
export function personMatch(pattern: string): (person: PersonRecord) => boolean {
  const match = nameMatch(pattern);
  return ({ userName, firstName, lastName, email }) =>
    match(userName, `${firstName} ${lastName}`, `${lastName} ${firstName}`, email);
}

function requireUserName(userName: string): void {
  const problem = userNameProblem(userName);
  if (problem !== undefined) throw badRequest(problem);
}

function requireMayChange(caller: Caller, before: PersonRecord, after: PersonRecord): void {
  if (caller.isAdmin) return;
  if (caller.userName !== before.userName) {
    throw new RepositoryError('Forbidden', 'Only an administrator may change what is said of others.');
  }
  if (before.primaryAffiliation === after.primaryAffiliation) return;
  throw new RepositoryError(
    'Forbidden',
    'Only an administrator may change primaryAffiliation. Leave it out, or send it as it was.',
  );
}

export function createPeopleService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'passwords'>,
  landmarks: SystemFolders,
  callers: Callers,
  departures: AccountCleanup,
): PeopleService {
  const { store, clock, randomness, passwords } = seams;

  const putNew = async (
    change: Change,
    userName: string,
    profile: PersonProfile,
    passwordHash: string | null,
  ): Promise<PersonRecord> => {
    await departures.requireFinished(change, userName);
    const at = clock.now().toISOString();
    const home = randomness.nodeId();
    await putHome(change, landmarks.userHomes, { id: home, at, userName });
    const credentialStamp = randomness.secret();
    const begun = { id: randomness.secret(), userName, passwordHash, credentialStamp, home, createdAt: at };
    const person: PersonRecord = changedProfile({ ...emptyProfile, ...begun }, profile);
    change.people.put(userName, person);
    change.afterCommit(callers.forget);
    return person;
  };

  return {
    async create({ userName, password, ...profile }) {
      requireUserName(userName);
      if (password === '') throw badRequest('The password must not be empty.');
      await departures.whenFinished(userName);
      const passwordHash = password === undefined ? null : await passwords.hash(password);
      return store.change(async (change) => {
        if (await change.people.has(userName)) {
          throw badRequest(`The user name ${userName} already exists. Take another one.`);
        }
        return putNew(change, userName, profile, passwordHash);
      });
    },
    async ensure({ userName, profile: said, extendedAttributes }) {
      const attributes = extendedAttributes ?? undefined;
      const profile = attributes === undefined ? said : { ...said, extendedAttributes: attributesFrom(attributes) };
      const known = await store.people.get(userName);
      if (known !== undefined && sameProfile(known, changedProfile(known, profile))) return known;
      requireUserName(userName);
      await departures.whenFinished(userName);
      return store.change(async (change) => {
        const before = await change.people.get(userName);
        if (before === undefined) return putNew(change, userName, profile, null);
        const person = changedProfile(before, profile);
        if (!sameProfile(before, person)) change.people.put(userName, person);
        return person;
      });
    },
    async get(userName) {
      const person = await store.people.get(userName);
      if (person === undefined) throw notFound('Person', userName);
      return person;
    },
    find: (userName) => store.people.get(userName),
    async search(pattern, page) {
      const matches = personMatch(pattern);
      const found: string[] = [];
      for await (const [name, person] of withPauses(store.people.entries())) if (matches(person)) found.push(name);
      return pageOf(found.sort(byName((name) => name)), page);
    },
    async update(caller, userName, profile) {
      await store.change(async (change) => {
        const before = await change.people.get(userName);
        if (before === undefined) throw notFound('Person', userName);
        const after = changedProfile(before, profile);
        requireMayChange(caller, before, after);
        if (!sameProfile(before, after)) change.people.put(userName, after);
      });
    },
  };
}
