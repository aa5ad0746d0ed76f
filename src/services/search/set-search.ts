import type { NodeId } from '../../base/ids.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { archiveQuery, builtInQueries, shareQueries } from '../../domain/metadata/built-in-queries.ts';
import { captionIn } from '../../domain/metadata/captions.ts';
import { fieldWithValues } from '../../domain/metadata/metadata-fields.ts';
import type { MetadataQuery } from '../../domain/metadata/metadata-set.ts';
import { nearestValues } from '../../domain/metadata/nearest-values.ts';
import type { ValueEntry } from '../../domain/metadata/value-list.ts';
import { keysNamed } from '../../domain/metadata/value-search.ts';
import { parseQuery } from '../../domain/query/parse-query.ts';
import { joinedQuery, nothing, type Query } from '../../domain/query/query.ts';
import { type CriterionInput, queryOfSet, typedText } from '../../domain/query/set-query.ts';
import { correctedQuery, type SpellingCorrection } from '../../domain/query/spelling-suggestion.ts';
import { type MetadataSetService, queryOf, type ResolvedSet } from '../metadata/metadata-sets.ts';
import type { QueryContexts } from '../metadata/query-contexts.ts';
import type { SearchHits, SearchRequest, SearchService } from './search.ts';
import type { Spelling } from './spelling-suggestions.ts';

/** The criteria and the query of a metadata set to search by. */
export interface SetSearchQuery {
  /** ID or alias. */
  readonly set: string;
  readonly query: string;
  readonly criteria: readonly CriterionInput[];
  /** A query in the syntax of node search that hits must match as well. Undefined: none. */
  readonly also: string | undefined;
  /** The language of suggested values. */
  readonly language: string;
}

export interface SetSearchResult extends SearchHits {
  /** The typed text in other spellings, the nearest first. Empty if none were requested. */
  readonly spellingSuggestions: readonly string[];
  /** Whether the nodes are in the trash. */
  readonly inTrash: boolean;
}

export interface SetSearchService {
  /**
   * Evaluates the set's query with the criteria (`queryOfSet`). Rejects with `BadRequest` for an unknown set, query or
   * criterion, naming the nearest known one, and with the errors of `parseQuery`. If there are no hits and suggestions are
   * requested, the suggestions begin with known values that are similar to the unknown ones.
   */
  find(caller: Caller, query: SetSearchQuery, request: SearchRequest): Promise<SetSearchResult>;
}

/** The values of a criterion, resolved in the value list of its property. */
interface ResolvedValues {
  readonly entries: readonly ValueEntry[];
  /** For each value that is not a key of the list: the keys of the entries with this caption. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** Looks up the values of criteria in the value lists of their properties. Resolves to the results by property. */
async function resolvedValues(
  { set, query, catalog }: ResolvedSet & { readonly query: MetadataQuery },
  criteria: readonly CriterionInput[],
  nameOf: (property: string) => string,
): Promise<ReadonlyMap<string, ResolvedValues>> {
  const resolved = new Map<string, ResolvedValues>();
  for (const { property, values } of criteria) {
    const name = nameOf(property);
    const choices = fieldWithValues(set, query, name)?.values;
    const entries = typeof choices === 'string' ? catalog.valueLists.get(choices)?.entries : choices;
    if (entries === undefined) continue;
    const keys = [...(resolved.get(name)?.keys ?? []), ...(await keysNamed(entries, values))];
    resolved.set(name, { entries, keys: new Map(keys) });
  }
  return resolved;
}

/** The maximum number of unknown values per criterion for which a similar one is suggested. */
const maxUnknownValues = 3;

/** The captions of the values nearest to the unknown ones. Skips unknown values without a similar one. */
async function nearestCaptions(resolved: Iterable<ResolvedValues>, language: string): Promise<string[]> {
  const captions: string[] = [];
  for (const { entries, keys } of resolved) {
    const unknown = [...keys].filter(([text, matches]) => text !== '' && matches.length === 0);
    for (const [text] of unknown.slice(0, maxUnknownValues)) {
      const near = await nearestValues(entries, text, 1);
      captions.push(...near.map(({ key, caption }) => captionIn(caption, language) ?? key));
    }
  }
  return captions;
}

/** The nodes that other people share with the caller, or that the caller shares with them. */
export type SharedNodes = (caller: Caller, kind: 'withCaller' | 'byCaller') => Promise<readonly NodeId[]>;

/** A page of the nodes that the caller has deleted and whose names match the pattern. */
export type OwnTrash = (caller: Caller, pattern: string, page: PageRequest) => Promise<Page<NodeId>>;

interface Dependencies {
  readonly sets: Pick<MetadataSetService, 'get'>;
  readonly search: Pick<SearchService, 'find'>;
  readonly sharedNodes: SharedNodes;
  readonly ownTrash: OwnTrash;
  readonly contextOf: QueryContexts;
  readonly contentModel: ContentModel;
  readonly spelling: Spelling;
}

/** Replaces words without hits in the typed text with the suggestions, spelled as in a node. */
async function spellingSuggestionsOf(
  spelling: Spelling,
  caller: Caller,
  typed: string,
  suggestions: readonly SpellingCorrection[],
): Promise<string[]> {
  const spellingSuggestions = new Set<string>();
  for (const suggestion of suggestions) {
    const replacements = new Map<string, string>();
    for (const [word, other] of suggestion) replacements.set(word, await spelling(caller, other));
    spellingSuggestions.add(correctedQuery(typed, replacements));
  }
  return [...spellingSuggestions].filter((text) => text !== typed);
}

const isBuiltIn = (query: MetadataQuery): boolean => builtInQueries.get(query.id) === query;

/** The result of the built-in query for the trash, which has no facets. A guest has no trash. */
async function findInTrash(
  ownTrash: OwnTrash,
  caller: Caller,
  criteria: readonly CriterionInput[],
  { skip, limit, facets = [] }: SearchRequest,
): Promise<SetSearchResult> {
  const pattern = typedText(criteria) || '*';
  const page =
    caller.kind === 'person' ? await ownTrash(caller, pattern, { skip, limit }) : { items: [], total: 0, skip };
  return {
    ...{ ids: page.items, total: page.total, skip: page.skip, inTrash: true, complete: page.total },
    ...{ facets: [], unknownFacets: facets.map(({ property }) => property) },
    ...{ suggestions: [], spellingSuggestions: [], explanations: [], highlights: [] },
  };
}

/** Limits a built-in query to shared nodes; undefined for all other queries. */
async function shareCondition(
  sharedNodes: SharedNodes,
  caller: Caller,
  query: MetadataQuery,
): Promise<Query | undefined> {
  const kind = isBuiltIn(query) ? shareQueries.get(query.id) : undefined;
  if (kind === undefined) return undefined;
  const ids = await sharedNodes(caller, kind);
  if (ids.length === 0) return nothing;
  return joinedQuery(
    'any',
    ids.map((value) => ({ kind: 'value', field: 'ID', value })),
  );
}

export function createSetSearchService(dependencies: Dependencies): SetSearchService {
  const { sets, search, sharedNodes, ownTrash, contextOf, contentModel, spelling } = dependencies;
  return {
    async find(caller, { set: name, query: id, criteria, also, language }, request) {
      const { set, catalog } = await sets.get(name);
      const query = queryOf(set, id);
      if (id === archiveQuery && isBuiltIn(query)) return findInTrash(ownTrash, caller, criteria, request);
      const context = await contextOf(caller);
      const parse = (text: string): Query => parseQuery(text, context);
      const nameOf = (property: string): string => contentModel.shortName(property) ?? property;
      const values = await resolvedValues({ set, query, catalog }, criteria, nameOf);
      const keysFor = (property: string, text: string): readonly string[] => values.get(property)?.keys.get(text) ?? [];
      const setQuery = queryOfSet(
        { set, query, contentModel, setProperties: catalog.properties, parse, keysNamed: keysFor },
        criteria,
      );
      const conditions = [
        await shareCondition(sharedNodes, caller, query),
        also === undefined ? undefined : parse(also),
      ];
      const fullQuery = joinedQuery('all', [setQuery, ...conditions.filter((condition) => condition !== undefined)]);
      const hits = await search.find(caller, fullQuery, request);
      if (request.suggest !== true) return { ...hits, spellingSuggestions: [], inTrash: false };
      const spellingSuggestions = await spellingSuggestionsOf(spelling, caller, typedText(criteria), hits.suggestions);
      const captions = hits.total > 0 ? [] : await nearestCaptions(values.values(), language);
      return { ...hits, spellingSuggestions: [...captions, ...spellingSuggestions], inTrash: false };
    },
  };
}
