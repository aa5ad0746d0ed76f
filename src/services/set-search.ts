import { nearestOf } from '../base/nearest.ts';
import type { Caller } from '../domain/caller.ts';
import { captionIn } from '../domain/captions.ts';
import type { Dictionary } from '../domain/dictionary.ts';
import type { MetadataCatalog } from '../domain/metadata-catalog.ts';
import { fieldWithValues } from '../domain/metadata-fields.ts';
import type { MetadataQuery, MetadataSet } from '../domain/metadata-set.ts';
import type { Query } from '../domain/query.ts';
import { parseQuery } from '../domain/query-text.ts';
import { type GivenCriterion, queryOfSet } from '../domain/set-query.ts';
import type { ValueEntry } from '../domain/value-list.ts';
import { keysCalled } from '../domain/value-search.ts';
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
   * that nobody knows, naming the nearest known one. Where nothing is found, and other ways to write it are asked for, they
   * begin with the values that come closest to those that no list has.
   */
  find(caller: Caller, question: SetQuestion, request: SearchRequest): Promise<Found>;
}

/** What is called without a namespace is a widget of its own, and no property. */
const propertiesOf = ({ fields = [] }: MetadataSet): string[] =>
  fields.map(({ property }) => property).filter((property) => property.includes(':'));

/** A longer list is not compared with a text for its nearest value: that would keep others waiting. */
const mostCompared = 2000;

interface GivenValues {
  readonly entries: readonly ValueEntry[];
  /** Of what is no key of the list, the keys of what is called so. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** What the given values mean in the lists that they are chosen from; by property. */
async function givenValues(
  {
    set,
    query,
    catalog,
  }: { readonly set: MetadataSet; readonly query: MetadataQuery; readonly catalog: MetadataCatalog },
  criteria: readonly GivenCriterion[],
  nameOf: (property: string) => string,
): Promise<ReadonlyMap<string, GivenValues>> {
  const given = new Map<string, GivenValues>();
  for (const { property, values } of criteria) {
    const name = nameOf(property);
    const chosenFrom = fieldWithValues(set, query, name)?.values;
    const entries = typeof chosenFrom === 'string' ? catalog.valueLists.get(chosenFrom)?.entries : chosenFrom;
    if (entries === undefined) continue;
    const keys = [...(given.get(name)?.keys ?? []), ...(await keysCalled(entries, values))];
    given.set(name, { entries, keys: new Map(keys) });
  }
  return given;
}

/** For each text that no list has a value for, the name of the value that comes closest. */
const nearestValues = (given: Iterable<GivenValues>): string[] =>
  [...given].flatMap(({ entries, keys }) => {
    if (entries.length > mostCompared) return [];
    const names = entries.map(({ key, caption }) => captionIn(caption, 'de') ?? key);
    const unknown = [...keys].filter(([text, meant]) => text !== '' && meant.length === 0);
    return unknown.slice(0, 3).map(([text]) => nearestOf(names, text));
  });

/** Searches by the metadata sets that are in force at each call. */
export function createSetSearchService(
  sets: Pick<MetadataSetService, 'get'>,
  search: Pick<SearchService, 'find'>,
  contextOf: QueryContexts,
  dictionary: Dictionary,
): SetSearchService {
  return {
    async find(caller, { set: name, query: id, criteria }, request) {
      const { set, catalog } = await sets.get(name);
      const query = queryOf(set, id);
      const context = contextOf(caller);
      const parse = (text: string): Query => parseQuery(text, context);
      const nameOf = (property: string): string => dictionary.shortName(property) ?? property;
      const given = await givenValues({ set, query, catalog }, criteria, nameOf);
      const calledSo = (property: string, text: string): readonly string[] => given.get(property)?.keys.get(text) ?? [];
      const wanted = queryOfSet({ set, query, dictionary, parse, keysCalled: calledSo }, criteria);
      const found = await search.find(caller, wanted, { ...request, otherProperties: propertiesOf(set) });
      if (found.total > 0 || request.suggest !== true) return found;
      return { ...found, suggestions: [...nearestValues(given.values()), ...found.suggestions] };
    },
  };
}
