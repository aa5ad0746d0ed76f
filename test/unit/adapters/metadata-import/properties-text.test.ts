import { expect, test } from 'vitest';
import { createBundles } from '../../../../src/adapters/metadata-import/bundles.ts';
import { readPropertiesText } from '../../../../src/adapters/metadata-import/properties-text.ts';
import { anyLanguage } from '../../../../src/domain/metadata/value-list.ts';

const table: readonly (readonly [text: string, entries: Readonly<Record<string, string>>])[] = [
  ['a=b', { a: 'b' }],
  ['a = b ', { a: 'b ' }],
  ['a:b', { a: 'b' }],
  ['a b c', { a: 'b c' }],
  ['  a\t=\tb', { a: 'b' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a==b', { a: '=b' }],
  ['# a=b\n! c=d\n\n e=f', { e: 'f' }],
  ['a=b\\\n   c', { a: 'bc' }],
  ['a=b\\\\\nc=d', { a: 'b\\', c: 'd' }],
  ['a=b\\', { a: 'b' }],
  ['a=\\u00e4\\u00FC', { a: 'äü' }],
  ['a=\\t\\n\\r\\f\\x', { a: '\t\n\r\fx' }],
  ['a\\ b\\=c\\:d=e', { 'a b=c:d': 'e' }],
  ['a=#no comment', { a: '#no comment' }],
  ['a=1\na=2', { a: '2' }],
  ['a=1\r\nb=2\rc=3', { a: '1', b: '2', c: '3' }],
  ['a=\\u00e', { a: 'u00e' }],
  ['\uFEFFa=b', { a: 'b' }],
  ['__proto__=x', Object.fromEntries([['__proto__', 'x']])],
  ['', {}],
];

for (const [text, entries] of table) {
  test(`${JSON.stringify(text)} says what Java reads in it`, () => {
    expect([...readPropertiesText(text)]).toEqual(Object.entries(entries));
  });
}

test('bundles: a name that ends like a language is still a name', () => {
  const bundles = createBundles(
    new Map([
      ['i18n/mds.properties', 'a=of mds'],
      ['i18n/mds_de.properties', 'a=von mds'],
      ['i18n/mds_oeh.properties', 'a=of mds_oeh'],
      ['i18n/mds_oeh_de_DE.properties', 'a=von mds_oeh'],
      ['own_vs.properties', 'a=of own_vs'],
    ]),
  );
  const of = (name: string) => Object.fromEntries(bundles.captions(name, 'a') ?? []);
  expect(of('mds')).toEqual({ [anyLanguage]: 'of mds', de: 'von mds' });
  expect(of('mds_oeh')).toEqual({ [anyLanguage]: 'of mds_oeh', de: 'von mds_oeh' });
  expect(of('own_vs')).toEqual({ [anyLanguage]: 'of own_vs' });
});

test('bundles: languages by the names of files, regions and variants as BCP 47, none for all languages', () => {
  const bundles = createBundles(
    new Map([
      ['i18n/texts.properties', 'a=A'],
      ['i18n/texts_de.properties', 'a=nicht dies\nb=B'],
      ['i18n/texts_de_DE.properties', 'a=Ä'],
      ['i18n/texts_de_AT.properties', 'a=Jänner'],
      ['i18n/texts_de_DE-informal.properties', 'a=du'],
      ['i18n/texts_en_EN.properties', 'a=E'],
      ['i18n/more_texts_fr.properties', 'a=F'],
    ]),
  );
  const all = { und: 'A', de: 'Ä', 'de-AT': 'Jänner', 'de-x-informal': 'du', en: 'E' };
  expect(Object.fromEntries(bundles.captions('texts', 'a') ?? [])).toEqual(all);
  for (const name of ['org.example.texts', '/x/texts', 'texts.properties']) {
    expect(bundles.captions(name, 'b')).toEqual(new Map([['de', 'B']]));
  }
  expect(bundles.captions('more_texts', 'a')).toEqual(new Map([['fr', 'F']]));
  expect(bundles.captions('texts', 'missing')).toBeUndefined();
  expect(bundles.captions('nobody', 'a')).toBeUndefined();
  expect(bundles.captions(undefined, 'a')).toBeUndefined();
});
