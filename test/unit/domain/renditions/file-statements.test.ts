import { expect, test } from 'vitest';
import { cleanedStatements } from '../../../../src/domain/renditions/file-statements.ts';

test.each([
  ['Microsoft Word - Blatt 3', 'Blatt 3'],
  ['  Licht\u0000\nund\tSchatten ', 'Licht und Schatten'],
  ['Gro\u0308ße', 'Größe'],
  ['Untitled', undefined],
  ['PowerPoint-Präsentation', undefined],
  ['Dokument1', undefined],
  ['arbeitsblatt_final.docx', undefined],
  ['Gr\ufffd\ufffde', undefined],
  ['- 17 -', undefined],
])('the title %j is %j', (written, title) => {
  expect(cleanedStatements({ titles: [written] })?.title).toBe(title);
});

test.each(['generated using python-pptx', 'Created with Inkscape', 'Erstellt mit Canva'])(
  '%j is no description',
  (text) => {
    expect(cleanedStatements({ descriptions: [text] })).toBeUndefined();
  },
);

test('the first title that says something counts', () => {
  expect(cleanedStatements({ titles: ['', 'untitled', 'Optik', 'Licht'] })?.title).toBe('Optik');
});

test('accounts and programs are no authors', () => {
  const authors = [
    'Administrator',
    'user',
    'Windows-Benutzer',
    'SCHULE\\mueller',
    'a@b.example',
    'python-docx',
    'Schüler2',
    ' Ada  Lovelace',
  ];
  expect(cleanedStatements({ authors })).toEqual({ authors: ['Ada Lovelace'] });
});

test.each([
  ['de-DE', 'de'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['EN_us', 'en'],
  ['gsw', 'gsw'],
  ['und', undefined],
  ['Deutsch', undefined],
  ['x-default', undefined],
])('the language %j is %j', (code, language) => {
  expect(cleanedStatements({ languages: [code] })?.language).toBe(language);
});

test('a licence is a name, an address, or an address in a sentence', () => {
  const licenceOf = (text: string) => cleanedStatements({ rights: [text] })?.licence;
  expect(licenceOf('CC BY-SA 4.0')).toEqual({ key: 'CC_BY_SA', details: { 'ccm:commonlicense_cc_version': '4.0' } });
  expect(licenceOf('Siehe (https://creativecommons.org/publicdomain/zero/1.0/).')?.key).toBe('CC_0');
  expect(licenceOf('Alle Rechte vorbehalten')).toBeUndefined();
});

test('long texts are cut between characters, and lists to their first entries', () => {
  const said = cleanedStatements({
    titles: ['😀'.repeat(400).replace('😀', 'A')],
    descriptions: ['Wort '.repeat(100_000)],
    authors: Array.from({ length: 100 }, (_, index) => `Person ${String.fromCharCode(97 + (index % 26))} ${index}`),
  });
  expect(said?.title?.isWellFormed()).toBe(true);
  expect(said?.title?.length).toBeLessThanOrEqual(300);
  expect(said?.description?.length).toBeLessThanOrEqual(4_000);
  expect(said?.authors).toHaveLength(20);
});

test('nothing that says something is nothing', () => {
  expect(
    cleanedStatements({ titles: ['untitled'], authors: ['admin'], languages: ['und'], rights: [''] }),
  ).toBeUndefined();
});
