import type { Field, MetadataQuery, MetadataSet } from './metadata-set.ts';

/** What says something of a property in a set, the nearest first: a criterion of the query, then what holds everywhere. */
function* fieldsIn(set: MetadataSet, query: MetadataQuery | undefined): Generator<Field> {
  yield* query?.criteria ?? [];
  yield* set.fields ?? [];
  for (const { panels } of set.forms ?? []) for (const { fields } of panels) yield* fields;
  for (const { fields } of set.views ?? []) yield* fields ?? [];
  for (const { columns } of set.lists ?? []) yield* columns;
  for (const { criteria } of set.queries?.queries ?? []) yield* criteria;
}

/** All properties and criteria that a set knows, each once. */
export const propertiesIn = (set: MetadataSet): readonly string[] => [
  ...new Set([...fieldsIn(set, undefined)].map(({ property }) => property)),
];

/** All that a set says of properties that have values to choose from. */
export const valueFieldsIn = (set: MetadataSet): readonly Field[] =>
  [...fieldsIn(set, undefined)].filter(({ values }) => values !== undefined);

/** The field of this property that has values to choose from; else any field of it; undefined where the set has none. */
export function fieldWithValues(
  set: MetadataSet,
  query: MetadataQuery | undefined,
  property: string,
): Field | undefined {
  const fields = [...fieldsIn(set, query)].filter((field) => field.property === property);
  return fields.find(({ values }) => values !== undefined) ?? fields[0];
}

/** A field with all that the set says of its property elsewhere: what the field says itself holds before. */
export function completed<T extends Field>(set: MetadataSet, field: T, view?: string): T {
  const common = (set.fields ?? []).filter(
    ({ property, view: only }) => property === field.property && (only === undefined || only === view),
  );
  const layers = [...common.sort((a, b) => Number(a.view !== undefined) - Number(b.view !== undefined)), field];
  const stated = layers.flatMap((layer) => Object.entries(layer).filter(([, value]) => value !== undefined));
  // The keys are those of fields, and the last layer is a whole T.
  return Object.fromEntries(stated) as unknown as T;
}
