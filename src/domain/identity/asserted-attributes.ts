import type { PersonRecord } from './person-records.ts';

/** The attributes besides names and e-mail address, in the order of the response. */
const assertedNames = ['role', 'school', 'schoolNumber', 'mediaCenter', 'secondaryId'] as const;

type AssertedName = (typeof assertedNames)[number];

/**
 * The source of each attribute: `primaryAffiliation`, or the name of an extended attribute as apps send it; null if there is
 * no source.
 */
export type AttributeSources = Readonly<Record<AssertedName, string | null>>;

/** Values by attribute. Attributes without a value are left out. */
export type AssertedAttributes = Readonly<Partial<Record<AssertedName, readonly string[]>>>;

function valuesOf(person: PersonRecord, source: string | null): readonly string[] {
  if (source === null) return [];
  if (source === 'primaryAffiliation') return person.primaryAffiliation === null ? [] : [person.primaryAffiliation];
  return person.extendedAttributes.find(({ name }) => name === source)?.values ?? [];
}

/** The attributes of a person, from the sources in the configuration. */
export function assertedAttributes(person: PersonRecord, sources: AttributeSources): AssertedAttributes {
  const entries = assertedNames.map((name) => [name, valuesOf(person, sources[name])] as const);
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}
