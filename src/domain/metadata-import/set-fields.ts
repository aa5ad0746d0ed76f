import type { Field, MetadataSet } from '../metadata/metadata-set.ts';

/** The set with every field, in all its parts, replaced by the result of `change`. */
export function withFields(set: MetadataSet, change: <F extends Field>(field: F) => F): MetadataSet {
  const { fields, forms, views, lists, queries } = set;
  return {
    ...set,
    fields: fields?.map(change),
    forms: forms?.map((form) => ({
      ...form,
      panels: form.panels.map((panel) => ({ ...panel, fields: panel.fields.map(change) })),
    })),
    views: views?.map((view) => ({ ...view, fields: view.fields?.map(change) })),
    lists: lists?.map((list) => ({ ...list, columns: list.columns.map(change) })),
    queries:
      queries === undefined
        ? undefined
        : {
            ...queries,
            queries: queries.queries.map((query) => ({ ...query, criteria: query.criteria.map(change) })),
          },
  };
}

/** The IDs of the value lists that the fields of a set refer to, without duplicates. */
export function valueListsOf(set: MetadataSet): string[] {
  const ids = new Set<string>();
  withFields(set, (field) => {
    if (typeof field.values === 'string') ids.add(field.values);
    return field;
  });
  return [...ids];
}
