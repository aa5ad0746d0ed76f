import { z } from 'zod';
import { childrenQuery } from './children-query.ts';
import { int32, Pagination } from './common.ts';
import { AnyNode } from './node.ts';

const maxValueLength = 4096;

const CriterionValue = z.union([z.string().max(maxValueLength), z.number(), z.boolean()]);

const Criterion = z.strictObject({
  property: z
    .string()
    .min(1)
    .max(300)
    .describe('The name of a criterion of the query, or any property of a registered namespace.'),
  values: z
    .union([z.array(CriterionValue), CriterionValue])
    .nullable()
    .optional()
    .describe('An empty value, or no value, does not filter.'),
});

/** The criteria of a search to save. */
export const SavedCriteria = z.array(Criterion).max(200);

const criteria = SavedCriteria.nullable().optional();

/** A property whose values are counted: its name or, from clients of later server versions, an object with its name. */
const FacetInput = z.union([z.string().max(300), z.object({ property: z.string().max(300) })]);

const facets = z.array(FacetInput).max(100).nullable().optional();

const flag = z.boolean().nullable().optional();

/** The body of a search. Some fields have an old and a new name; clients may send either. */
export const SearchParameters = z.looseObject({
  criteria: criteria.describe('The query of the metadata set defines how criteria are combined.'),
  criterias: criteria.describe(
    'The name of `criteria` in earlier server versions. If both are sent, they are combined.',
  ),
  facets: facets.describe('The properties whose values are counted, as names or as `{property}`.'),
  facettes: facets.describe('The name of `facets` in earlier server versions. If both are sent, they are combined.'),
  facetLimit: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .optional()
    .describe(
      'The maximum number of values per property; `sumOtherDocCount` counts the rest. Specific to edu-repo: the default is 100.',
    ),
  facetMinCount: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('Omits values with fewer nodes. Specific to edu-repo: the default and the minimum are 1.'),
  facetSuggest: z
    .string()
    .max(300)
    .nullable()
    .optional()
    .describe(
      'Specific to edu-repo: counts only values that contain this text, ignoring case and the spelling of umlauts, among the 10,000 most frequent ones.',
    ),
  permissions: z
    .array(z.string().max(100))
    .max(20)
    .nullable()
    .optional()
    .describe('Finds only nodes on which the caller has all of these rights, such as `Write`.'),
  returnSuggestions: flag.describe('Whether to return `suggests`.'),
  excludes: z
    .array(z.string().max(300))
    .max(1000)
    .nullable()
    .optional()
    .describe('Ignored; some clients send it. Use `propertyFilter` to select properties.'),
  resolveCollections: flag.describe('Ignored; some clients send it.'),
  resolveUsernames: flag.describe('Ignored; some clients send it.'),
});

const Value = z.strictObject({ value: z.string(), count: int32 });

/** A property and the counts of its values, in the result of a search. */
export const Facette = z.strictObject({
  property: z.string(),
  values: z.array(Value),
  sumOtherDocCount: z.int().describe('The sum of the counts of all omitted values.'),
});

/** A spelling suggestion for a whole query. */
export const Suggest = z.strictObject({ text: z.string(), score: z.number() });

export const ScoreExplanation = z.strictObject({
  id: z.string().describe('The ID of the node.'),
  score: z.number(),
  parts: z
    .array(
      z.strictObject({
        wanted: z.string().describe('The word of the query, normalized.'),
        found: z.string().describe('The term that matched.'),
        nearness: z
          .string()
          .describe('The match quality; `folder` for a word in the metadata of a folder above the node.'),
        fields: z
          .array(z.string())
          .describe('The fields or properties in which the term was found. Empty for `folder`.'),
        score: z.number(),
      }),
    )
    .describe(
      'The matched words, in the order of the query. Ranges and exact values add to the score but are not listed.',
    ),
});

/** What a hit is recognised by in a list. */
export const Highlight = z.strictObject({
  id: z.string().describe('The ID of the node.'),
  folder: z
    .string()
    .nullable()
    .describe(
      'The path of its folder, such as `/Mathe/Klasse 6` or `~/Entwürfe`, from the first folder that the caller may read. Null if the caller may not read the folder.',
    ),
  passages: z
    .array(
      z
        .array(z.strictObject({ text: z.string(), found: z.boolean() }))
        .describe('The pieces of a passage, in order. `found` marks words that were searched for.'),
    )
    .describe(
      'Up to three passages, first those of the description, then those of the text of the content. The most telling come first. Texts that the caller may not read are left out.',
    ),
  textWaiting: z
    .boolean()
    .optional()
    .describe(
      'Whether the text of the content has not been extracted yet, so that its words are not found. Other repositories leave it out.',
    ),
});

/** Contains the facets twice: as `facettes` for clients of earlier server versions, as `facets` for those of later ones. */
export const SearchResult = z.strictObject({
  nodes: z.array(AnyNode),
  pagination: Pagination,
  facettes: z.array(Facette),
  facets: z.array(Facette),
  ignored: z
    .array(z.string())
    .describe(
      'Unknown names in the body, which were ignored, and names of facets that no property can have; these facets are empty. An unknown criterion returns 400.',
    ),
  suggests: z.array(Suggest).describe('Spelling suggestions for the query, best first.'),
  explanations: z
    .array(ScoreExplanation)
    .optional()
    .describe('Specific to edu-repo: one explanation for each node, if `explain` is set.'),
  highlights: z
    .array(Highlight)
    .optional()
    .describe('Specific to edu-repo: one for each node, if `highlights` is set.'),
  missing: z
    .array(z.strictObject({ id: z.string(), reason: z.string() }))
    .optional()
    .describe('Specific to edu-repo: only in a search in all repositories: those without a result, and why.'),
  relaxed: z
    .boolean()
    .describe('Specific to edu-repo: true if there are results, but no node contains all words of the query.'),
  totalWithAllWords: z
    .int()
    .describe(
      'Specific to edu-repo: how many of the nodes contain all words of the query, themselves or in the metadata of folders above them. The others contain only some of them.',
    ),
});

/** The kinds of nodes to find. */
export const ContentType = z.enum([
  'FILES',
  'FOLDERS',
  'FILES_AND_FOLDERS',
  'COLLECTIONS',
  'TOOLPERMISSIONS',
  'COLLECTION_PROPOSALS',
  'ALL',
]);

export type ContentType = z.output<typeof ContentType>;

/** Query parameters that filter and sort the results of a search. */
export const searchQuery = {
  contentType: z
    .preprocess((value) => (value === '' ? undefined : value), ContentType.default('ALL'))
    .describe(
      'The kinds of nodes to find: `FILES` (all nodes with content), `FOLDERS` (without collections), both, `COLLECTIONS`, or `ALL`. Specific to edu-repo: `TOOLPERMISSIONS` and `COLLECTION_PROPOSALS` find nodes of these types, which this repository does not create itself.',
    ),
  sortProperties: childrenQuery.sortProperties.describe(
    'The properties to sort by, most significant first; repeat the parameter. `score` (relevance) or any property of a registered namespace. Specific to edu-repo: the default is `score`, best first; numbers in texts are sorted by their size; ties are sorted by ID.',
  ),
  sortAscending: childrenQuery.sortAscending.describe(
    'Whether to sort in ascending order, one value for each of `sortProperties`. A missing value is `true`, or `false` for `score`.',
  ),
  below: z
    .string()
    .max(100)
    .optional()
    .describe('Specific to edu-repo: finds only nodes below this folder, at any depth. An ID or `-userhome-`.'),
};

/** A query in addition to the criteria of a metadata set. */
export const alsoQuery = {
  lucene: z
    .string()
    .optional()
    .describe(
      'Specific to edu-repo: an additional query in the syntax of the node search, which all results must match. An invalid query returns 400 with the position of the error.',
    ),
};

/** What to return about each hit besides its node. */
export const aboutHits = {
  explain: z
    .boolean()
    .default(false)
    .describe(
      'Specific to edu-repo: whether to explain the score of each node. The response then has at most 100 nodes.',
    ),
  highlights: z
    .boolean()
    .default(false)
    .describe(
      'Specific to edu-repo: whether to return the folder of each node, and passages with the words of the query. The response then has at most 100 nodes.',
    ),
};

/** How to compare a value of a node with the value in the request. */
export const Comparator = z.preprocess(
  (value) => (value === '' ? '=' : value),
  z.enum(['=', '!=', '<', '<=', '>', '>=']),
);

export const CombineMode = z
  .preprocess((value) => (value === '' ? undefined : value), z.enum(['AND', 'OR']).default('AND'))
  .describe('Whether all comparisons must match, or at least one.');
