import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { repository } from '../node-arguments/node.ts';

export type SearchOutcome = Result<Operations['searchNodes']>;

/** A query of a metadata set, and the ID of the set. */
export interface SetQuery {
  readonly id: string;
  readonly query: string;
}

export const defaultMetadataSet: SetQuery = { id: '-default-', query: 'ngsearch' };

export interface SearchRequest {
  /** A query in the query language of the server; undefined if there is none. */
  readonly query: string | undefined;
  readonly words: string;
  /** Values by property or criterion. A hit must have at least one value of each property or criterion. */
  readonly filters: ReadonlyMap<string, readonly string[]>;
  /** The query of a metadata set to use; undefined if the user chose none. */
  readonly set: SetQuery | undefined;
  readonly facets: readonly string[];
  readonly sort: readonly { readonly property: string; readonly ascending: boolean }[];
  readonly explain: boolean;
  /** Whether to return passages of the hits. */
  readonly highlights: boolean;
  /** Whether to search in all connected repositories, too. */
  readonly everywhere: boolean;
}

/** The range of hits to return. */
export interface Slice {
  readonly skip: number;
  /** The maximum number of hits; undefined for all. */
  readonly limit: number | undefined;
}

/** `{repository}` for this repository and all connected ones. */
const allRepositories = '-all-';

/** The maximum number of hits in a search in all repositories, as the server limits it. */
export const maxHitsEverywhere = 1_000;

/** The maximum number of hits per call. Servers may return fewer. */
const maxPageSize = 500;

type FetchPage = (maxItems: number, skipCount: number, isFirst: boolean) => Promise<SearchOutcome>;

const sortArguments = (sort: SearchRequest['sort']) =>
  sort.length === 0
    ? {}
    : {
        sortProperties: sort.map(({ property }) => property),
        sortAscending: sort.map(({ ascending }) => ascending),
      };

const criteriaOf = ({ words, filters }: SearchRequest) => [
  ...(words === '' ? [] : [{ property: 'ngsearchword', values: [words] }]),
  ...[...filters].map(([property, values]) => ({ property, values: [...values] })),
];

/** Whether the request is only a query in the query language, which needs no metadata set. */
const isOnlyQuery = ({ set, filters, everywhere }: SearchRequest): boolean =>
  set === undefined && filters.size === 0 && !everywhere;

function pageFetcher(client: Client, request: SearchRequest, below: string | undefined): FetchPage {
  const { query, explain, highlights, everywhere, set = defaultMetadataSet } = request;
  const onEachPage = {
    repository: everywhere ? allRepositories : repository,
    ...sortArguments(request.sort),
    ...(below === undefined ? {} : { below }),
    ...(explain ? { explain } : {}),
    ...(highlights ? { highlights } : {}),
  };
  return (maxItems, skipCount, isFirst) => {
    const page = { ...onEachPage, maxItems, skipCount };
    const facets = isFirst ? [...request.facets] : [];
    if (query !== undefined && isOnlyQuery(request)) return client.searchNodes({ ...page, query, facettes: facets });
    const body = { criteria: criteriaOf(request), facets, returnSuggestions: isFirst };
    const also = query === undefined ? {} : { lucene: query };
    return client.searchBySet({ ...page, ...also, metadataset: set.id, query: set.query, body });
  };
}

/** Runs a search, page by page, because servers limit the page size. `below` is the ID of a folder. */
export async function runSearch(
  client: Client,
  request: SearchRequest,
  { skip, limit }: Slice,
  below: string | undefined,
): Promise<SearchOutcome> {
  const fetchPage = pageFetcher(client, request, below);
  const maxCount = limit ?? Number.POSITIVE_INFINITY;
  const first = await fetchPage(Math.min(maxCount, maxPageSize), skip, true);
  const nodes = [...first.nodes];
  const explanations = [...(first.explanations ?? [])];
  const highlights = [...(first.highlights ?? [])];
  while (nodes.length > 0 && nodes.length < maxCount && skip + nodes.length < first.pagination.total) {
    const more = await fetchPage(Math.min(maxCount - nodes.length, maxPageSize), skip + nodes.length, false);
    if (more.nodes.length === 0) break;
    nodes.push(...more.nodes);
    explanations.push(...(more.explanations ?? []));
    highlights.push(...(more.highlights ?? []));
  }
  const pagination = { ...first.pagination, count: nodes.length };
  return {
    ...{ ...first, nodes, pagination },
    ...(first.explanations === undefined ? {} : { explanations }),
    ...(first.highlights === undefined ? {} : { highlights }),
  };
}
