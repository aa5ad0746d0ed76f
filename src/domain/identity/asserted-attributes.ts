import type { PersonRecord } from './person-records.ts';

/** What a report says of a person besides names and address, in its order. */
export const assertedNames = ['role', 'school', 'schoolNumber', 'mediaCenter', 'secondaryId'] as const;

export type AssertedName = (typeof assertedNames)[number];

/**
 * Where each stands: `primaryAffiliation`, or the name of an extended attribute as applications send it; null where
 * nobody says it.
 */
export type AttributeSources = Readonly<Record<AssertedName, string | null>>;

/** Values by what they say; what is said of nobody is left out. */
export type AssertedAttributes = Readonly<Partial<Record<AssertedName, readonly string[]>>>;

function valuesOf(person: PersonRecord, source: string | null): readonly string[] {
  if (source === null) return [];
  if (source === 'primaryAffiliation') return person.primaryAffiliation === null ? [] : [person.primaryAffiliation];
  return person.extendedAttributes.find(({ name }) => name === source)?.values ?? [];
}

/** What was said of a person under the names that the configuration gives it. */
export function assertedAttributes(person: PersonRecord, sources: AttributeSources): AssertedAttributes {
  const stated = assertedNames.map((name) => [name, valuesOf(person, sources[name])] as const);
  return Object.fromEntries(stated.filter(([, values]) => values.length > 0));
}
