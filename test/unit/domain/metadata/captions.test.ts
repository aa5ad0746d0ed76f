import { expect, test } from 'vitest';
import { captionIn, languageOf } from '../../../../src/domain/metadata/captions.ts';
import { languageTag } from '../../../../src/domain/metadata/language-tag.ts';

test.each([
  ['de', 'de'],
  ['DE_de', 'de-DE'],
  ['en-gb', 'en-GB'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['DE-AT-X-INFORMAL', 'de-AT-x-informal'],
  ['de-1996', 'de-1996'],
  ['', ''],
])('the language tag %s is %s', (text, tag) => {
  expect(languageTag(text)).toBe(tag);
  expect(languageTag(tag)).toBe(tag);
});

const captions = (...texts: readonly (readonly [string, string])[]) => new Map(texts);

test.each([
  ['de', captions(['de-DE', 'Apfel'], ['en-GB', 'apple']), 'Apfel'],
  ['de_AT', captions(['de-DE', 'Apfel'], ['en-GB', 'apple']), 'Apfel'],
  ['DE-de', captions(['de', 'Frucht'], ['de-DE', 'Apfel']), 'Apfel'],
  ['en-us', captions(['de-DE', 'Apfel'], ['en-GB', 'apple']), 'apple'],
  ['fr', captions(['en-GB', 'apple'], ['de-AT', 'Apfel']), 'Apfel'],
  ['fr', captions(['en-GB', 'apple'], ['it', 'mela']), 'apple'],
  ['de', captions(['it', 'mela']), 'mela'],
])('a reader of %s gets the caption of the nearest language', (locale, texts, expected) => {
  expect(captionIn(texts, languageOf(locale))).toBe(expected);
});
