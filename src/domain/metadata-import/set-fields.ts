import type { Field, MetadataSet } from '../metadata/metadata-set.ts';

/** The set with each of its fields, wherever it stands, as the function makes it. */
export function withFields(set: MetadataSet, make: <F extends Field>(field: F) => F): MetadataSet {
  const { fields, forms, views, lists, queries } = set;
  return {
    ...set,
    fields: fields?.map(make),
    forms: forms?.map((form) => ({
      ...form,
      panels: form.panels.map((panel) => ({ ...panel, fields: panel.fields.map(make) })),
    })),
    views: views?.map((view) => ({ ...view, fields: view.fields?.map(make) })),
    lists: lists?.map((list) => ({ ...list, columns: list.columns.map(make) })),
    queries:
      queries === undefined
        ? undefined
        : {
            ...queries,
            queries: queries.queries.map((query) => ({ ...query, criteria: query.criteria.map(make) })),
          },
  };
}

/** The ids of the value lists that the fields of a set refer to, each once. */
export function valueListsOf(set: MetadataSet): string[] {
  const ids = new Set<string>();
  withFields(set, (field) => {
    if (typeof field.values === 'string') ids.add(field.values);
    return field;
  });
  return [...ids];
}
