import type { Field, Form, MetadataQuery, MetadataSet, MetadataType, Queries, View } from './metadata-set.ts';

/** Those of the parent in its order, each replaced by what the set says under the same key; then what is new. */
function overridden<T>(
  parent: readonly T[] | undefined,
  own: readonly T[] | undefined,
  keyOf: (value: T) => string,
  join: (before: T, after: T) => T = (_, after) => after,
): readonly T[] | undefined {
  if (parent === undefined || own === undefined) return own ?? parent;
  const joined = new Map(parent.map((value) => [keyOf(value), value]));
  for (const value of own) {
    const before = joined.get(keyOf(value));
    joined.set(keyOf(value), before === undefined ? value : join(before, value));
  }
  return [...joined.values()];
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** A field for one view, and the field for all others, are two. */
export const fieldKey = ({ property, view }: Pick<Field, 'property' | 'view'>): string => `${property} ${view ?? ''}`;

/** What is stated in `after` holds; what it leaves open is as before. */
function stated<T extends object>(before: T, after: T): T {
  const given = Object.entries(after).filter(([, value]) => value !== undefined);
  // The keys are those of the type itself.
  return { ...before, ...(Object.fromEntries(given) as Partial<T>) };
}

const joinedType = (before: MetadataType, after: MetadataType): MetadataType => ({
  ...stated(before, after),
  properties: overridden(before.properties, after.properties, ({ name }) => name, stated) ?? [],
});

const joinedView = (before: View, after: View): View => ({
  ...stated(before, after),
  fields: overridden(before.fields, after.fields, fieldKey, stated),
});

const joinedForm = (before: Form, after: Form): Form => ({
  ...after,
  panels: overridden(before.panels, after.panels, ({ name }) => name) ?? [],
});

const joinedQuery = (before: MetadataQuery, after: MetadataQuery): MetadataQuery => ({
  ...stated(before, after),
  criteria: overridden(before.criteria, after.criteria, fieldKey, stated) ?? [],
});

const joinedQueries = (before: Queries, after: Queries): Queries => ({
  ...stated(before, after),
  queries: overridden(before.queries, after.queries, idOf, joinedQuery) ?? [],
});

function joinedSet(parent: MetadataSet, set: MetadataSet): MetadataSet {
  return {
    ...stated(parent, set),
    // What a set is called and whether it is offered is not handed down.
    ...{ id: set.id, name: set.name ?? parent.name, aliases: set.aliases, hidden: set.hidden },
    types: overridden(parent.types, set.types, ({ name }) => name, joinedType),
    fields: overridden(parent.fields, set.fields, fieldKey, stated),
    forms: overridden(parent.forms, set.forms, idOf, joinedForm),
    views: overridden(parent.views, set.views, idOf, joinedView),
    groups: overridden(parent.groups, set.groups, idOf),
    lists: overridden(parent.lists, set.lists, idOf),
    sorts: overridden(parent.sorts, set.sorts, idOf),
    queries:
      parent.queries === undefined || set.queries === undefined
        ? (set.queries ?? parent.queries)
        : joinedQueries(parent.queries, set.queries),
  };
}

/** The set's parents, the nearest first; it ends where one is missing, or where they go in a circle. */
export function parentsOf(set: MetadataSet, sets: ReadonlyMap<string, MetadataSet>): MetadataSet[] {
  const parents: MetadataSet[] = [];
  for (let at = set.inherits; at !== undefined; ) {
    const parent = sets.get(at);
    if (parent === undefined || parent === set || parents.includes(parent)) break;
    parents.push(parent);
    at = parent.inherits;
  }
  return parents;
}

/**
 * The set with all that its parents say. What it says itself under the same id (of fields: property and view) holds before
 * theirs; what it leaves open stays as they say. Lists, groups, sorts and panels of a form are replaced whole.
 */
export const inherited = (set: MetadataSet, sets: ReadonlyMap<string, MetadataSet>): MetadataSet =>
  parentsOf(set, sets)
    .toReversed()
    .concat(set)
    .reduce((parent, child) => joinedSet(parent, child));
