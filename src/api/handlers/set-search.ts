import type { z } from 'zod';
import { badRequest } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { nearestOf } from '../../base/nearest.ts';
import { isPermission } from '../../base/permission-names.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { SearchParameters } from '../../contract/objects/search.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { accessNames, noRights, type Rights, rightsOfPermission } from '../../domain/access/rights.ts';
import { languageOf } from '../../domain/metadata/captions.ts';
import type { Comparator, Comparison } from '../../domain/query/comparison.ts';
import type { CriterionInput } from '../../domain/query/set-query.ts';
import type { FacetSpec, SearchRequest } from '../../services/search/search.ts';
import type { SetSearchQuery, SetSearchResult } from '../../services/search/set-search.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { writeSearchResult } from '../presenters/search-result.ts';
import { nodeAt } from '../request/node-address.ts';
import { searchRequestOf } from '../request/search-request.ts';
import type { RequestContext } from '../request-context.ts';
import { noPage, noteEarlyEnd, type WrittenPage } from '../response/page-stream.ts';
import { writtenArchive } from './archive.ts';
import { writeChangedNode } from './changed-node.ts';

type Parameters = z.output<typeof SearchParameters>;
/** Unknown parameters, such as misspelt ones. The result reports them. */
const unknownNames = (body: Parameters): string[] =>
  Object.keys(body)
    .filter((name) => !(name in SearchParameters.shape))
    .slice(0, 100);

type Value = string | number | boolean;

const defaultFacetLimit = 100;

const valuesOf = (values: Value | readonly Value[] | null | undefined): readonly string[] =>
  (Array.isArray(values) ? values : [values ?? '']).map(String);

const criteriaOf = ({ criteria, criterias }: Parameters): CriterionInput[] =>
  [...(criteria ?? []), ...(criterias ?? [])].map(({ property, values }) => ({ property, values: valuesOf(values) }));

const facetsOf = ({ facets, facettes, ...body }: Parameters): FacetSpec[] =>
  [...(facets ?? []), ...(facettes ?? [])].map((facet) => ({
    property: typeof facet === 'string' ? facet : facet.property,
    limit: body.facetLimit ?? defaultFacetLimit,
    minimum: Math.max(1, body.facetMinCount ?? 1),
    containing: body.facetSuggest === '' ? undefined : (body.facetSuggest ?? undefined),
  }));

function rightsOfNames(names: readonly string[]): Rights {
  for (const name of names) {
    if (isPermission(name)) continue;
    throw badRequest(`There is no permission "${name}". Did you mean ${nearestOf(accessNames, name)}?`);
  }
  return names.reduce((all, name) => all | rightsOfPermission(name), noRights);
}

interface PairedQuery {
  readonly property: readonly string[];
  readonly value: readonly string[];
  readonly comparator: readonly Comparator[];
}

/** Combines the values at the same position of the three parameters. */
function comparisonsOf({ property, value, comparator }: PairedQuery): Comparison[] {
  if (value.length !== property.length || comparator.length > property.length) {
    throw badRequest(
      `property, value and comparator correspond by position, but there are ${property.length} properties, ${value.length} values and ${comparator.length} comparators. Send one value for each property.`,
    );
  }
  return property.map((name, at) => ({ property: name, value: value[at] ?? '', comparator: comparator[at] ?? '=' }));
}

type SetHandlers = Pick<Handlers, 'searchBySet' | 'countBySet'>;

type SavedHandlers = Pick<Handlers, 'saveSearch' | 'loadSearch'>;

type NodeHandlers = Pick<Handlers, 'searchByProperties' | 'getNodesById'>;

export const setSearchHandlers = (parts: HandlerParts): SetHandlers & SavedHandlers & NodeHandlers => ({
  ...setHandlers(parts),
  ...savedHandlers(parts),
  ...nodeHandlers(parts),
});

const setQueryOf = (
  { metadataset, query }: { readonly metadataset: string; readonly query: string },
  body: Parameters,
  locale: string | undefined,
  lucene?: string,
) => ({ set: metadataset, query, criteria: criteriaOf(body), also: lucene, language: languageOf(locale) });

/** Runs a query of a set. `write` writes nodes of the result. */
async function found(
  parts: HandlerParts,
  context: RequestContext,
  search: SetSearchQuery,
  request: SearchRequest,
): Promise<{ readonly hits: SetSearchResult; readonly write: (ids: readonly NodeId[]) => MaybePromise<WrittenPage> }> {
  const hits = await parts.services.setSearch.find(context.caller, search, request);
  return {
    hits,
    write: (ids) => (hits.inTrash ? writtenArchive(parts, ids, context) : parts.answers.many(ids, context)),
  };
}

function setHandlers(parts: HandlerParts): SetHandlers {
  return {
    async searchBySet({ params, query, body = {} }, context) {
      const search = setQueryOf(params, body, context.locale, query.lucene);
      const { hits, write } = await found(parts, context, search, {
        ...searchRequestOf(query, context.caller, parts, facetsOf(body)),
        suggest: body.returnSuggestions === true,
        rights: rightsOfNames(body.permissions ?? []),
      });
      return writeSearchResult(hits, context, write, {
        ignored: unknownNames(body),
        spellingSuggestions: hits.spellingSuggestions,
      });
    },
    async countBySet({ params, query, body = {} }, context) {
      const page = { sortProperties: [], sortAscending: [], maxItems: 0, skipCount: 0 };
      const { hits } = await found(parts, context, setQueryOf(params, body, context.locale), {
        ...searchRequestOf({ ...query, ...page }, context.caller, parts, facetsOf(body)),
        suggest: body.returnSuggestions === true,
        rights: rightsOfNames(body.permissions ?? []),
      });
      return writeSearchResult(hits, context, () => noPage, {
        ignored: unknownNames(body),
        spellingSuggestions: hits.spellingSuggestions,
      });
    },
  };
}

function savedHandlers(parts: HandlerParts): SavedHandlers {
  const { savedSearches, systemFolders } = parts.services;
  return {
    async saveSearch({ params, query, body }, context) {
      const search = {
        ...query,
        set: params.metadataset,
        query: params.query,
        criteria: criteriaOf({ criteria: body }),
      };
      const home = nodeAt('-userhome-', context.caller, systemFolders);
      return writeChangedNode(parts, await savedSearches.save(context.caller, home, search), context);
    },
    async loadSearch({ params, query }, context) {
      const saved = await savedSearches.load(context.caller, nodeAt(params.nodeId, context.caller, systemFolders));
      const search = { ...saved, also: undefined, language: languageOf(context.locale) };
      const { hits, write } = await found(parts, context, search, searchRequestOf(query, context.caller, parts));
      return writeSearchResult(hits, context, write);
    },
  };
}

function nodeHandlers(parts: HandlerParts): NodeHandlers {
  const { services, answers } = parts;
  return {
    async searchByProperties({ query }, context) {
      const hits = await services.search.byProperties(
        context.caller,
        { comparisons: comparisonsOf(query), mode: query.combineMode },
        searchRequestOf(query, context.caller, parts),
      );
      return writeSearchResult(hits, context, (ids) => answers.many(ids, context));
    },
    async getNodesById({ query }, context) {
      const ids = [...new Set(query.nodeIds.map(asNodeId).filter((id) => id !== undefined))];
      const nodes = await answers.many(ids, context);
      noteEarlyEnd(context, { skip: 0, taken: nodes.taken, requested: ids.length });
      // Nodes that did not fit count too. They were not read, so some may not exist.
      const total = nodes.count + ids.length - nodes.taken;
      const pagination = JSON.stringify({ total, from: 0, count: nodes.count });
      return new WrittenJson('{"nodes":[', ...nodes.chunks, `],"pagination":${pagination}}`);
    },
  };
}
