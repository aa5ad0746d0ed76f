import type { Field, Form, MetadataQuery, MetadataSet, MetadataType, Queries, View } from './metadata-set.ts';

/** The parent's values in their order, each joined with the set's own value of the same key, then the new ones. */
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

/** Identifies a field. A field for one view and the field for all other views are different. */
export const fieldKey = ({ property, view }: Pick<Field, 'property' | 'view'>): string => `${property} ${view ?? ''}`;

/** `before`, overridden by the defined members of `after`. */
function merged<T extends object>(before: T, after: T): T {
  const defined = Object.entries(after).filter(([, value]) => value !== undefined);
  // The keys are those of the type itself.
  return { ...before, ...(Object.fromEntries(defined) as Partial<T>) };
}

const joinedType = (before: MetadataType, after: MetadataType): MetadataType => ({
  ...merged(before, after),
  properties: overridden(before.properties, after.properties, ({ name }) => name, merged) ?? [],
});

const joinedView = (before: View, after: View): View => ({
  ...merged(before, after),
  fields: overridden(before.fields, after.fields, fieldKey, merged),
});

const joinedForm = (before: Form, after: Form): Form => ({
  ...after,
  panels: overridden(before.panels, after.panels, ({ name }) => name) ?? [],
});

const joinedQuery = (before: MetadataQuery, after: MetadataQuery): MetadataQuery => ({
  ...merged(before, after),
  criteria: overridden(before.criteria, after.criteria, fieldKey, merged) ?? [],
});

const joinedQueries = (before: Queries, after: Queries): Queries => ({
  ...merged(before, after),
  queries: overridden(before.queries, after.queries, idOf, joinedQuery) ?? [],
});

function joinedSet(parent: MetadataSet, set: MetadataSet): MetadataSet {
  return {
    ...merged(parent, set),
    // Name, aliases and visibility are not inherited.
    ...{ id: set.id, name: set.name ?? parent.name, aliases: set.aliases, hidden: set.hidden },
    types: overridden(parent.types, set.types, ({ name }) => name, joinedType),
    fields: overridden(parent.fields, set.fields, fieldKey, merged),
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

/** The ancestors of a set, nearest first. Stops at a missing ancestor or a cycle. */
function parentsOf(set: MetadataSet, sets: ReadonlyMap<string, MetadataSet>): MetadataSet[] {
  const parents = new Set<MetadataSet>();
  for (let id = set.inherits; id !== undefined; ) {
    const parent = sets.get(id);
    if (parent === undefined || parent === set || parents.has(parent)) break;
    parents.add(parent);
    id = parent.inherits;
  }
  return [...parents];
}

/**
 * The set merged with its ancestors. Its own parts override inherited ones with the same ID (for fields: property and view);
 * members that it does not define are inherited. Lists, groups, sorts and panels of a form are replaced as a whole.
 */
export const inherited = (set: MetadataSet, sets: ReadonlyMap<string, MetadataSet>): MetadataSet =>
  parentsOf(set, sets)
    .toReversed()
    .concat(set)
    .reduce((parent, child) => joinedSet(parent, child));
