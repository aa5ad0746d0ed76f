import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { captionIn } from '../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { fieldWithValues } from '../../domain/metadata/metadata-fields.ts';
import type { MetadataQuery, MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { nearestValues } from '../../domain/metadata/nearest-values.ts';
import type { ValueEntry } from '../../domain/metadata/value-list.ts';
import { keysNamed } from '../../domain/metadata/value-search.ts';
import { parseQuery } from '../../domain/query/parse-query.ts';
import type { Query } from '../../domain/query/query.ts';
import { type CriterionInput, queryOfSet, typedText } from '../../domain/query/set-query.ts';
import { correctedQuery, type SpellingCorrection } from '../../domain/query/spelling-suggestion.ts';
import { type MetadataSetService, queryOf } from '../metadata/metadata-sets.ts';
import type { QueryContexts } from '../metadata/query-contexts.ts';
import type { SearchHits, SearchRequest, SearchService } from './search.ts';
import type { Spelling } from './spelling-suggestions.ts';

/** What is asked of a query of a metadata set. */
export interface SetQuestion {
  /** Id or alias. */
  readonly set: string;
  readonly query: string;
  readonly criteria: readonly CriterionInput[];
  /** A query in the notation of node search that must be met as well; undefined: none. */
  readonly also: string | undefined;
}

export interface SetSearchResult extends SearchHits {
  /** Other ways to write what was asked for, the nearest first; none where they were not asked for. */
  readonly wordings: readonly string[];
}

export interface SetSearchService {
  /**
   * Finds what the set's query makes of the criteria (`queryOfSet`). Rejects with `BadRequest` for a set, query or criterion
   * that nobody knows, naming the nearest known one, and as `parseQuery` throws. Where nothing is found, and other ways to write it are asked for, they
   * begin with the values that come closest to those that no list has.
   */
  find(caller: Caller, question: SetQuestion, request: SearchRequest): Promise<SetSearchResult>;
}

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
  criteria: readonly CriterionInput[],
  nameOf: (property: string) => string,
): Promise<ReadonlyMap<string, GivenValues>> {
  const given = new Map<string, GivenValues>();
  for (const { property, values } of criteria) {
    const name = nameOf(property);
    const chosenFrom = fieldWithValues(set, query, name)?.values;
    const entries = typeof chosenFrom === 'string' ? catalog.valueLists.get(chosenFrom)?.entries : chosenFrom;
    if (entries === undefined) continue;
    const keys = [...(given.get(name)?.keys ?? []), ...(await keysNamed(entries, values))];
    given.set(name, { entries, keys: new Map(keys) });
  }
  return given;
}

/** For each text that no list has a value for, the name of the value that comes closest, where one is near. */
async function namesNear(given: Iterable<GivenValues>): Promise<string[]> {
  const names: string[] = [];
  for (const { entries, keys } of given) {
    const unknown = [...keys].filter(([text, meant]) => text !== '' && meant.length === 0);
    for (const [text] of unknown.slice(0, 3)) {
      const near = await nearestValues(entries, text, 1);
      names.push(...near.map(({ key, caption }) => captionIn(caption, 'de') ?? key));
    }
  }
  return names;
}

/** What criteria are read with, and told in. */
export interface SetSearchParts {
  readonly contextOf: QueryContexts;
  readonly dictionary: ContentModel;
  readonly spelling: Spelling;
}

/** Searches by the metadata sets that are in force at each call. */
export function createSetSearchService(
  sets: Pick<MetadataSetService, 'get'>,
  search: Pick<SearchService, 'find'>,
  { contextOf, dictionary, spelling }: SetSearchParts,
): SetSearchService {
  /** What was typed, with other words in the place of those that are found nowhere, as they are written in material. */
  const wordingsOf = async (
    caller: Caller,
    typed: string,
    suggestions: readonly SpellingCorrection[],
  ): Promise<string[]> => {
    const wordings: string[] = [];
    for (const suggestion of suggestions) {
      const instead = new Map<string, string>();
      for (const [word, other] of suggestion) instead.set(word, await spelling(caller, other));
      wordings.push(correctedQuery(typed, instead));
    }
    return [...new Set(wordings)].filter((wording) => wording !== typed);
  };

  return {
    async find(caller, { set: name, query: id, criteria, also }, request) {
      const { set, catalog } = await sets.get(name);
      const query = queryOf(set, id);
      const context = contextOf(caller);
      const parse = (text: string): Query => parseQuery(text, context);
      const nameOf = (property: string): string => dictionary.shortName(property) ?? property;
      const given = await givenValues({ set, query, catalog }, criteria, nameOf);
      const calledSo = (property: string, text: string): readonly string[] => given.get(property)?.keys.get(text) ?? [];
      const asked = queryOfSet(
        { set, query, contentModel: dictionary, setProperties: catalog.properties, parse, keysNamed: calledSo },
        criteria,
      );
      const wanted: Query = also === undefined ? asked : { kind: 'all', of: [asked, parse(also)] };
      const found = await search.find(caller, wanted, request);
      if (request.suggest !== true) return { ...found, wordings: [] };
      const wordings = await wordingsOf(caller, typedText(criteria), found.suggestions);
      return { ...found, wordings: found.total > 0 ? wordings : [...(await namesNear(given.values())), ...wordings] };
    },
  };
}
