import { beforeEach, describe, expect, test } from 'vitest';
import { aDocument, anId, find, type UseSearchIndex } from './search-index-documents.ts';

/** What a search index finds. */
export function describeQueries(use: UseSearchIndex): void {
  const { index, put, found } = use;

  describe('words', () => {
    test('are found in every part of a document and in none of another', async () => {
      put(
        aDocument({ id: anId(1), name: 'Wald.pdf' }),
        aDocument({ id: anId(2), title: 'Der Wald' }),
        aDocument({ id: anId(3), description: 'im Wald' }),
        aDocument({ id: anId(4), keywords: 'Wald, Wiese' }),
        aDocument({ id: anId(5), text: 'Am Wald steht ein Haus.' }),
        aDocument({ id: anId(6), properties: { 'cm:author': ['Wald'] } }),
        aDocument({ id: anId(7), text: 'See' }),
      );
      expect((await found('wald')).toSorted()).toEqual([1, 2, 3, 4, 5]);
      expect(await found('title:wald')).toEqual([2]);
      expect(await found('name:wald keywords:wald')).toHaveLength(2);
      expect(await found('cm:author:wald')).toEqual([6]);
    });

    test.each(['größe', 'grosse', 'groesse', 'GRÖSSE', 'gro\u0308ße', 'Größen', 'grö*'])(
      '%s finds Größe in both Unicode forms',
      async (query) => {
        put(
          aDocument({ id: anId(1), title: 'Größe' }),
          aDocument({ id: anId(2), title: 'Gro\u0308ße' }),
          aDocument({ title: 'Gras' }),
        );
        expect((await found(query)).toSorted()).toEqual([1, 2]);
      },
    );

    test('come before beginnings, and these before typos', async () => {
      put(
        aDocument({ id: anId(1), title: 'Burch' }),
        aDocument({ id: anId(2), title: 'Bruchrechnen' }),
        aDocument({ id: anId(3), text: `Bruch ${'und mehr '.repeat(500)}` }),
        aDocument({ id: anId(4), title: 'Brauch' }),
        aDocument({ id: anId(5), title: 'Br' }),
      );
      const order = await found('bruch');
      expect(order.slice(0, 2)).toEqual([3, 2]);
      expect(order.slice(2).toSorted()).toEqual([1, 4]);
    });

    test.each(['Photosyntese', 'Photosynthesee', 'Photosinthese', 'Pohtosynthese'])(
      '%s is one typo away from Photosynthese',
      async (query) => {
        put(aDocument({ id: anId(1), text: 'Photosynthese' }));
        expect(await found(query)).toEqual([1]);
      },
    );

    test.each(['Fotosyntese', 'hat', 'Photosythse'])('%s is too far away', async (query) => {
      put(aDocument({ text: 'Photosynthese Hut' }));
      expect(await found(query)).toEqual([]);
    });

    test('are found with no typo in phrases and fields', async () => {
      put(aDocument({ id: anId(1), title: 'Bruchrechnen', properties: { 'cm:title': ['Bruchrechnen'] } }));
      for (const query of ['"Bruchrechne"', 'title:Bruchrechne', 'cm:title:Bruchrechne', 'cm:title:Bruhcrechnen']) {
        expect(await found(query)).toEqual([]);
      }
      for (const query of ['"Bruchrechnen"', 'title:Bruch*', 'cm:title:Bruch*', '@cm\\:title:"bruchrechnen"']) {
        expect(await found(query)).toEqual([1]);
      }
    });

    test('in a row are found behind any number of values', async () => {
      const values = [...Array.from({ length: 70_000 }, () => 'x'), 'anfang ende'];
      put(
        aDocument({ id: anId(1), properties: { 'ccm:x': values } }),
        aDocument({ id: anId(2), properties: { 'ccm:x': ['ende anfang'] } }),
      );
      expect(await found('ccm:x:"anfang ende"')).toEqual([1]);
      expect(await found('ccm:x:"ende anfang"')).toEqual([2]);
    });

    test('of one text are all wanted, of a query any', async () => {
      put(
        aDocument({ id: anId(1), title: 'Blatt', text: 'Klasse' }),
        aDocument({ id: anId(2), title: 'Blatt' }),
        aDocument({ id: anId(3), name: 'Klasse' }),
      );
      expect(await found('Blatt-Klasse')).toEqual([1]);
      expect((await found('Blatt Klasse'))[0]).toBe(1);
      expect((await found('Blatt Klasse')).toSorted()).toEqual([1, 2, 3]);
    });

    test('that no document has are found nowhere', async () => {
      put(aDocument({ title: 'Wald' }));
      for (const query of ['xylophon', 'cm:title:wald', 'ccm:constructor:wald', '"\\__proto__"', 'title:"Wald See"']) {
        expect(await found(query)).toEqual([]);
      }
    });

    test('without a letter find nothing', async () => {
      put(aDocument({ title: '– –' }));
      const { total } = await find(index(), { kind: 'words', field: undefined, text: '–', match: 'loose' });
      expect(total).toBe(0);
    });
  });

  describe('properties', () => {
    test('are told apart, also where one name begins with the other', async () => {
      put(
        aDocument({ id: anId(1), properties: { 'cm:name': ['title'] } }),
        aDocument({ id: anId(2), properties: { 'cm:names': ['title'] } }),
        aDocument({ id: anId(3), properties: { 'cm:nam': ['etitle'] } }),
      );
      expect(await found('cm:name:title')).toEqual([1]);
      expect(await found('cm:name:tit*')).toEqual([1]);
      const { ids } = await find(index(), { kind: 'words', field: 'cm:name', text: 'titel', match: 'loose' });
      expect(ids).toEqual([anId(1)]);
    });

    test('of one document may be hundreds, of which some have the same text', async () => {
      const values = (number: number): string[] => (number % 3 === 0 ? ['gleich'] : [`wert${number}`, 'gleich']);
      const fields = Array.from({ length: 300 }, (_, number) => `ccm:p${number}`);
      const properties = Object.fromEntries(fields.map((field, number) => [field, values(number)]));
      put(aDocument({ id: anId(1), properties }), aDocument({ id: anId(2), properties: { 'ccm:p299': ['gleich'] } }));
      const withWord = async (field: string, text: string) =>
        (await find(index(), { kind: 'words', field, text, match: 'exact' })).ids;
      for (const [number, field] of fields.entries()) {
        expect(await withWord(field, 'gleich')).toHaveLength(number === 299 ? 2 : 1);
        expect(await withWord(field, `wert${number}`)).toHaveLength(number % 3 === 0 ? 0 : 1);
        expect(await withWord(field, `wert${(number + 1) % 300}`)).toEqual([]);
      }
    });

    test('with several values have the words of all of them', async () => {
      put(aDocument({ id: anId(1), properties: { 'cclom:general_keyword': ['Wald', 'Wiese und Feld'] } }));
      expect(await found('cclom:general_keyword:Feld-Wald')).toEqual([1]);
      expect(await found('cclom:general_keyword:Feld-Berg')).toEqual([]);
    });
  });

  describe('clauses', () => {
    beforeEach(() =>
      put(...['a', 'b', 'a b', 'c', 'a c'].map((title, place) => aDocument({ id: anId(place + 1), title }))),
    );

    test.each<[string, number[]]>([
      ['*:*', [1, 2, 3, 4, 5]],
      ['title:a AND title:b', [3]],
      ['title:a OR title:b', [1, 2, 3, 5]],
      ['title:a -title:b', [1, 5]],
      ['-title:a', [2, 4]],
      ['NOT (title:a OR title:b)', [4]],
      ['title:b OR NOT title:a', [2, 3, 4]],
      ['+title:a title:c', [1, 3, 5]],
      ['*:* -title:a -title:b', [4]],
      ['title:a AND NOT title:a', []],
      ['NOT (NOT title:c)', [4, 5]],
    ])('%s', async (query, expected) => {
      expect((await found(query)).toSorted()).toEqual(expected);
    });

    test('with a plus decide what is found, the others what comes first', async () => {
      expect((await found('+title:a title:c'))[0]).toBe(5);
      expect((await found('+title:a title:b'))[0]).toBe(3);
    });

    test('of no query at all: all of nothing is everything, any of nothing is nothing', async () => {
      expect((await find(index(), { kind: 'all', of: [] })).total).toBe(5);
      expect((await find(index(), { kind: 'any', of: [] })).total).toBe(0);
    });
  });
}
