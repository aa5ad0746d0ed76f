import type { MetadataQuery } from './metadata-set.ts';

/** Built-in queries for shared nodes, by whose share they find: those of other people with the caller, or the caller's. */
export const shareQueries: ReadonlyMap<string, 'withCaller' | 'byCaller'> = new Map([
  ['sharedToMe', 'withCaller'],
  ['invitedquery', 'withCaller'],
  ['sharedByMe', 'byCaller'],
]);

const builtIn = (id: string): MetadataQuery => ({
  ...{ id, syntax: 'lucene', applyBase: false, allowWithoutCriteria: true },
  criteria: [{ property: 'ngsearchword', statement: 'ID:"$' + '{value}" OR WORDS:"$' + '{value}"' }],
});

/** Queries that every metadata set has by ID, unless it defines its own. The base queries of the set do not apply. */
export const builtInQueries: ReadonlyMap<string, MetadataQuery> = new Map(
  [...shareQueries.keys()].map((id) => [id, builtIn(id)]),
);
