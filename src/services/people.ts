import { badRequest, notFound } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import { userNameProblem } from '../domain/authorities.ts';
import { alternativeName } from '../domain/node-name.ts';
import type { Landmarks, NodeRecord, PersonRecord } from '../domain/records.ts';
import { firstVersion } from '../domain/version-number.ts';
import type { Seams } from '../ports/seams.ts';
import type { Change } from '../ports/store.ts';
import type { Callers } from './callers.ts';
import { childKey, putNodeVersion } from './node-changes.ts';

export interface PersonDraft {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Without one the person cannot sign in by password. */
  readonly password: string | undefined;
}

export interface PeopleService {
  /** Makes a person and their home folder. A name that is taken is `BadRequest`, as clients expect it. */
  create(draft: PersonDraft): Promise<PersonRecord>;
  get(userName: string): Promise<PersonRecord>;
  /** For bylines: undefined where the person is gone. */
  find(userName: string): Promise<PersonRecord | undefined>;
}

/** The home folder of a new person, open to them alone, in the folder of all homes. */
export async function putHome(
  change: Change,
  homes: NodeId,
  home: Pick<NodeRecord, 'id' | 'createdAt'> & { readonly userName: string },
): Promise<void> {
  let name = home.userName;
  for (let n = 1; await change.children.has(childKey(homes, name)); n += 1) name = alternativeName(home.userName, n);
  putNodeVersion(
    change,
    {
      id: home.id,
      parent: homes,
      type: 'ccm:map',
      aspects: [],
      name,
      createdAt: home.createdAt,
      createdBy: home.userName,
      modifiedAt: home.createdAt,
      modifiedBy: home.userName,
      owner: home.userName,
      properties: {},
      content: null,
      version: firstVersion,
      latestVersion: firstVersion,
      acl: { inherits: false, entries: [{ authority: home.userName, permission: 'Coordinator' }] },
      archived: null,
    },
    '',
  );
}

export function createPeopleService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'passwords'>,
  landmarks: Landmarks,
  callers: Callers,
): PeopleService {
  const { store, clock, randomness, passwords } = seams;
  return {
    async create({ password, ...draft }) {
      const problem = userNameProblem(draft.userName);
      if (problem !== undefined) throw badRequest(problem);
      if (password === '') throw badRequest('The password must not be empty.');
      const passwordHash = password === undefined ? null : await passwords.hash(password);
      const createdAt = clock.now().toISOString();
      return store.change(async (change) => {
        if (await change.people.has(draft.userName)) {
          throw badRequest(`The user name ${draft.userName} already exists. Take another one.`);
        }
        const home = randomness.nodeId();
        await putHome(change, landmarks.userHomes, { id: home, createdAt, userName: draft.userName });
        const person: PersonRecord = { ...draft, passwordHash, home, createdAt };
        change.people.put(person.userName, person);
        change.afterCommit(callers.forget);
        return person;
      });
    },
    async get(userName) {
      const person = await store.people.get(userName);
      if (person === undefined) throw notFound('Person', userName);
      return person;
    },
    find: (userName) => store.people.get(userName),
  };
}
