import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { MdsEntries, MdsEntry, MdsValue, MdsValues } from '../objects/metadata-set.ts';
import { operation } from '../operation.ts';

const group = 'mds';
const access = 'guest';
const metadataset = z.string().describe('The id of a metadata set, another name of it, or `-default-`.');
const params = z.object({ repository: repositoryParam, metadataset });

const locale =
  'The header `locale` (`de_DE`, `en_GB`) chooses the language of captions; where one is missing, another language is taken.';

const unknownWords = 'An unknown set, query or property is a mistake (400) that names the nearest known one.';

export const getMetadataSets = operation({
  method: 'GET',
  path: '/mds/v1/metadatasets/{repository}',
  summary: 'List the metadata sets',
  description: `Those that are offered for choosing, the default set first. ${locale}`,
  group,
  access,
  params: z.object({ repository: repositoryParam }),
  result: MdsEntries,
});

export const getMetadataSet = operation({
  method: 'GET',
  path: '/mds/v1/metadatasets/{repository}/{metadataset}',
  summary: 'Read a metadata set',
  description: `With all that it inherits. Choice of edu-repo: beside \`mds\` stands what clients of later versions read, and value lists with more than 500 values are left out: ask \`values\` for them. ${locale} ${unknownWords}`,
  group,
  access,
  params,
  result: MdsEntry,
});

const query = z
  .string()
  .max(200)
  .nullish()
  .describe('A query of the set, such as `ngsearch`; empty: none in particular.');
const property = z
  .string()
  .min(1)
  .max(500)
  .describe('A property, in its short or long form, or a criterion of the query.');
const pattern = z
  .string()
  .max(1000)
  .nullish()
  .describe('A part of the value; empty or `-all-` for all values. Values that begin with it come first.');

const ValueParameters = z.object({ query, property, pattern });

export const getValues = operation({
  method: 'POST',
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/values',
  summary: 'Find values that a property can have',
  description: `The pattern is compared with captions and keys; case, accents and the spelling of umlauts do not count. ${locale} ${unknownWords}`,
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
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/values_for_keys',
  summary: 'Tell the captions of values',
  description: `Keys that the property does not have are left out. ${locale} ${unknownWords}`,
  group,
  access,
  params,
  query: z.object({ query, property }),
  body: { kind: 'json', name: 'keys', schema: z.array(z.string().max(2000)).max(10_000) },
  result: MdsValues,
});

export const suggestValue = operation({
  method: 'POST',
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/values/{widget}/suggest',
  summary: 'Find the value that is called so',
  description: `Choice of edu-repo: value lists are an administrator's, so no value is added; where none is called so, that is a mistake (400). ${locale}`,
  group,
  access,
  params: params.extend({ widget: z.string().max(500).describe('A property.') }),
  query: z.object({
    caption: z.string().min(1).max(1000).describe('In any of the languages of the value list.'),
  }),
  result: MdsValue,
});
