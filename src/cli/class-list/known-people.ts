import type { ListedPerson } from './class-list.ts';
import { bare } from './folded.ts';

/** A person whom a repository has. */
export interface KnownPerson {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly affiliation: string;
}

/** What a repository has before a list comes in. Group names are without `GROUP_`. */
export interface KnownSchool {
  readonly people: readonly KnownPerson[];
  readonly groups: readonly string[];
  /** The groups of those people whom a list could mean. */
  readonly groupsOf: ReadonlyMap<string, readonly string[]>;
}

type Named = { readonly firstName: string; readonly lastName: string };

/** The same for everybody of the same first and last name. */
export const nameKey = ({ firstName, lastName }: Named): string => `${bare(firstName)}/${bare(lastName)}`;

/** User names and the like are compared without regard to case: two that differ in nothing else are a trap. */
export const caseless = (text: string): string => text.normalize('NFC').toLowerCase();

/** The known people whom a list could mean: by their user name, or, where it tells none, by their name. */
export function matchCandidates(list: readonly ListedPerson[], people: readonly KnownPerson[]): KnownPerson[] {
  const users = new Set(list.map(({ userName }) => caseless(userName)));
  const names = new Set(list.filter(({ userName }) => userName === '').map(nameKey));
  return people.filter((person) => users.has(caseless(person.userName)) || names.has(nameKey(person)));
}
