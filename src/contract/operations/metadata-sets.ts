import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { MdsEntries, MdsEntry, MdsValue, MdsValues } from '../objects/metadata-set.ts';
import { operation } from '../operation.ts';

const group = 'mds';
const access = 'guest';
const metadataset = z.string().describe('The ID or an alias of a metadata set, or `-default-`.');
const params = z.object({ repository: repositoryParam, metadataset });

const locale =
  'The header `locale`, such as `de_DE`, selects the language of captions. If a caption does not exist in this language, another language is used.';

const unknownNames =
  'An unknown set or query returns 404, an unknown property 400, both with the most similar known name.';

export const getMetadataSets = operation({
  method: 'GET',
  path: '/mds/v1/metadatasets/{repository}',
  summary: 'List the metadata sets',
  description: `Lists the sets that a user can choose, the default set first. ${locale}`,
  group,
  access,
  params: z.object({ repository: repositoryParam }),
  result: MdsEntries,
});

export const getMetadataSet = operation({
  method: 'GET',
  path: '/mds/v1/metadatasets/{repository}/{metadataset}',
  summary: 'Get a metadata set',
  description: `Includes everything that the set inherits. Specific to edu-repo: the response has the form of the contract in \`mds\`, and the fields that later server versions return at the top level. Value lists with more than 500 values are omitted; request them with \`getValues\`. ${locale} ${unknownNames}`,
  group,
  access,
  params,
  result: MdsEntry,
});

const query = z.string().max(200).nullish().describe('The ID of a query of the set, such as `ngsearch`, or empty.');
const property = z.string().min(1).max(500).describe('A property, by short or long name, or a criterion of the query.');
const pattern = z
  .string()
  .max(1000)
  .nullish()
  .describe('Part of a value; empty or `-all-` for all values. Values that begin with it come first.');

const ValueParameters = z.object({ query, property, pattern });

export const getValues = operation({
  method: 'POST',
  readsOnly: true,
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/values',
  summary: 'Search the values that a property can have',
  description: `The pattern is compared with captions and keys, ignoring case, accents and the spelling of umlauts. ${locale} ${unknownNames}`,
  group,
  access,
  params,
  body: {
    kind: 'json',
    name: 'value',
    schema: z.union([
      z.object({ valueParameters: ValueParameters, criteria: z.array(z.unknown()).nullish() }),
      ValueParameters,
    ]),
  },
  result: MdsValues,
});

export const getValuesForKeys = operation({
  method: 'POST',
  readsOnly: true,
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/values_for_keys',
  summary: 'Get the captions of values',
  description: `Unknown keys are omitted. ${locale} ${unknownNames}`,
  group,
  access,
  params,
  query: z.object({ query, property }),
  body: { kind: 'json', name: 'keys', schema: z.array(z.string().max(2000)).max(10_000) },
  result: MdsValues,
});

export const suggestValue = operation({
  method: 'POST',
  readsOnly: true,
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/values/{widget}/suggest',
  summary: 'Find a value by its caption',
  description: `Specific to edu-repo: does not add a value, which only administrators can do. Returns 400 if no value has this caption. ${locale}`,
  group,
  access,
  params: params.extend({ widget: z.string().max(500).describe('A property.') }),
  query: z.object({
    caption: z.string().min(1).max(1000).describe('The caption in any language of the value list.'),
  }),
  result: MdsValue,
});
