import { z } from 'zod';
import { paging, repositoryParam } from '../objects/common.ts';
import { NodeEntries, NodeEntry } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import {
  aboutHits,
  alsoQuery,
  CombineMode,
  Comparator,
  SavedCriteria,
  SearchParameters,
  SearchResult,
  searchQuery,
} from '../objects/search.ts';
import { SuggestionKind, Suggestions } from '../objects/suggestions.ts';
import { operation } from '../operation.ts';
import { inRow, separable } from '../wire-query.ts';

const group = 'search';

const queryPath = z.object({
  repository: repositoryParam,
  metadataset: z.string().describe('The ID or an alias of a metadata set, or `-default-`.'),
  query: z
    .string()
    .describe(
      'The ID of a query of that set, such as `ngsearch`, or a built-in query (specific to edu-repo: unless the set defines it): `sharedToMe` and `invitedquery` find what the children of `-to_me_shared_files-` are, and `sharedByMe` what those of `-my_shared_files-` are; `saved_search` finds saved searches, and `archive` what the caller has deleted (see `searchArchiveOfPerson`).',
    ),
});

const parameters = {
  kind: 'json',
  name: 'search parameters',
  aliases: ['parameters', 'searchParameters'],
  schema: SearchParameters,
  optional: true,
  requiredInContract: true,
} as const;

const evaluation =
  'Results match the base queries of the set and of the query, and the statement of each criterion with the value in place of `${value}`. The criterion defines how its values are combined, the query how criteria are combined. A property that is not a criterion must have one of the values exactly; a name that is neither a criterion nor a property of a registered namespace returns 400, and an unknown set or query 404. Specific to edu-repo: a search without a body is accepted and has no criteria. The typed text (`ngsearchword`) is searched word by word. A node must have one of the words, itself or in the metadata of folders above it; those with all words come first. `-word` excludes, and `typ:pdf`, `lizenz:cc-by` and `autor:Name` limit. Only nodes that the caller may read are found and counted.';

const everywhere =
  'Specific to edu-repo: `-all-` as `{repository}` searches in this repository and all connected ones, and merges the results by rank. The header `X-Edu-Missing-Repositories` has the IDs of those that did not respond in time.';

export const searchBySet = operation({
  method: 'POST',
  readsOnly: true,
  path: '/search/v1/queries/{repository}/{metadataset}/{query}',
  alsoServedAs: [{ method: 'POST', path: '/search/v1/queriesV2/{repository}/{metadataset}/{query}' }],
  summary: 'Search nodes by a query of a metadata set',
  description: `${evaluation} ${everywhere}`,
  group,
  access: 'guest',
  params: queryPath,
  query: z.object({
    ...{ ...searchQuery, ...alsoQuery, ...aboutHits },
    ...{ ...paging({ defaultSize: 10 }), ...propertyFilter, ...nodeForm },
  }),
  body: parameters,
  result: SearchResult,
});

export const countBySet = operation({
  method: 'POST',
  readsOnly: true,
  path: '/search/v1/queries/{repository}/{metadataset}/{query}/facets',
  summary: 'Count property values in the results of a metadata set query',
  description:
    'Returns the facets of a search, without the nodes. With `facetSuggest`, counts only values that contain its text. Follows the interface of later server versions.',
  group,
  access: 'guest',
  params: queryPath,
  query: z.object({ contentType: searchQuery.contentType, below: searchQuery.below, ...nodeForm }),
  body: parameters,
  result: SearchResult,
});

export const saveSearch = operation({
  method: 'POST',
  path: '/search/v1/queries/{repository}/{metadataset}/{query}/save',
  summary: 'Save a search',
  description:
    "Creates a node of the type `ccm:saved_search` in the caller's home folder. An unknown set or query returns 404. Criteria are checked when the search is loaded.",
  group,
  access: 'user',
  dryRun: true,
  params: queryPath,
  query: z.object({
    name: z.string().min(1).max(1000).describe('The name and the title of the node.'),
    replace: z
      .boolean()
      .default(false)
      .describe('Whether to replace a saved search of this name. Otherwise, a name that is taken returns 409.'),
    ...nodeForm,
  }),
  body: { kind: 'json', name: 'criteria', schema: SavedCriteria },
  result: NodeEntry,
  errors: [409],
});

export const loadSearch = operation({
  method: 'GET',
  path: '/search/v1/queries/load/{nodeId}',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Run a saved search',
  description:
    'Finds what the caller may read now. Needs `ReadProperties` on the saved search. Specific to edu-repo: a body with names of facets is ignored, and a node that is not a saved search returns 400.',
  group,
  access: 'guest',
  params: z.object({ nodeId: z.string().describe('The ID of a saved search.') }),
  query: z.object({ ...searchQuery, ...paging({ defaultSize: 10 }), ...propertyFilter, ...nodeForm }),
  result: SearchResult,
});

export const searchByProperties = operation({
  method: 'GET',
  path: '/search/v1/custom/{repository}',
  summary: 'Search nodes by property values',
  description:
    'Repeat `property`, `value` and `comparator`; they correspond by position. Only nodes that the caller may read are found and counted.',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  longQuery: true,
  query: z.object({
    property: z
      .array(z.string().max(300))
      .min(1)
      .max(100)
      .describe('Properties of a registered namespace, by short or long name.'),
    value: inRow(z.array(z.string().max(4096)).max(100))
      .default([])
      .describe(
        'The exact value, one for each property. Specific to edu-repo: an empty value stands for a missing property, so `=` finds nodes without the property and `!=` nodes with it.',
      ),
    comparator: inRow(z.array(Comparator).max(100))
      .default([])
      .describe(
        'How to compare the value, one for each property; a missing or empty one is `=`. `<`, `<=`, `>` and `>=` compare by number or date if both values are numbers or dates.',
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
  summary: 'Get several nodes',
  description:
    'Specific to edu-repo: nodes that do not exist or that the caller may not read are omitted. A response ends early if the nodes would exceed the size limit of the repository. The header `X-Edu-Next-Skip-Count` is then the number of processed IDs, and `total` - `count` the number of unprocessed ones.',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  longQuery: true,
  query: z.object({
    nodeIds: separable(
      z
        .array(z.string().max(100))
        .min(1)
        .max(1000)
        .describe('The IDs; repeat the parameter, or separate them by commas.'),
    ),
    ...propertyFilter,
    ...nodeForm,
  }),
  result: NodeEntries,
});

export const suggestNames = operation({
  method: 'GET',
  path: '/edu-repo/v1/suggest',
  summary: 'Suggest what a person may mean while typing',
  description:
    'Specific to edu-repo. Finds nodes by the beginnings of words of their titles, names and keywords, and values of the metadata sets by their captions, in the language of the header `locale`. Only nodes that the caller may read are found. People and groups are found only for administrators, as in `searchPeople` and `searchGroups`. All words must match; only if nothing does, words from five letters on may have one typing error. At most the first eight words count. A text without letters and digits finds nothing.',
  group,
  access: 'guest',
  query: z.object({
    q: z.string().max(1000).describe('What was typed so far.'),
    kind: separable(z.array(SuggestionKind).max(20))
      .default([])
      .describe('Suggests only these kinds; none: all kinds.'),
  }),
  result: Suggestions,
});
