import { foldedName } from '../../base/normalized.ts';
import { bare } from '../tables/folded.ts';
import type { ListedPerson } from './class-list.ts';

export interface KnownPerson {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly affiliation: string;
  /** Whether the person may not sign in, such as one who left the school. */
  readonly blocked: boolean;
}

/** Who administers the repository. The names are normalized by `caseless`. */
export interface Administrators {
  /** The administrators and the caller. */
  readonly people: ReadonlySet<string>;
  /** The groups whose members are administrators, without `GROUP_`. */
  readonly groups: ReadonlySet<string>;
}

/** The people and groups in the repository before the import. Group names are without `GROUP_`. */
export interface KnownSchool {
  readonly people: readonly KnownPerson[];
  readonly groups: readonly string[];
  /** By user name, the groups of each known person that a row may match. */
  readonly groupsOf: ReadonlyMap<string, readonly string[]>;
  readonly administrators: Administrators;
}

export type Named = { readonly firstName: string; readonly lastName: string };

/** A key that is equal for people with the same first and last name. */
export const nameKey = ({ firstName, lastName }: Named): string => `${bare(firstName)}/${bare(lastName)}`;

/** Normalizes user names and group names, which are compared without regard to case. */
export const caseless = foldedName;

/** The known people that a row may match, by user name, or by name if the row has no user name. */
export function matchCandidates(list: readonly ListedPerson[], people: readonly KnownPerson[]): KnownPerson[] {
  const users = new Set(list.map(({ userName }) => caseless(userName)));
  const names = new Set(list.filter(({ userName }) => userName === '').map(nameKey));
  return people.filter((person) => users.has(caseless(person.userName)) || names.has(nameKey(person)));
}
