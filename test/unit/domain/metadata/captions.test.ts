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
  ['zh_hant_tw', captions(['zh-Hans', '苹果'], ['zh-Hant', '蘋果']), '蘋果'],
  ['ZH-HANS', captions(['zh-Hant', '蘋果'], ['zh-Hans', '苹果']), '苹果'],
  ['zh-HK', captions(['en', 'apple'], ['zh-Hant', '蘋果']), '蘋果'],
  ['es_419', captions(['es-ES', 'la manzana'], ['es-419', 'manzana']), 'manzana'],
  ['en_US.UTF-8', captions(['de', 'Apfel'], ['en', 'apple']), 'apple'],
  ['de,en;q=0.9', captions(['en', 'apple'], ['de', 'Apfel']), 'Apfel'],
])('a reader of %s gets the caption of the nearest language', (locale, texts, expected) => {
  expect(captionIn(texts, languageOf(locale))).toBe(expected);
});
