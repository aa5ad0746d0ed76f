import type { ExtendedAttribute, PersonRecord } from './person-records.ts';

/** What is said of a person; what is left out stays as it is, or is nothing for somebody new. */
export interface PersonProfile {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly primaryAffiliation?: string | null | undefined;
  /** All of them: those that are not named are dropped. */
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

/** Attributes as applications send them, in the one order in which they are kept. */
export const attributesFrom = (given: Readonly<Record<string, readonly string[]>>): ExtendedAttribute[] =>
  Object.entries(given)
    .map(([name, values]) => ({ name, values }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The profile with what is given put over it; other fields of `before` stay. */
export const changedProfile = <P extends Profile>(before: P, given: PersonProfile): P => ({
  ...before,
  firstName: given.firstName ?? before.firstName,
  lastName: given.lastName ?? before.lastName,
  email: given.email ?? before.email,
  primaryAffiliation: given.primaryAffiliation === undefined ? before.primaryAffiliation : given.primaryAffiliation,
  extendedAttributes: given.extendedAttributes ?? before.extendedAttributes,
});

const sameAttributes = (a: readonly ExtendedAttribute[], b: readonly ExtendedAttribute[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether two profiles say the same. */
export const sameProfile = (a: Profile, b: Profile): boolean =>
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  a.email === b.email &&
  a.primaryAffiliation === b.primaryAffiliation &&
  sameAttributes(a.extendedAttributes, b.extendedAttributes);
