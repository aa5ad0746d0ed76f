import type { z } from 'zod';
import type { NodeRef, Person } from '../../contract/objects/common.ts';
import type { User } from '../../contract/objects/people.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { PersonView } from '../../services/identity/person-views.ts';

/** The creator, modifier or owner of an object. For a deleted person, only the user name is known; it becomes the first name. */
export function presentPerson(userName: string, person: PersonRecord | undefined): z.output<typeof Person> {
  if (person === undefined) return { firstName: userName };
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    ...(person.email === '' || person.hidesMail === true ? {} : { mailbox: person.email }),
  };
}

export const presentUser = (
  { person, sharedFolders, attributes }: PersonView,
  repository: string,
): z.output<typeof User> => ({
  authorityName: person.userName,
  authorityType: 'USER',
  userName: person.userName,
  profile: {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    primaryAffiliation: person.primaryAffiliation,
  },
  status: { status: person.blocked === true ? 'blocked' : 'active' },
  properties: Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [...values]])),
  homeFolder: presentRef(repository, person.home),
  sharedFolders: sharedFolders.map((folder) => presentRef(repository, folder)),
});

/** The guest has no stored record, and no home folder: its ID is empty, because the interface requires a reference. */
export const presentGuest = (userName: string, repository: string): z.output<typeof User> => ({
  authorityName: userName,
  authorityType: 'USER',
  userName,
  profile: { firstName: userName, lastName: '', email: '', primaryAffiliation: null },
  status: { status: 'active' },
  properties: {},
  homeFolder: presentRef(repository, ''),
  sharedFolders: [],
});

export const presentRef = (repository: string, id: string): z.output<typeof NodeRef> => ({
  repo: repository,
  id,
  archived: false,
  isHomeRepo: true,
});
