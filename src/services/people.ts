import { badRequest, notFound } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import { userNameProblem } from '../domain/authorities.ts';
import { newNode } from '../domain/new-node.ts';
import { alternativeName } from '../domain/node-name.ts';
import type { Landmarks, PersonRecord, Timestamp } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import type { Change } from '../ports/store.ts';
import type { Callers } from './callers.ts';
import { childKey } from './node-changes.ts';
import { putNodeVersion } from './version-records.ts';

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
  home: { readonly id: NodeId; readonly userName: string; readonly at: Timestamp },
): Promise<void> {
  const { id, userName, at } = home;
  let name = userName;
  for (let n = 1; await change.children.has(childKey(homes, name)); n += 1) name = alternativeName(userName, n);
  const acl = { inherits: false, entries: [{ authority: userName, permission: 'Coordinator' }] };
  putNodeVersion(change, newNode({ id, parent: homes, type: 'ccm:map', name, at, by: userName, acl }), '');
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
        await putHome(change, landmarks.userHomes, { id: home, at: createdAt, userName: draft.userName });
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
