import { describe, expect, test } from 'vitest';
import { nearestValues } from '../../../../src/domain/metadata/nearest-values.ts';
import type { ValueEntry } from '../../../../src/domain/metadata/value-list.ts';

const entry = (key: string, de: string, en: string, synonyms: readonly string[] = []): ValueEntry => ({
  key,
  caption: new Map([
    ['de', de],
    ['en', en],
  ]),
  synonyms: new Map([['de', synonyms]]),
});

const subjects = [
  entry('http://example.org/380', 'Mathematik', 'Mathematics', ['Rechnen']),
  entry('http://example.org/320', 'Informatik', 'Computer Science'),
  entry('http://example.org/12', 'Darstellendes Spiel', 'Acting'),
  entry('http://example.org/240', 'Größenlehre', 'Theory of magnitudes'),
];

const keysNear = async (text: string): Promise<string[]> =>
  (await nearestValues(subjects, text, 3)).map(({ key }) => key.replace(/.*\//, ''));

describe('the values that somebody may have meant', () => {
  test.each([
    ['Mathe', '380'],
    ['Informattik', '320'],
    ['computer sciense', '320'],
    ['darstelendes spil', '12'],
    ['groessenlehre', '240'],
    ['rechnen', '380'],
  ])('by «%s» begin with the right one', async (text, key) => {
    expect((await keysNear(text))[0]).toBe(key);
  });

  test.each([
    ['CC BY', 'CC_BY'],
    ['cc-by-sa', 'CC_BY_SA'],
    ['CC BY-SA 4.0', 'CC_BY_SA'],
    ['CC BY-NC', 'CC_BY_NC'],
    ['Deutsh', 'de'],
    ['Bio', 'bio'],
  ])('are those that begin like «%s», and not longer ones with the same words', async (text, key) => {
    const values = [
      entry('CC_BY_NC_SA', 'CC BY-NC-SA: Namensnennung, nicht kommerziell, CC BY', 'CC BY-NC-SA'),
      entry('CC_BY_NC', 'CC BY-NC: Namensnennung, nicht kommerziell, CC BY', 'CC BY-NC'),
      entry('CC_BY_SA', 'CC BY-SA: Namensnennung, gleiche Bedingungen', 'CC BY-SA'),
      entry('CC_BY', 'CC BY: Namensnennung', 'CC BY: attribution'),
      entry('mint', 'MINT', 'STEM', ['Mathematik und Biologie']),
      entry('bio', 'Biologie', 'Biology'),
      entry('daz', 'Deutsch als Zweitsprache', 'German as a second language', ['DaZ']),
      entry('de', 'Deutsch', 'German'),
    ];
    expect((await nearestValues(values, text, 3))[0]?.key).toBe(key);
  });

  test('are none where nothing is near, and none in an empty list', async () => {
    expect(await keysNear('Hauswirtschaft')).toEqual([]);
    expect(await keysNear('')).toEqual([]);
    expect(await nearestValues([], 'Mathe', 3)).toEqual([]);
  });

  test('are as many as are wanted at most, and alike ones come in the order of the list', async () => {
    const alike = ['c', 'a', 'b', 'd'].map((key) => entry(key, 'Sport', 'Sports'));
    expect((await nearestValues(alike, 'Sprot', 3)).map(({ key }) => key)).toEqual(['c', 'a', 'b']);
  });

  test('are not looked for in a list of more than 20,000 entries', async () => {
    const many = Array.from({ length: 20_001 }, (_, at) => ({ key: `wert ${at}` }));
    expect(await nearestValues(many, 'wert 7', 3)).toEqual([]);
  });
});
