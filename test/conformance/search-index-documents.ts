import { randomUUID } from 'node:crypto';
import type { NodeId } from '../../src/base/ids.ts';
import { parseQuery } from '../../src/domain/query/parse-query.ts';
import type { Query } from '../../src/domain/query/query.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../src/ports/access-filter.ts';
import type {
  FacetRequest,
  IndexedDocument,
  SearchIndex,
  SearchOptions,
  SearchPage,
} from '../../src/ports/search-index.ts';
import { queryContext } from '../support/query-context.ts';

/** An id that sorts by its number. */
export const anId = (number: number): NodeId => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as NodeId;

/** A document without a word but the ones given. */
export function aDocument(parts: Partial<IndexedDocument> = {}): IndexedDocument {
  return {
    id: randomUUID() as NodeId,
    aclRoot: anId(0),
    parent: null,
    owner: 'admin',
    name: '',
    title: '',
    description: '',
    keywords: '',
    text: '',
    properties: {},
    ...parts,
  };
}

/** All values of a property. */
export const facet = (property: string): FacetRequest => ({ property, limit: 1000, minimum: 1 });

/** Whoever owns nothing, or the documents of `owns`, and sees at each anchor what `sight` tells; all, where nothing is said. */
export const aViewer = (
  sight: (anchor: string) => AclRootVisibility = () => aclRootVisibility.all,
  owns: string | null = null,
): AccessFilter => ({ owns, at: (anchors) => Uint8Array.from(anchors, sight) });

/** Searches, as a caller who may read everything where nothing else is said. */
export function find(
  index: SearchIndex,
  query: Query | string,
  options: Partial<SearchOptions> = {},
): Promise<SearchPage> {
  return index.search(typeof query === 'string' ? parseQuery(query, queryContext) : query, {
    accessFilter: aViewer(),
    facets: [],
    skip: 0,
    limit: 1000,
    ...options,
  });
}

/** The index that the running test has for itself, and what tests do with it most. */
export interface UseSearchIndex {
  readonly index: () => SearchIndex;
  readonly put: (...documents: IndexedDocument[]) => void;
  readonly remove: (...ids: NodeId[]) => void;
  /** The numbers of the ids that a query finds, best first. */
  readonly found: (query: string) => Promise<number[]>;
}
