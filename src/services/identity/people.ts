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
import type { UserNames } from '../records/user-names.ts';
import { type AccountCleanup, requireCleanedUp } from './account-cleanup.ts';
import { type AuthorityOrder, type PersonField, peopleInOrder } from './authority-order.ts';

interface PersonDraft extends PersonProfile {
  readonly userName: string;
  /** The password; undefined if the person cannot sign in with one. */
  readonly password: string | undefined;
}

/** A person as described by an app. */
export interface KnownPerson {
  readonly userName: string;
  readonly profile: PersonProfile;
  /** Replaces all stored attributes; null or undefined leaves them unchanged. */
  readonly extendedAttributes?: Readonly<Record<string, readonly string[]>> | null | undefined;
}

export interface PeopleService {
  /** Creates a person with a home folder. Rejects with `BadRequest` if the name is taken in any spelling, as clients expect. */
  create(draft: PersonDraft): Promise<PersonRecord>;
  /** A random password, with which `create` is fast. */
  generatePassword(): string;
  /**
   * Creates the person with a home folder and without a password, or updates the profile if it differs. The name of an existing
   * person may be spelled differently. Rejects with `BadRequest` if several people have equal names and none has this spelling.
   */
  ensure(person: KnownPerson): Promise<PersonRecord>;
  get(userName: string): Promise<PersonRecord>;
  /** Reads a person; undefined if there is no such person. */
  find(userName: string): Promise<PersonRecord | undefined>;
  /** The user names of the people whose user name, full name or e-mail address contains the pattern. Without an order, by user name. */
  search(pattern: string, page: PageRequest, order?: AuthorityOrder<PersonField>): Promise<Page<string>>;
  /**
   * People may change their own profile. Only administrators may change `primaryAffiliation` and other people's
   * profiles.
   */
  update(caller: Caller, userName: string, profile: PersonProfile): Promise<void>;
}

/** Returns a predicate for a search. */
export function personMatch(pattern: string): (person: PersonRecord) => boolean {
  const match = nameMatch(pattern);
  return ({ userName, firstName, lastName, email }) =>
    match(userName, `${firstName} ${lastName}`, `${lastName} ${firstName}`, email);
}

const nameTaken = (userName: string): RepositoryError =>
  badRequest(`The user name ${userName} already exists. Choose another one.`);

/** Earlier programs allowed several accounts with equal names. No further one is created. */
const severalAccounts = (userName: string, equal: string): RepositoryError =>
  badRequest(
    `Several accounts have the name ${userName}, such as ${equal}. They differ only in upper and lower case or in their Unicode form. Send the exact spelling, or delete all but one of these accounts.`,
  );

function requireUserName(userName: string): void {
  const problem = userNameProblem(userName);
  if (problem !== undefined) throw badRequest(problem);
}

function requireMayChange(caller: Caller, before: PersonRecord, after: PersonRecord): void {
  if (caller.isAdmin) return;
  if (caller.userName !== before.userName) {
    throw new RepositoryError(
      'Forbidden',
      "Only an administrator may change another person's profile. Ask an administrator.",
    );
  }
  if (before.primaryAffiliation === after.primaryAffiliation) return;
  throw new RepositoryError(
    'Forbidden',
    'Only an administrator may change primaryAffiliation. Omit it, or send its current value.',
  );
}

interface PeopleParts extends Pick<Seams, 'store' | 'clock' | 'randomness' | 'passwords'> {
  readonly systemFolders: SystemFolders;
  readonly callers: Callers;
  readonly accountCleanup: AccountCleanup;
  readonly userNames: UserNames;
}

async function putNewPerson(
  { clock, randomness, systemFolders, callers, userNames }: PeopleParts,
  change: Change,
  { userName, profile, passwordHash }: Pick<PersonRecord, 'userName' | 'passwordHash'> & { profile: PersonProfile },
): Promise<PersonRecord> {
  await requireCleanedUp(change, userName);
  if (await change.people.has(userName)) throw nameTaken(userName);
  const at = clock.now().toISOString();
  const home = randomness.nodeId();
  await putHome(change, systemFolders.userHomes, { id: home, at, userName });
  const credentialStamp = randomness.secret();
  const fixed = { id: randomness.secret(), userName, passwordHash, credentialStamp, home, createdAt: at };
  const person: PersonRecord = changedProfile({ ...emptyProfile, ...fixed }, profile);
  change.people.put(userName, person);
  change.afterCommit(() => callers.forget(userName));
  change.afterCommit(() => userNames.add(userName));
  return person;
}

async function createPerson(
  parts: PeopleParts,
  { userName, password, ...profile }: PersonDraft,
): Promise<PersonRecord> {
  const { store, passwords, userNames } = parts;
  requireUserName(userName);
  if (password === '') throw badRequest('The password must not be empty. Send one, or omit it to set it later.');
  await parts.accountCleanup.whenFinished(userName);
  const passwordHash =
    password === undefined ? null : (passwords.hashGenerated(password) ?? (await passwords.hash(password)));
  return userNames.inTurn(userName, () => {
    const taken = userNames.taken(userName);
    if (taken !== undefined) throw nameTaken(taken);
    return store.change((change) => putNewPerson(parts, change, { userName, profile, passwordHash }));
  });
}

async function ensurePerson(parts: PeopleParts, person: KnownPerson): Promise<PersonRecord> {
  const { store, userNames } = parts;
  const userName = userNames.spelled(person.userName);
  const attributes = person.extendedAttributes ?? undefined;
  const profile =
    attributes === undefined ? person.profile : { ...person.profile, extendedAttributes: attributesFrom(attributes) };
  const known = await store.people.get(userName);
  if (known !== undefined && sameProfile(known, changedProfile(known, profile))) return known;
  requireUserName(userName);
  await parts.accountCleanup.whenFinished(userName);
  return userNames.inTurn(userName, () =>
    store.change(async (change) => {
      const stored = userNames.spelled(userName);
      const before = await change.people.get(stored);
      if (before === undefined) {
        const equal = userNames.taken(userName);
        if (equal !== undefined) throw severalAccounts(userName, equal);
        return putNewPerson(parts, change, { userName, profile, passwordHash: null });
      }
      const after = changedProfile(before, profile);
      if (!sameProfile(before, after)) change.people.put(stored, after);
      return after;
    }),
  );
}

export function createPeopleService(parts: PeopleParts): PeopleService {
  const { store, passwords } = parts;
  return {
    generatePassword: passwords.generate,
    create: (draft) => createPerson(parts, draft),
    ensure: (person) => ensurePerson(parts, person),
    async get(userName) {
      const person = await store.people.get(userName);
      if (person === undefined) throw notFound('Person', userName);
      return person;
    },
    find: (userName) => store.people.get(userName),
    async search(pattern, page, order = []) {
      const matches = personMatch(pattern);
      const found: PersonRecord[] = [];
      for await (const [, person] of withPauses(store.people.entries())) if (matches(person)) found.push(person);
      const names = found.sort(peopleInOrder(order)).map(({ userName }) => userName);
      return pageOf(names, page);
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
