import { describe, expect, test } from 'vitest';
import { fileKindNames, queryOfFileKind } from '../../../../src/domain/query/file-kind.ts';
import type { Query } from '../../../../src/domain/query/query.ts';
import { bestMatchOf, limitedQuery, typedTextOf } from '../../../../src/domain/query/typed-text.ts';

const word = (text: string): Query => ({ kind: 'words', field: undefined, text, match: 'loose' });
const stem = (text: string): Query => ({ kind: 'words', field: undefined, text, match: 'stem' });

describe('what somebody typed', () => {
  test.each([
    ['Brüche kürzen', ['Brüche', 'kürzen'], []],
    ['  "Brüche kürzen"  klasse ', ['klasse'], ['Brüche kürzen']],
    ['„Brüche kürzen“ »alle Tage« “in class” klasse', ['klasse'], ['Brüche kürzen', 'alle Tage', 'in class']],
    ['„nie zu', ['nie', 'zu'], []],
    ['"nie zu', ['nie', 'zu'], []],
    ['5" Bild', ['5', 'Bild'], []],
    ['a"b c"d', ['a', 'd'], ['b c']],
    ['x - … "" "?"', ['x'], []],
    ['E-Mail 10:30 https://example.org/a', ['E-Mail', '10:30', 'https://example.org/a'], []],
    ['typ:unbekannt Titel:Wald', ['typ:unbekannt', 'Titel:Wald'], []],
    ['', [], []],
  ])('%j', (text, words, phrases) => {
    expect(typedTextOf(text)).toEqual({ words, phrases, excluded: [], conditions: [] });
  });

  test.each([
    ['Zelle -Membran', ['Zelle'], ['Membran']],
    ['Zelle -"Aufbau der Membran" Kern', ['Zelle', 'Kern'], ['Aufbau der Membran']],
    ['Bruchrechnung ohne Lösungen Klasse', ['Bruchrechnung', 'Klasse'], ['Lösungen']],
    ['Ohne Lösungen', ['Ohne', 'Lösungen'], []],
    ['Datenbanken ohne Klasse 9 SQL', ['Datenbanken', 'SQL'], ['Klasse 9']],
    ['Datenbanken ohne Klasse 10a', ['Datenbanken'], ['Klasse 10a']],
    ['Reformation ohne Luther 1517', ['Reformation', '1517'], ['Luther']],
    ['feedback without motivation', ['feedback'], ['motivation']],
    ['Bruchrechnung ohne', ['Bruchrechnung'], []],
    ['-Membran', [], ['Membran']],
  ])('%s excludes', (text, words, excluded) => {
    expect(typedTextOf(text)).toMatchObject({ words, excluded });
  });

  test('limits the kind of file, the licence and the author', () => {
    const { words, conditions } = typedTextOf(
      'Wald typ:PDF lizenz:cc-by-sa autor:"Anna Müller" -typ:folien since:"2026-09"',
    );
    const author = (field: string): Query => ({ kind: 'words', field, text: 'Anna Müller', match: 'exact' });
    const sinceSeptember = { kind: 'range', as: 'date', field: 'cm:modified', from: Date.UTC(2026, 8) };
    expect(words).toEqual(['Wald']);
    expect(conditions).toEqual([
      queryOfFileKind('pdf'),
      { kind: 'value', field: 'ccm:commonlicense_key', value: 'CC_BY_SA' },
      { kind: 'any', of: ['ccm:author_freetext', 'ccm:lifecyclecontributer_author', 'cm:creator'].map(author) },
      { kind: 'not', query: queryOfFileKind('Präsentation') },
      { ...sinceSeptember, includeFrom: true, includeTo: true },
    ]);
  });

  test.each([
    ['cc-by-sa', 'CC_BY_SA'],
    ['CC0', 'CC_0'],
    ['"CC BY"', 'CC_BY'],
    ['by', 'CC_BY'],
    ['by-nc-sa', 'CC_BY_NC_SA'],
    ['"CC BY-SA 4.0"', 'CC_BY_SA'],
    ['cc-by-3.0-de', 'CC_BY'],
    ['PDM', 'PDM'],
  ])('has the licence %s', (written, key) => {
    expect(typedTextOf(`lizenz:${written}`).conditions).toEqual([
      { kind: 'value', field: 'ccm:commonlicense_key', value: key },
    ]);
  });

  test('has kinds of files with German and English names', () => {
    expect(fileKindNames).toContain('pdf');
    for (const [one, other] of [
      ['Tabelle', 'excel'],
      ['praesentation', 'PowerPoint'],
      ['bild', 'image'],
      ['Ordner', 'folder'],
      ['Videos', 'video'],
      ['Präsentationen', 'powerpoint'],
    ])
      expect(queryOfFileKind(one ?? '')).toEqual(queryOfFileKind(other ?? '') ?? 'unknown');
    expect(queryOfFileKind('quiz')).toBeUndefined();
  });
});

describe('the query of what was typed', () => {
  test('needs words of the topic; the others only change the order', () => {
    expect(bestMatchOf(['was', 'ist', 'Osmose'], [], word)).toEqual({
      kind: 'preferring',
      query: { kind: 'bestMatch', of: [word('Osmose')] },
      preferred: ['was', 'ist'].map((text) => ({ kind: 'boosted', query: word(text), factor: 0.05 })),
    });
  });

  test('needs words of any kind where there are no others', () => {
    expect(bestMatchOf(['wer', 'bin', 'ich'], [], word)).toMatchObject({ kind: 'preferring' });
    expect(bestMatchOf(['was', 'ist', 'das'], [], word)).toEqual({
      kind: 'bestMatch',
      of: ['was', 'ist', 'das'].map(word),
    });
    expect(bestMatchOf([], [], word)).toEqual({ kind: 'nothing' });
  });

  test('takes a word beside others also for the kind of files that it names', () => {
    const files = { kind: 'boosted', query: queryOfFileKind('präsentation'), factor: 0.5 };
    const either = { kind: 'any', of: [word('Präsentation'), files] };
    expect(bestMatchOf(['Präsentation', 'Computer'], [], word)).toEqual({
      kind: 'bestMatch',
      of: [either, word('Computer')],
    });
    expect(bestMatchOf(['Präsentation'], [], word)).toEqual({ kind: 'bestMatch', of: [word('Präsentation')] });
  });

  test('leaves out what is excluded, in all its forms, also by folder and by kind', () => {
    const without = (...of: readonly Query[]): Query => ({ kind: 'not', query: { kind: 'bestMatch', of } });
    expect(limitedQuery(word('Zelle'), typedTextOf('Zelle -Membran'))).toEqual({
      kind: 'all',
      of: [word('Zelle'), without(stem('Membran'))],
    });
    expect(limitedQuery(word('Zelle'), typedTextOf('Zelle -"Aufbau der Membran"'))).toEqual({
      kind: 'all',
      of: [word('Zelle'), without({ kind: 'phrase', field: undefined, words: ['aufbau', 'der', 'membran'] })],
    });
    const files = queryOfFileKind('präsentation') ?? word('none');
    expect(limitedQuery(word('Zelle'), typedTextOf('Zelle ohne Präsentation'))).toEqual({
      kind: 'all',
      of: [word('Zelle'), without(stem('Präsentation'), files)],
    });
    expect(limitedQuery(undefined, typedTextOf('typ:pdf'))).toMatchObject({ of: [{ kind: 'everything' }, {}] });
  });
});
