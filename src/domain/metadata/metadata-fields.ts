import type { Field, MetadataQuery, MetadataSet } from './metadata-set.ts';

/** All fields of a set, in order of priority: the criteria of the query, then the common fields, then all others. */
export function* fieldsIn(set: MetadataSet, query?: MetadataQuery): Generator<Field> {
  yield* query?.criteria ?? [];
  yield* set.fields ?? [];
  for (const { panels } of set.forms ?? []) for (const { fields } of panels) yield* fields;
  for (const { fields } of set.views ?? []) yield* fields ?? [];
  for (const { columns } of set.lists ?? []) yield* columns;
  for (const { criteria } of set.queries?.queries ?? []) yield* criteria;
}

/** The names of all properties and criteria of a set, without duplicates. */
export const propertiesIn = (set: MetadataSet): readonly string[] => [
  ...new Set([...fieldsIn(set)].map(({ property }) => property)),
];

/** All fields of a set that have a list of values. */
export const valueFieldsIn = (set: MetadataSet): readonly Field[] =>
  [...fieldsIn(set)].filter(({ values }) => values !== undefined);

/** The first field of a property with a list of values, or else its first field. Undefined if the set has none. */
export function fieldWithValues(
  set: MetadataSet,
  query: MetadataQuery | undefined,
  property: string,
): Field | undefined {
  const fields = [...fieldsIn(set, query)].filter((field) => field.property === property);
  return fields.find(({ values }) => values !== undefined) ?? fields[0];
}

/** A field completed from the common fields of its set. What the field states itself has priority. */
export function completed<T extends Field>(set: MetadataSet, field: T, view?: string): T {
  const common = (set.fields ?? []).filter(
    ({ property, view: only }) => property === field.property && (only === undefined || only === view),
  );
  const layers = [...common.sort((a, b) => Number(a.view !== undefined) - Number(b.view !== undefined)), field];
  const entries = layers.flatMap((layer) => Object.entries(layer).filter(([, value]) => value !== undefined));
  // The keys are those of fields, and the last layer is a whole T.
  return Object.fromEntries(entries) as unknown as T;
}
