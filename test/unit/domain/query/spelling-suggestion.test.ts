import { describe, expect, test } from 'vitest';
import { correctedQuery, writtenIn } from '../../../../src/domain/query/spelling-suggestion.ts';

describe('the way a folded word is written', () => {
  test.each([
    [['Alles über Größen', 'groessen'], 'grossen', 'größen'],
    [['', 'Die GRÖSSE zählt'], 'grosse', 'grösse'],
    [['Brüche_7-a.pdf'], 'bruche', 'brüche'],
    [['Bruchrechnung'], 'bruch', undefined],
    [[], 'bruch', undefined],
  ])('in %j of «%s» is %j', (texts, folded, written) => {
    expect(writtenIn(texts, folded)).toBe(written);
  });
});

describe('what was typed with another word in it', () => {
  const instead = new Map([['ubungsbaltt', 'übungsblatt']]);
  test.each([
    ['übungsbaltt', 'übungsblatt'],
    ['Grosse Mathe Übungsbaltt', 'Grosse Mathe Übungsblatt'],
    ['ÜBUNGSBALTT', 'ÜBUNGSBLATT'],
    ['"uebungsbaltt 7", ja', '"übungsblatt 7", ja'],
    ['Brüche', 'Brüche'],
    ['', ''],
  ])('«%s» is «%s»', (typed, wording) => {
    expect(correctedQuery(typed, instead)).toBe(wording);
  });
});
