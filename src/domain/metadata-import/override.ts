import type { MetadataSet, Queries } from '../metadata-set.ts';

/** The first list with each of the second in place of the one of the same key, or behind all. */
function merged<T>(
  below: readonly T[] | undefined,
  above: readonly T[] | undefined,
  keyOf: (value: T) => string,
): readonly T[] | undefined {
  if (below === undefined || above === undefined) return above ?? below;
  return [...new Map([...below, ...above].map((value) => [keyOf(value), value])).values()];
}

function mergedQueries(below: Queries | undefined, above: Queries | undefined): Queries | undefined {
  if (below === undefined || above === undefined) return above ?? below;
  return {
    syntax: above.syntax ?? below.syntax,
    base: above.base ?? below.base,
    allowWithoutCriteria: above.allowWithoutCriteria ?? below.allowWithoutCriteria,
    queries: merged(below.queries, above.queries, ({ id }) => id) ?? [],
  };
}

const byId = ({ id }: { readonly id: string }): string => id;

/**
 * The set with what an override file says in place of it: fields by property and view, all else by id, each as a whole;
 * what the set does not have is added. Id and what the override does not state stay.
 */
export const overridden = (set: MetadataSet, override: MetadataSet): MetadataSet => ({
  id: set.id,
  aliases: set.aliases,
  name: override.name ?? set.name,
  inherits: override.inherits ?? set.inherits,
  hidden: override.hidden ?? set.hidden,
  create: override.create ?? set.create,
  types: merged(set.types, override.types, ({ name }) => name),
  fields: merged(set.fields, override.fields, ({ property, view }) => JSON.stringify([property, view])),
  forms: merged(set.forms, override.forms, byId),
  views: merged(set.views, override.views, byId),
  groups: merged(set.groups, override.groups, byId),
  lists: merged(set.lists, override.lists, byId),
  sorts: merged(set.sorts, override.sorts, byId),
  queries: mergedQueries(set.queries, override.queries),
});
