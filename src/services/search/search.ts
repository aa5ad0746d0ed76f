import type { NodeId } from '../../base/ids.ts';
import type { PageRequest } from '../../base/paging.ts';
import { filterInBatches } from '../../base/scheduling/batches.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Rights } from '../../domain/access/rights.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { type ContentKind, queryOfKind } from '../../domain/listing/content-kind.ts';
import { parseQuery } from '../../domain/query/parse-query.ts';
import type { Query } from '../../domain/query/query.ts';
import { type KnownNames, score, searchName } from '../../domain/query/search-names.ts';
import type { SpellingCorrection } from '../../domain/query/spelling-suggestion.ts';
import { type Comparison, queryOfComparisons } from '../../domain/text/comparison.ts';
import { foldedForms } from '../../domain/text/folding.ts';
import type { Explanation, Facet, FacetCount, SearchPage, SortKey } from '../../ports/search-index.ts';
import type { RightsService } from '../access/rights.ts';
import type { MetadataSetService } from '../metadata/metadata-sets.ts';
import type { QueryContexts } from '../metadata/query-contexts.ts';
import type { IndexingService } from './indexing.ts';
import { redactQuery } from './redact-query.ts';

/** Values of one property that are told at most, and among which those with some letters are looked for. */
export const maxFacetValues = 10_000;

/**
 * The values of a property are to be counted: the most frequent `limit`, `mostFacetValues` of them at most, of those that `minimum`
 * nodes have.
 */
export interface FacetSpec {
  readonly property: string;
  readonly limit: number;
  readonly minimum: number;
  /** Only values in which this occurs, folded for comparison, among the `mostFacetValues` most frequent; undefined: all. */
  readonly containing?: string | undefined;
}

/** Which of what is found is wanted, and what is to be told of all of it. Properties by short or long name. */
export interface SearchRequest extends PageRequest {
  /** Counted over all that is found. */
  readonly facets?: readonly FacetSpec[];
  /** What counts most first; `score` is how well a node fits. None: the best first. */
  readonly sort?: readonly { readonly property: string; readonly ascending: boolean }[];
  /** What else must hold of what is found. */
  readonly kind?: ContentKind;
  /** It lies in this folder, at any depth. */
  readonly below?: NodeId | undefined;
  /** What the caller must be allowed to do with it, besides reading; nothing where it is missing. */
  readonly rights?: Rights;
  /** Whether to think of other ways to write what is looked for. */
  readonly suggest?: boolean;
  /** Whether to tell what the score of each node of the page is made of. */
  readonly explain?: boolean;
}

export interface FacetResult {
  readonly property: string;
  readonly values: readonly FacetCount[];
  /** How many nodes have the values that are left out, counted for each value. */
  readonly others: number;
}

/** What is found; counted is what the caller may read. */
export interface SearchHits {
  /** Of this page, in the order asked for; equal ones in the order of their ids. */
  readonly ids: readonly NodeId[];
  readonly total: number;
  readonly skip: number;
  /** In the order asked for. */
  readonly facets: readonly FacetResult[];
  /** Whether no node fits all of the words, and these fit most of them. */
  readonly relaxed: boolean;
  /** Other words that may be meant, the nearest first; none where they were not asked for. */
  readonly suggestions: readonly SpellingCorrection[];
  /** One for each of `ids`, in their order; none where they were not asked for. */
  readonly explanations: readonly Explanation[];
}

export interface SearchService {
  /**
   * Whatever was committed before the call can be found. Rejects with `BadRequest` for a property that neither the dictionary nor
   * a metadata set knows, naming the nearest one, and as `RightsService.node` for a folder that is not to be read.
   */
  find(caller: Caller, query: Query, request: SearchRequest): Promise<SearchHits>;
  /** The same, for a query in the notation of node search. Rejects as `parseQuery` throws. */
  nodes(caller: Caller, text: string, request: SearchRequest): Promise<SearchHits>;
  /** The same, for nodes whose properties compare so. */
  byProperties(
    caller: Caller,
    wanted: { readonly comparisons: readonly Comparison[]; readonly mode: 'AND' | 'OR' },
    request: SearchRequest,
  ): Promise<SearchHits>;
}

/** What a query and the properties in a request are understood by. */
export interface SearchParts {
  readonly contextOf: QueryContexts;
  readonly dictionary: ContentModel;
  readonly metadataSets: Pick<MetadataSetService, 'catalog'>;
}

export function createSearchService(
  rights: RightsService,
  indexing: IndexingService,
  { contextOf, dictionary, metadataSets }: SearchParts,
): SearchService {
  const names = async (): Promise<KnownNames> => ({ contentModel: dictionary, setProperties: (await metadataSets.catalog()).properties });

  const refined = async (caller: Caller, query: Query, { kind = 'ALL', below }: SearchRequest): Promise<Query> => {
    if (below !== undefined) await rights.node(caller, below, 'ReadProperties');
    const place: Query | undefined = below === undefined ? undefined : { kind: 'below', node: below };
    const asked = await redactQuery(rights, caller, query);
    const parts = [asked, queryOfKind(kind, dictionary), place].filter((part) => part !== undefined);
    return parts.length === 1 ? asked : { kind: 'all', of: parts };
  };

  const find: SearchService['find'] = async (caller, query, request) => {
    const refinedQuery = await refined(caller, query, request);
    const wishes = wishesOf(request, dictionary, await names());
    const index = await indexing.current();
    const { skip, limit, suggest = false, explain = false } = request;
    const viewer = rights.accessFilter(caller, request.rights);
    const page = await index.search(refinedQuery, { skip, limit, ...wishes, accessFilter: viewer, suggest, explain });
    return foundOn(page, request, wishes);
  };

  return {
    find,
    nodes: async (caller, text, request) => find(caller, parseQuery(text, contextOf(caller)), request),
    async byProperties(caller, { comparisons, mode }, request) {
      const known = await names();
      const named = comparisons.map((one) => ({
        ...one,
        property: searchName(one.property, 'compared by', known),
      }));
      return find(
        caller,
        queryOfComparisons(named, mode, (text) => parseQuery(text, contextOf(caller))),
        request,
      );
    },
  };
}

/** Facets and order as an index knows them: each property by its short name, and once. */
interface Wishes {
  readonly facets: readonly CountedFacet[];
  readonly sort: readonly SortKey[];
}

function wishesOf({ facets = [], sort = [] }: SearchRequest, dictionary: ContentModel, names: KnownNames): Wishes {
  const nameOf = (name: string, purpose: string): string => searchName(name, purpose, names);
  const counted = facets.map((wish) => ({ ...wish, property: nameOf(wish.property, 'counted by') }));
  return {
    facets: [...new Map(counted.map((wish) => [wish.property, wish])).values()].map(countedWide),
    sort: sort.map(({ property, ascending }) => {
      const name = property === score ? score : nameOf(property, 'ordered by');
      const otherwise = otherTitles.get(name);
      const key = { property: name, ascending, as: sortedAs(name, dictionary) };
      return otherwise === undefined ? key : { ...key, otherwise };
    }),
  };
}

/** A node is shown with either title where the other is missing; so it is ordered. */
const otherTitles: ReadonlyMap<string, string> = new Map([
  ['cclom:title', 'cm:title'],
  ['cm:title', 'cclom:title'],
]);

const systemTypes: ReadonlyMap<string, 'number' | 'date'> = new Map([
  ['cm:created', 'date'],
  ['cm:modified', 'date'],
]);

function sortedAs(property: string, { properties }: ContentModel): SortKey['as'] {
  const type = systemTypes.get(property) ?? properties.get(property)?.type;
  return type === 'number' || type === 'date' ? type : 'text';
}

/** What the index is asked for, and how many values are told of it. */
interface CountedFacet extends FacetSpec {
  readonly most: number;
}

/** Which values are wanted by their letters, no index knows: it counts as many as are ever told. */
const countedWide = (wish: FacetSpec): CountedFacet => ({
  ...wish,
  most: Math.min(wish.limit, maxFacetValues),
  limit: wish.containing === undefined ? Math.min(wish.limit, maxFacetValues) : maxFacetValues,
});

async function foundOn(page: SearchPage, { skip }: SearchRequest, { facets }: Wishes): Promise<SearchHits> {
  const { ids, total, relaxed, suggestions, explanations } = page;
  const told: FacetResult[] = [];
  for (const wish of facets)
    told.push(await facetOf(wish, page.facets.get(wish.property) ?? { values: [], others: 0 }));
  return { ids, total, skip, facets: told, relaxed, suggestions, explanations };
}

async function facetOf({ property, most, containing }: CountedFacet, { values, others }: Facet): Promise<FacetResult> {
  if (containing === undefined) return { property, values, others };
  const [wanted] = foldedForms(containing);
  const fitting = await filterInBatches(values, ({ value }) => foldedForms(value)[0].includes(wanted));
  const left = fitting.slice(most);
  return { property, values: fitting.slice(0, most), others: left.reduce((sum, { count }) => sum + count, 0) };
}
