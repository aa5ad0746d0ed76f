import type { Caller } from '../domain/caller.ts';
import type { Dictionary } from '../domain/dictionary.ts';
import type { MetadataSet } from '../domain/metadata-set.ts';
import type { Query } from '../domain/query.ts';
import { parseQuery } from '../domain/query-text.ts';
import { type GivenCriterion, queryOfSet } from '../domain/set-query.ts';
import { type MetadataSetService, queryOf } from './metadata-sets.ts';
import type { QueryContexts } from './query-contexts.ts';
import type { Found, SearchRequest, SearchService } from './search.ts';

/** What is asked of a query of a metadata set. */
export interface SetQuestion {
  /** Id or alias. */
  readonly set: string;
  readonly query: string;
  readonly criteria: readonly GivenCriterion[];
}

export interface SetSearchService {
  /**
   * Finds what the set's query makes of the criteria (`queryOfSet`). Rejects with `BadRequest` for a set, query or criterion
   * that nobody knows, naming the nearest known one.
   */
  find(caller: Caller, question: SetQuestion, request: SearchRequest): Promise<Found>;
}

/** What is called without a namespace is a widget of its own, and no property. */
const propertiesOf = ({ fields = [] }: MetadataSet): string[] =>
  fields.map(({ property }) => property).filter((property) => property.includes(':'));

/** Searches by the metadata sets that are in force at each call. */
export function createSetSearchService(
  sets: Pick<MetadataSetService, 'get'>,
  search: Pick<SearchService, 'find'>,
  contextOf: QueryContexts,
  dictionary: Dictionary,
): SetSearchService {
  return {
    async find(caller, { set: name, query: id, criteria }, request) {
      const { set } = await sets.get(name);
      const query = queryOf(set, id);
      const context = contextOf(caller);
      const parse = (text: string): Query => parseQuery(text, context);
      const wanted = queryOfSet({ set, query, dictionary, parse }, criteria);
      return search.find(caller, wanted, { ...request, otherProperties: propertiesOf(set) });
    },
  };
}
