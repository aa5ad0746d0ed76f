import type { NodeId } from '../../base/ids.ts';
import type { PageRequest } from '../../base/paging.ts';
import { filterInBatches } from '../../base/scheduling/batches.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Rights } from '../../domain/access/rights.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { type ContentKind, queryOfKind } from '../../domain/listing/content-kind.ts';
import { type Comparison, queryOfComparisons } from '../../domain/query/comparison.ts';
import { parseQuery } from '../../domain/query/parse-query.ts';
import type { Query } from '../../domain/query/query.ts';
import { type KnownNames, knownSearchName, score, searchName } from '../../domain/query/search-names.ts';
import type { SpellingCorrection } from '../../domain/query/spelling-suggestion.ts';
import { foldedForms } from '../../domain/text/folding.ts';
import type { Explanation, Facet, FacetCount, SearchPage, SortKey } from '../../ports/search-index.ts';
import type { Store } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import type { MetadataSetService } from '../metadata/metadata-sets.ts';
import type { QueryContexts } from '../metadata/query-contexts.ts';
import type { UserNames } from '../records/user-names.ts';
import { queryOfPresentAuthors } from './author-query.ts';
import type { Highlight, Highlights } from './highlights.ts';
import type { IndexingService } from './indexing.ts';
import { redactQuery } from './redact-query.ts';

/** The maximum number of values of one property that the index counts. */
export const maxFacetValues = 10_000;

/** Counts the values of a property. Returns the `limit` most frequent ones that occur in at least `minimum` nodes. */
export interface FacetSpec {
  readonly property: string;
  readonly limit: number;
  readonly minimum: number;
  /**
   * Counts only values that contain this folded text. Searches the `maxFacetValues` most frequent ones. Undefined: all
   * values.
   */
  readonly containing?: string | undefined;
}

/** Page, order, filters and facets of a search. Properties may be short or long names. */
export interface SearchRequest extends PageRequest {
  /** The facets to count over all hits. */
  readonly facets?: readonly FacetSpec[];
  /** The first key has priority; `score` is the relevance. Without keys, hits are sorted by relevance. */
  readonly sort?: readonly { readonly property: string; readonly ascending: boolean }[];
  /** Limits the hits to a kind of node. */
  readonly kind?: ContentKind;
  /** Limits the hits to nodes below this folder, at any depth. */
  readonly below?: NodeId | undefined;
  /** Rights that the caller must have on each hit besides reading. */
  readonly rights?: Rights;
  /** Whether to suggest other spellings. */
  readonly suggest?: boolean;
  /** Whether to explain the score of each hit of the page. */
  readonly explain?: boolean;
  /** Whether to return the folder and passages of each hit of the page. */
  readonly highlight?: boolean;
}

interface FacetResult {
  readonly property: string;
  readonly values: readonly FacetCount[];
  /** The sum of the counts of all values that are not in the result. */
  readonly others: number;
}

/** The hits of a search. Only nodes that the caller may read are counted. */
export interface SearchHits {
  /** The page in the requested order. Equal hits are ordered by ID. */
  readonly ids: readonly NodeId[];
  readonly total: number;
  readonly skip: number;
  /** The counted facets in the requested order. */
  readonly facets: readonly FacetResult[];
  /** The names among them that no property can have. Their facets are empty. */
  readonly unknownFacets: readonly string[];
  /** How many nodes have all of the words that were typed; by relevance they come first, apart from few. */
  readonly complete: number;
  /** Spelling suggestions, the nearest first. Empty if none were requested. */
  readonly suggestions: readonly SpellingCorrection[];
  /** One for each of `ids`, in their order. Empty if none were requested. */
  readonly explanations: readonly Explanation[];
  /** One for each of `ids`, in their order. Empty if none were requested. */
  readonly highlights: readonly Highlight[];
}

export interface SearchService {
  /**
   * Finds everything that was committed before the call. Rejects with `BadRequest` for a sort key that no property can be
   * (`searchName`), naming the nearest property, and like `RightsService.node` for a folder that the caller may not read.
   */
  find(caller: Caller, query: Query, request: SearchRequest): Promise<SearchHits>;
  /** Like `find`, for a query in the syntax of node search. Rejects with the errors of `parseQuery`. */
  nodes(caller: Caller, text: string, request: SearchRequest): Promise<SearchHits>;
  /** Like `find`, for comparisons of properties. */
  byProperties(
    caller: Caller,
    criteria: { readonly comparisons: readonly Comparison[]; readonly mode: 'AND' | 'OR' },
    request: SearchRequest,
  ): Promise<SearchHits>;
}

interface Dependencies {
  readonly store: Pick<Store, 'people'>;
  readonly userNames: Pick<UserNames, 'all'>;
  readonly rights: RightsService;
  readonly indexing: IndexingService;
  readonly contextOf: QueryContexts;
  readonly contentModel: ContentModel;
  readonly metadataSets: Pick<MetadataSetService, 'catalog'>;
  readonly highlightsOf: Highlights;
}

/** Adds the filters of the request to the query, and redacts folders that the caller may not read. */
async function refined(
  { rights, contentModel, store, userNames }: Dependencies,
  caller: Caller,
  query: Query,
  { kind = 'ALL', below }: SearchRequest,
): Promise<Query> {
  if (below !== undefined) await rights.node(caller, below, 'ReadProperties');
  const folder: Query | undefined = below === undefined ? undefined : { kind: 'below', node: below };
  const redacted = await queryOfPresentAuthors({ store, userNames }, await redactQuery(rights, caller, query));
  const parts = [redacted, queryOfKind(kind, contentModel), folder].filter((part) => part !== undefined);
  return parts.length === 1 ? redacted : { kind: 'all', of: parts };
}

export function createSearchService(dependencies: Dependencies): SearchService {
  const { rights, indexing, contextOf, contentModel, metadataSets, highlightsOf } = dependencies;

  const knownNames = async (): Promise<KnownNames> => {
    const { properties } = await metadataSets.catalog();
    return { contentModel, setProperties: properties };
  };

  const find: SearchService['find'] = async (caller, query, request) => {
    const refinedQuery = await refined(dependencies, caller, query, request);
    const resolved = resolvedNames(request, contentModel, await knownNames());
    const index = await indexing.current();
    const { skip, limit, suggest = false, explain = false, highlight = false } = request;
    const accessFilter = rights.accessFilter(caller, request.rights);
    const facets = resolved.facets.filter(({ isKnown }) => isKnown);
    const page = await index.search(refinedQuery, { skip, limit, ...resolved, facets, accessFilter, suggest, explain });
    const highlights = highlight ? await highlightsOf(caller, page) : [];
    return { ...(await hitsOf(page, request, resolved)), highlights };
  };

  return {
    find,
    nodes: async (caller, text, request) => find(caller, parseQuery(text, await contextOf(caller)), request),
    async byProperties(caller, { comparisons, mode }, request) {
      const names = await knownNames();
      const resolved = comparisons.map((comparison) => ({
        ...comparison,
        property: searchName(comparison.property, 'compared by', names),
      }));
      const context = await contextOf(caller);
      const parse = (text: string): Query => parseQuery(text, context);
      return find(caller, queryOfComparisons(resolved, mode, parse), request);
    },
  };
}

/** Facets and sort keys for the index, with short property names. Each facet occurs once. */
interface ResolvedNames {
  readonly facets: readonly CountedFacet[];
  readonly sort: readonly SortKey[];
}

function resolvedNames(
  { facets = [], sort = [] }: SearchRequest,
  contentModel: ContentModel,
  names: KnownNames,
): ResolvedNames {
  const named = facets.map((facet) => {
    const name = knownSearchName(facet.property, names);
    return { ...facet, property: name ?? facet.property, isKnown: name !== undefined };
  });
  return {
    facets: [...new Map(named.map((facet) => [facet.property, facet])).values()].map(countedFacet),
    sort: sort.map(({ property, ascending }) => {
      const name = property === score ? score : searchName(property, 'ordered by', names);
      const otherwise = fallbackTitles.get(name);
      const key = { property: name, ascending, as: sortType(name, contentModel) };
      return otherwise === undefined ? key : { ...key, otherwise };
    }),
  };
}

/** If a node lacks one of these titles, clients show the other one, so it is also the sort key. */
const fallbackTitles: ReadonlyMap<string, string> = new Map([
  ['cclom:title', 'cm:title'],
  ['cm:title', 'cclom:title'],
]);

const systemTypes: ReadonlyMap<string, 'number' | 'date'> = new Map([
  ['cm:created', 'date'],
  ['cm:modified', 'date'],
]);

function sortType(property: string, { properties }: ContentModel): SortKey['as'] {
  const type = systemTypes.get(property) ?? properties.get(property)?.type;
  return type === 'number' || type === 'date' ? type : 'text';
}

/** `limit` is the number of values that the index counts, `maxReported` the number in the result. */
interface CountedFacet extends FacetSpec {
  readonly maxReported: number;
  /** Whether a property can have this name. */
  readonly isKnown: boolean;
}

/** The index cannot filter values by a text they contain, so it counts the maximum number of them. */
const countedFacet = (facet: FacetSpec & Pick<CountedFacet, 'isKnown'>): CountedFacet => ({
  ...facet,
  maxReported: Math.min(facet.limit, maxFacetValues),
  limit: facet.containing === undefined ? Math.min(facet.limit, maxFacetValues) : maxFacetValues,
});

async function hitsOf(
  page: SearchPage,
  { skip }: SearchRequest,
  { facets }: ResolvedNames,
): Promise<Omit<SearchHits, 'highlights'>> {
  const { ids, total, complete, suggestions, explanations } = page;
  const results: FacetResult[] = [];
  for (const facet of facets) {
    results.push(await facetResult(facet, page.facets.get(facet.property) ?? { values: [], others: 0 }));
  }
  const unknownFacets = facets.filter(({ isKnown }) => !isKnown).map(({ property }) => property);
  return { ids, total, skip, facets: results, unknownFacets, complete, suggestions, explanations };
}

async function facetResult(
  { property, maxReported, containing }: CountedFacet,
  { values, others }: Facet,
): Promise<FacetResult> {
  if (containing === undefined) return { property, values, others };
  const [text] = foldedForms(containing);
  const matching = await filterInBatches(values, ({ value }) => foldedForms(value)[0].includes(text));
  const leftOut = matching.slice(maxReported);
  return {
    property,
    values: matching.slice(0, maxReported),
    others: leftOut.reduce((sum, { count }) => sum + count, 0),
  };
}
