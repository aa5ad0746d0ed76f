import type { ExtendedAttribute, PersonRecord } from './person-records.ts';

/** Attributes of a person. Missing ones are not changed, or are empty for a new person. */
export interface PersonProfile {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly primaryAffiliation?: string | null | undefined;
  /** Replaces all extended attributes. */
  readonly extendedAttributes?: readonly ExtendedAttribute[] | undefined;
}

type Profile = Pick<PersonRecord, 'firstName' | 'lastName' | 'email' | 'primaryAffiliation' | 'extendedAttributes'>;

export const emptyProfile: Profile = {
  firstName: '',
  lastName: '',
  email: '',
  primaryAffiliation: null,
  extendedAttributes: [],
};

/** The attributes that an app sent, sorted by name, as they are stored. */
export const attributesFrom = (input: Readonly<Record<string, readonly string[]>>): ExtendedAttribute[] =>
  Object.entries(input)
    .map(([name, values]) => ({ name, values }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** `before` with the attributes of `changes`. Other fields stay. */
export const changedProfile = <P extends Profile>(before: P, changes: PersonProfile): P => ({
  ...before,
  firstName: changes.firstName ?? before.firstName,
  lastName: changes.lastName ?? before.lastName,
  email: changes.email ?? before.email,
  primaryAffiliation: changes.primaryAffiliation === undefined ? before.primaryAffiliation : changes.primaryAffiliation,
  extendedAttributes: changes.extendedAttributes ?? before.extendedAttributes,
});

const sameAttributes = (a: readonly ExtendedAttribute[], b: readonly ExtendedAttribute[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether two profiles are equal. */
export const sameProfile = (a: Profile, b: Profile): boolean =>
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  a.email === b.email &&
  a.primaryAffiliation === b.primaryAffiliation &&
  sameAttributes(a.extendedAttributes, b.extendedAttributes);
