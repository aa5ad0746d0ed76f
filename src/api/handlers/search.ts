import { badRequest } from '../../base/errors/errors.ts';
import { languageOf } from '../../domain/metadata/captions.ts';
import { maxFacetValues } from '../../services/search/search.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { writeSearchResult } from '../presenters/search-result.ts';
import { searchRequestOf } from '../request/search-request.ts';

/** Returns as many values of a facet as possible, because node search has no parameters to limit them. */
const allValues = { limit: maxFacetValues, minimum: 1 };

const maxFacets = 100;

/** Splits names that are separated by commas. Property names contain none. */
function facetNames(texts: readonly string[]): readonly string[] {
  const names = texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > maxFacets) throw badRequest(`facettes names more than ${maxFacets} properties. Request fewer.`);
  return names;
}

export function searchHandlers(parts: HandlerParts): Pick<Handlers, 'searchNodes' | 'suggestNames'> {
  const { services, answers } = parts;
  return {
    async searchNodes({ query }, context) {
      const facets = facetNames([...query.facettes, ...query.facets]).map((property) => ({ property, ...allValues }));
      const request = searchRequestOf(query, context.caller, parts, facets);
      const hits = await services.search.nodes(context.caller, query.query, request);
      return writeSearchResult(hits, context, (ids) => answers.many(ids, context));
    },
    async suggestNames({ query: { q, kind } }, { caller, locale }) {
      const request = { text: q, kinds: kind, language: languageOf(locale) };
      const { suggestions, isComplete } = await services.nameSuggestions.suggest(caller, request);
      return { suggestions: [...suggestions], complete: isComplete };
    },
  };
}
