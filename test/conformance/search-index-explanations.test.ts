import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { SearchIndex, SearchPage } from '../../src/ports/search-index.ts';
import { createRecordingLog } from './recording-log.ts';
import { aDocument, anId, aViewer, find } from './search-index-documents.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

describe('what the engine tells of scores and of words that may be meant', () => {
  let folder: TemporaryFolder;
  let index: SearchIndex;

  beforeEach(async () => {
    folder = await temporaryFolder();
    index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
    const titles = ['Wald und Wiese', 'Wald', 'Waldweg Wiese', 'Wiese am See', 'Regenwald', 'Wlad See'];
    for (const [number, title] of titles.entries()) {
      const text = number % 2 === 0 ? 'Im Wald da sind die Räuber' : 'Wiese Wald';
      const properties = { 'ccm:level': ['low'], 'cm:author': ['Wald Mann'] };
      index.apply({ puts: [aDocument({ id: anId(number), title, text, properties })], removals: [] }, number + 1);
    }
  });
  afterEach(() => folder.remove());

  /** For each hit its score, and what its parts come to. */
  const sums = ({ explanations }: SearchPage): (readonly [number, number])[] =>
    explanations.map(({ score, parts }) => [score, parts.reduce((sum, part) => sum + part.score, 0)] as const);

  test.each([
    'Wald',
    'Wald Wiese See',
    '(Wald AND Räuber) OR See',
    'Wald OR (Wiese AND nirgends)',
    'Wald OR "Wald Wiese"',
    '"im w*d da" Wiese',
    'Wald OR (Wiese AND NOT Wald)',
    'Wald-Wiese OR See',
    'WORDS:"Wald Wiese See"',
    '+Wald Wiese See^2.5',
    '((Wald OR See)^0.1 Wiese)^3',
    'w*d OR w*e',
    'waldd~1 wlad~2 See',
    'cm:author:wald text:Wald',
    '*:* AND Wald',
  ])('the parts of %s come to the score, hit by hit', async (query) => {
    const page = await find(index, query, { explain: true });
    expect(page.total).toBeGreaterThan(0);
    const all = sums(page);
    for (const [score, sum] of all) expect(sum).toBeCloseTo(score, 9);
    // The order is that of the scores.
    expect(all.map(([score]) => score)).toEqual(all.map(([score]) => score).sort((one, other) => other - one));
  });

  test('what has no words adds to the score beside the parts', async () => {
    const page = await find(index, 'ccm:level:[low TO low]^2 AND Wald', { explain: true });
    for (const [score, sum] of sums(page)) expect(score).toBe(sum + 2);
    expect(page.total).toBe(6);
  });

  test('words of a part of the query that does not find the hit are not told', async () => {
    const { ids, explanations } = await find(index, 'title:See OR (title:Wald AND title:Wiese)', { explain: true });
    const parts = explanations[ids.indexOf(anId(3))]?.parts;
    expect(parts?.map(({ wanted }) => wanted)).toEqual(['see']);
  });

  test('a word that a folder above has is named, and adds seven eighths of what it adds to the folder', async () => {
    const [top, blatt] = [anId(30), anId(31)];
    const puts = [aDocument({ id: top, title: 'Moor' }), aDocument({ id: blatt, parent: top, title: 'Pfützen' })];
    index.apply({ puts, removals: [] }, index.position + 1);
    const folderScore = (await find(index, 'WORDS:"Moor"', { explain: true })).explanations[0]?.score ?? 0;
    const { ids, explanations } = await find(index, 'WORDS:"Pfützen Moor"', { explain: true });
    const [{ parts, score } = { parts: [], score: 0 }] = explanations;
    const own = parts[0]?.score ?? 0;
    expect([ids, parts]).toEqual([
      [blatt, top],
      [
        { wanted: 'pfutzen', found: 'pfutzen', nearness: 'same', fields: ['title'], score: own },
        {
          wanted: 'moor',
          found: 'moor',
          nearness: 'folder',
          fields: [],
          score: expect.closeTo((folderScore * 7) / 8, 3),
        },
      ],
    ]);
    expect(folderScore).toBeGreaterThan(0);
    expect(score).toBeCloseTo(own + (folderScore * 7) / 8, 3);
  });

  describe('the best match', () => {
    const viewer = aViewer((anchor) => (anchor === anId(101) ? aclRootVisibility.nothing : aclRootVisibility.all));
    const titled = (title: string, number: number, aclRoot = anId(100)) =>
      aDocument({ id: anId(number), title, aclRoot });
    const put = (...puts: ReturnType<typeof aDocument>[]): void =>
      index.apply({ puts, removals: [] }, index.position + 1);

    test('has the word itself before one with a typing error', async () => {
      put(
        titled('Arbeitsblatt Brauch', 21),
        titled('Arbeitsblatt Brüche', 22),
        titled('Arbeitsblatt Photosynthese', 23),
      );
      expect((await find(index, 'WORDS:"Arbeitsblatt Bruch"')).ids).toEqual([22, 21, 23].map(anId));
    });

    test('has a rare word rather than many common ones, as far as the caller sees them', async () => {
      const common = Array.from({ length: 8 }, (_, at) => titled('Klasse Blatt', 21 + at));
      put(...common, titled('Ballade', 30, anId(101)));
      const query = 'WORDS:"Klasse Blatt Ballade Prüfung"';
      const page = await find(index, query);
      expect([page.ids[0], page.total, page.complete]).toEqual([anId(30), 9, 0]);
      const without = await find(index, query, { accessFilter: viewer });
      expect(without.ids.toSorted()).toEqual(common.map(({ id }) => id));
    });

    test('has the parts of a compound that nothing has, as far as the caller sees them', async () => {
      put(titled('Basketball Regeln', 41), titled('Handball', 42, anId(101)), titled('Abrechnung', 43));
      const found = async (words: string) => (await find(index, `WORDS:"${words}"`, { accessFilter: viewer })).ids;
      expect(await found('Basketballregeln')).toEqual([anId(41)]);
      // Nothing that the caller sees has Handball.
      expect(await found('Handballregeln')).toEqual([]);
      put(titled('Handball', 44));
      expect((await found('Handballregeln')).toSorted()).toEqual([41, 44].map(anId));
    });

    test('has a long word with two typing errors only if nothing has it with one', async () => {
      put(titled('Wahrscheinlichkeit', 51));
      const found = async (words: string) => (await find(index, `WORDS:"${words}"`)).ids;
      expect(await found('Warscheinlichkeid')).toEqual([anId(51)]);
      put(titled('Warscheinlichkeit', 52));
      expect(await found('Warscheinlichkeid')).toEqual([anId(52)]);
      // Eight letters are too few.
      put(titled('Gleichnis', 53));
      expect(await found('Gleichma')).toEqual([]);
    });

    test.each(['Graphiken', 'Grafiken', 'graphik'])(
      'has %s, long and without a word of its own, at the end of a compound in any form',
      async (words) => {
        put(titled('Vektorgraphik', 61));
        expect((await find(index, `WORDS:"${words}"`)).ids).toEqual([anId(61)]);
      },
    );

    test('has the same score, whatever else has its words and is not seen', async () => {
      const scoresOf = async (query: string): Promise<unknown> => {
        const { ids, explanations } = await find(index, query, { accessFilter: viewer, explain: true });
        return [ids, explanations];
      };
      const queries = ['Wald', 'WORDS:"Wald Räuber"', '"Wiese Wald"', 'Räuber OR See'];
      const before = await Promise.all(queries.map(scoresOf));
      for (const number of [31, 32, 33, 34, 35])
        put(aDocument({ id: anId(number), title: 'Wald Räuber', text: 'Wiese Wald am See', aclRoot: anId(101) }));
      expect(await Promise.all(queries.map(scoresOf))).toEqual(before);
    });
  });

  test('no word is told of a text that is not seen', async () => {
    const viewer = aViewer(() => aclRootVisibility.metadata);
    const { explanations } = await find(index, 'Wald', { accessFilter: viewer, explain: true });
    expect(explanations.flatMap(({ parts }) => parts.flatMap(({ fields }) => fields))).not.toContain('text');
  });

  test('words that are suggested are seen, and the more frequent the more of them are', async () => {
    const seen = ['Photon', 'Photos', 'Photos'].map((title, at) => aDocument({ id: anId(20 + at), title }));
    const hidden = Array.from({ length: 60 }, (_, at) =>
      aDocument({
        id: anId(30 + at),
        aclRoot: anId(9),
        title: at < 3 ? 'Photon' : `photo${String.fromCharCode(97 + (at % 26))}x`,
      }),
    );
    index.apply({ puts: [...seen, ...hidden], removals: [] }, 20);
    const viewer = aViewer((anchor) => (anchor === anId(9) ? aclRootVisibility.nothing : aclRootVisibility.all));
    const suggested = async () => {
      const { suggestions } = await find(index, 'Photoq', { accessFilter: viewer, suggest: true });
      return suggestions.flatMap((rewording) => [...rewording.values()]);
    };
    expect(await suggested()).toEqual(['photos', 'photon']);
    index.apply({ puts: [], removals: [anId(21), anId(22)] }, 21);
    expect(await suggested()).toEqual(['photon']);
  });
});
