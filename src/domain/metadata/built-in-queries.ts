import type { MetadataQuery } from './metadata-set.ts';

/** Built-in queries for shared nodes, by whose share they find: those of other people with the caller, or the caller's. */
export const shareQueries: ReadonlyMap<string, 'withCaller' | 'byCaller'> = new Map([
  ['sharedToMe', 'withCaller'],
  ['invitedquery', 'withCaller'],
  ['sharedByMe', 'byCaller'],
]);

/** The built-in query that finds what the caller has deleted. The trash is not in the search index. */
export const archiveQuery = 'archive';

/** The type of saved searches, which are nodes. */
export const savedSearchType = 'ccm:saved_search';

const builtIn = (id: string, statement?: string): MetadataQuery => ({
  ...{ id, statement, syntax: 'lucene', applyBase: false, allowWithoutCriteria: true },
  criteria: [{ property: 'ngsearchword', statement: 'ID:"$' + '{value}" OR WORDS:"$' + '{value}"' }],
});

/** Queries that every metadata set has by ID, unless it defines its own. The base queries of the set do not apply. */
export const builtInQueries: ReadonlyMap<string, MetadataQuery> = new Map(
  [
    ...[...shareQueries.keys(), archiveQuery].map((id) => builtIn(id)),
    builtIn('saved_search', `TYPE:"${savedSearchType}"`),
  ].map((query) => [query.id, query]),
);
