import { z } from 'zod';
import { childrenQuery } from './children-query.ts';
import { Pagination } from './common.ts';
import { AnyNode } from './node.ts';

const longestValue = 4096;

const CriterionValue = z.union([z.string().max(longestValue), z.number(), z.boolean()]);

/** What is asked of one criterion. */
const Criterion = z.strictObject({
  property: z.string().min(1).max(300).describe('A criterion of the query, or any known property.'),
  values: z
    .union([z.array(CriterionValue), CriterionValue])
    .nullable()
    .optional()
    .describe('An empty value, or none, keeps nothing out.'),
});

const criteria = z.array(Criterion).max(200).nullable().optional();

/** A property to count values of: its name, or as later clients send it. */
const FacetGiven = z.union([z.string().max(300), z.object({ property: z.string().max(300) })]);

const facets = z.array(FacetGiven).max(100).nullable().optional();

const flag = z.boolean().nullable().optional();

/** SearchParameters (2.8), under the old and the new names. */
export const SearchParameters = z.looseObject({
  criteria: criteria.describe('Joined as the query says: mostly all of them must be met.'),
  criterias: criteria.describe('The old name of `criteria`; both are taken together.'),
  facets: facets.describe('Properties to count values of, as names or as `{property}`.'),
  facettes: facets.describe('The old name of `facets`; both are taken together.'),
  facetLimit: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .optional()
    .describe(
      'How many values of a property are counted at most; `sumOtherDocCount` says how much is left out. Choice of edu-repo: 100 where it is not sent.',
    ),
  facetMinCount: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('Values of fewer nodes are left out. Choice of edu-repo: 1 where it is not sent, and where it is 0.'),
  facetSuggest: z
    .string()
    .max(300)
    .nullable()
    .optional()
    .describe(
      'Choice of edu-repo: only values in which this occurs, however umlauts and capitals are written; they are looked for among the 10,000 most frequent ones.',
    ),
  permissions: z
    .array(z.string().max(100))
    .max(20)
    .nullable()
    .optional()
    .describe('Only nodes with which the caller may do all of this, such as `Write`.'),
  returnSuggestions: flag.describe('Whether `suggests` is filled in.'),
  excludes: z
    .array(z.string().max(300))
    .max(1000)
    .nullable()
    .optional()
    .describe('Sent by clients of later servers; means nothing here, as `propertyFilter` says what is answered.'),
  resolveCollections: flag.describe('Sent by clients of later servers; means nothing here.'),
  resolveUsernames: flag.describe('The same.'),
});

const Value = z.strictObject({ value: z.string(), count: z.int() });

/** Facette (2.2), with what later servers say beside it. */
export const Facette = z.strictObject({
  property: z.string(),
  values: z.array(Value),
  sumOtherDocCount: z
    .int()
    .describe('As later servers answer it: how many nodes have the values that are left out, counted for each value.'),
});

/** What could have been meant, as later servers answer it. */
export const Suggest = z.strictObject({ text: z.string(), score: z.number() });

/** What the score of one node is made of. */
export const ScoreExplanation = z.strictObject({
  id: z.string().describe('Of the node.'),
  score: z.number(),
  parts: z
    .array(
      z.strictObject({
        wanted: z.string().describe('A word that was looked for, as it is compared.'),
        found: z.string().describe('The word that was found.'),
        nearness: z.string().describe('How the two fit.'),
        fields: z.array(z.string()).describe('Where it was found: parts of the node, or properties.'),
        score: z.number(),
      }),
    )
    .describe('In the order of the query; ranges and whole values add to the score without a part here.'),
});

/** SearchResult (2.8): facets under their old and their new name. */
export const SearchResult = z.strictObject({
  nodes: z.array(AnyNode),
  pagination: Pagination,
  facettes: z.array(Facette),
  facets: z.array(Facette),
  ignored: z.array(z.string()).describe('Names in the body that mean nothing here. An unknown criterion is 400.'),
  suggests: z.array(Suggest).describe('As later servers answer it: other ways to write what was looked for.'),
  explanations: z
    .array(ScoreExplanation)
    .optional()
    .describe('Choice of edu-repo: one for each node, where `explain` asked for them.'),
  relaxed: z.boolean().describe('Choice of edu-repo: no node has all of the words; these have most of them.'),
});

/** What kinds of nodes are found. */
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

/** Query parameters that say which of what was found is answered, and in which order. */
export const searchQuery = {
  contentType: z
    .preprocess((value) => (value === '' ? undefined : value), ContentType.default('ALL'))
    .describe(
      'Which kinds of nodes are found: `FILES` (whatever holds content), `FOLDERS`, both, `COLLECTIONS`, or `ALL`. Collections are no folders here. Choice of edu-repo: `TOOLPERMISSIONS` and `COLLECTION_PROPOSALS` find nodes of these types, of which this repository makes none by itself.',
    ),
  sortProperties: childrenQuery.sortProperties.describe(
    'What is found is ordered by these, what counts most first; repeat the parameter. `score` (how well it fits), or any known property. Choice of edu-repo: the best first where none is given; equal ones in the order of their ids.',
  ),
  sortAscending: childrenQuery.sortAscending.describe(
    'Upwards or downwards, one for each of `sortProperties` in their order. A missing one is `true`, and of `score` it is `false`.',
  ),
  below: z
    .string()
    .max(100)
    .optional()
    .describe('Choice of edu-repo: a folder, by id or as `-userhome-`; only what lies in it, at any depth, is found.'),
};

/** A query beside the criteria of a metadata set. */
export const alsoQuery = {
  lucene: z
    .string()
    .optional()
    .describe(
      'Choice of edu-repo: a query in the notation of node search, which what is found must fit as well. What is not understood is 400 with its place.',
    ),
};

/** What a search may be asked to tell besides. */
export const explain = {
  explain: z
    .boolean()
    .default(false)
    .describe(
      'Choice of edu-repo: whether to tell what the score of each node is made of; an answer has 100 nodes at most then.',
    ),
};

/** How a value of a node is compared with a given one. */
export const Comparator = z.preprocess(
  (value) => (value === '' ? '=' : value),
  z.enum(['=', '!=', '<', '<=', '>', '>=']),
);

/** Whether all comparisons must fit, or one of them. */
export const CombineMode = z
  .preprocess((value) => (value === '' ? undefined : value), z.enum(['AND', 'OR']).default('AND'))
  .describe('Whether all comparisons must fit, or one of them.');
