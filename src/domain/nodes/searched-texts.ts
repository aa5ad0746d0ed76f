import { nameInVcard } from '../text/vcard.ts';
import { descriptionOf, keywordsOf, titleOf } from './properties.ts';
import type { NodeRecord, PropertyBag } from './records.ts';

/** The version of `searchedTexts`. Increase it when the texts of a node change: indexes are then built anew. */
export const searchedTextsVersion = 2;

/**
 * Whether searches find the node. A reference would duplicate its original in the results and show it to callers who may not read
 * it. A child object would be a hit beside its file.
 */
export const isSearched = ({ archived, original, unlisted, isChildObject }: NodeRecord): boolean =>
  archived === null && original === undefined && !unlisted && !isChildObject;

/** The names of the authors: as free text, and in vCards. */
const authorsOf = (properties: PropertyBag): readonly string[] => [
  ...(properties['ccm:author_freetext'] ?? []),
  ...(properties['ccm:lifecyclecontributer_author'] ?? []).flatMap((card) => nameInVcard(card) ?? []),
];

/** Properties whose values classify a node. Keys that are addresses say nothing; the captions of values are searched besides. */
const classifications = [
  'ccm:taxonentry',
  'ccm:classification_keyword',
  'ccm:educationallearningresourcetype',
  'ccm:educationalcontext',
];

/** Properties whose values are sentences. */
const guidance = ['ccm:learninggoal', 'ccm:guidanceteachers', 'ccm:guidancestudents'];

const valuesOf = (properties: PropertyBag, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => properties[name] ?? []);

const isAddress = (value: string): boolean => /^[a-z][a-z\d+.-]*:\/\//iu.test(value);

export interface SearchedTexts {
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

/** The texts in the properties of a node that a search for words covers. */
export const searchedTexts = (properties: PropertyBag): SearchedTexts => ({
  title: titleOf(properties) ?? '',
  description: [descriptionOf(properties) ?? '', ...valuesOf(properties, guidance)].join('\n').trim(),
  keywords: [
    ...keywordsOf(properties),
    ...authorsOf(properties),
    ...valuesOf(properties, classifications).filter((value) => !isAddress(value)),
  ],
});
