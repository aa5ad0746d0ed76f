import { z } from 'zod';
import { paging, repositoryParam } from '../objects/common.ts';
import { NodeEntries } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import {
  alsoQuery,
  CombineMode,
  Comparator,
  explain,
  SearchParameters,
  SearchResult,
  searchQuery,
} from '../objects/search.ts';
import { operation } from '../operation.ts';
import { inRow } from '../wire-query.ts';

const group = 'search';

const queryPath = z.object({
  repository: repositoryParam,
  metadataset: z.string().describe('The id of a metadata set, one of its other ids, or `-default-`.'),
  query: z.string().describe('The id of a query of that set, such as `ngsearch`.'),
});

const parameters = { kind: 'json', name: 'parameters', schema: SearchParameters, optional: true } as const;

const evaluation =
  'Found is what the base queries of the set and of the query find, and each criterion: its statement, with the value instead of `${value}`. Several values are joined as the criterion says, criteria as the query says. A known property that is no criterion must have one of the values, whole; a criterion that is neither is 400. What was typed (`ngsearchword`) is found word by word; where no node has all the words, those that have most of them are answered, and `relaxed` says so. Only what the caller may read is found and counted.';

export const searchBySet = operation({
  method: 'POST',
  path: '/search/v1/queries/{repository}/{metadataset}/{query}',
  alsoServedAs: [{ method: 'POST', path: '/search/v1/queriesV2/{repository}/{metadataset}/{query}' }],
  summary: 'Search nodes by a query of a metadata set',
  description: evaluation,
  group,
  access: 'guest',
  params: queryPath,
  query: z.object({
    ...{ ...searchQuery, ...alsoQuery, ...explain },
    ...{ ...paging({ defaultSize: 10 }), ...propertyFilter, ...nodeForm },
  }),
  body: parameters,
  result: SearchResult,
});

export const countBySet = operation({
  method: 'POST',
  path: '/search/v1/queries/{repository}/{metadataset}/{query}/facets',
  summary: 'Count values of what a query of a metadata set finds',
  description:
    'As later servers have it: the facets of the search, with no nodes. `facetSuggest` asks for single values.',
  group,
  access: 'guest',
  params: queryPath,
  query: z.object({ contentType: searchQuery.contentType, below: searchQuery.below, ...nodeForm }),
  body: parameters,
  result: SearchResult,
});

export const searchByProperties = operation({
  method: 'GET',
  path: '/search/v1/custom/{repository}',
  summary: 'Search nodes by values of properties',
  description:
    'As later servers have it. `property`, `value` and `comparator` are repeated, and belong together by their positions. Only what the caller may read is found and counted.',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    property: z.array(z.string().max(300)).min(1).max(100).describe('Known properties, by short or long name.'),
    value: inRow(z.array(z.string().max(4096)).max(100))
      .default([])
      .describe(
        'The whole value, one for each property. Choice of edu-repo: an empty one stands for no value at all, so with `=` nodes without the property are found, and with `!=` those that have it.',
      ),
    comparator: inRow(z.array(Comparator).max(100))
      .default([])
      .describe(
        'How the value is compared, one for each property; a missing or empty one is `=`. The others compare numbers and dates as such where both sides are.',
      ),
    combineMode: CombineMode,
    ...searchQuery,
    ...paging({ defaultSize: 10 }),
    ...propertyFilter,
    ...nodeForm,
  }),
  result: SearchResult,
});

export const getNodesById = operation({
  method: 'GET',
  path: '/search/v1/metadata/{repository}',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Read several nodes',
  description:
    'As later servers have it. Choice of edu-repo: what is not there, or not for the caller to read, is left out. An answer ends early where the nodes would take more bytes than the repository allows: the header `X-Edu-Next-Skip-Count` says how many of the ids were looked at, `total` - `count` how many were not.',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    nodeIds: z.array(z.string().max(100)).min(1).max(1000).describe('The ids; repeat the parameter.'),
    ...propertyFilter,
    ...nodeForm,
  }),
  result: NodeEntries,
});
