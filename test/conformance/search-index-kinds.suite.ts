import { beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../src/domain/query/query.ts';
import { maxExpansions } from '../../src/domain/query/query-limits.ts';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { SearchOptions } from '../../src/ports/search-index.ts';
import { aDocument, anId, aViewer, find, type UseSearchIndex } from './search-index-documents.ts';

/** What a search index finds by each kind of query; words are in `search-index-queries.suite.ts`. */
export function describeKinds(use: UseSearchIndex): void {
  const { index, put, remove } = use;

  const numbers = async (query: Query | string, options: Partial<SearchOptions> = {}): Promise<number[]> =>
    (await find(index(), query, options)).ids.map((id) => Number(id.slice(-12)));
  const sorted = async (query: Query | string): Promise<number[]> => (await numbers(query)).toSorted();
  const titled = (...titles: readonly string[]) =>
    put(...titles.map((title, at) => aDocument({ id: anId(at + 1), title })));
  const valued = (field: string, ...values: readonly string[][]) =>
    put(...values.map((value, at) => aDocument({ id: anId(at + 1), properties: { [field]: value } })));

  describe('phrases', () => {
    beforeEach(() => {
      titled('Der große Wald', 'Wald, der große', 'der Wald', 'Der sehr große Wald', 'große der Wald');
      put(
        aDocument({ id: anId(8), title: 'der', description: 'große Wald' }),
        aDocument({ id: anId(9), properties: { 'ccm:x': ['der große', 'Wald am See'] } }),
      );
    });

    test.each<[string, number[]]>([
      ['"der große Wald"', [1]],
      ['"DER GROSSE"', [1, 2]],
      ['"der ?ro*"', [1, 2]],
      ['"der * Wald"', [1]],
      ['"der * * Wald"', [4]],
      ['"* große Wald *"', [1, 4, 8]],
      ['"der d*"', []],
      ['title:"große Wald"', [1, 4]],
      ['text:"große Wald"', []],
      ['ccm:x:"am See"', [9]],
      ['ccm:x:"große Wald"', []],
    ])('%s', async (query, expected) => {
      expect(await sorted(query)).toEqual(expected);
    });

    test('of no word find nothing, and of one word what has it', async () => {
      expect(await numbers({ kind: 'phrase', field: undefined, words: [] })).toEqual([]);
      expect(await sorted({ kind: 'phrase', field: 'title', words: ['sehr'] })).toEqual([4]);
    });

    test('that stand at the end of a document, or where it is changed, are found as it is now', async () => {
      put(aDocument({ id: anId(1), title: 'Wald der große' }));
      expect(await sorted('"große Wald"')).toEqual([4, 8]);
      expect(await sorted('"Wald der große"')).toEqual([1, 2]);
    });
  });

  describe('patterns', () => {
    beforeEach(() => titled('Bruch', 'Brüche', 'Bruchrechnen', 'Einbruch', 'Maedchen', '数学 A'));

    test.each<[string, number[]]>([
      ['Br?che', [2]],
      ['b*h', [1]],
      ['b*ch*', [1, 2, 3]],
      ['*BRUCH', [1, 4]],
      ['*ruch*', [1, 2, 3, 4]],
      ['title:*ruch', [1, 4]],
      ['text:*ruch', []],
      ['m*aedchen', [5]],
      ['*ädchen', [5]],
      ['数?', [6]],
      ['b?????', [2]],
      ['-*ruch*', [5, 6]],
      ['title:(b*h OR ein*)', [1, 4]],
    ])('%s', async (query, expected) => {
      expect(await sorted(query)).toEqual(expected);
    });

    test(`that more than ${maxExpansions} words fit are refused`, async () => {
      const words = Array.from({ length: maxExpansions }, (_, at) => `x${at}y`);
      put(aDocument({ id: anId(50), text: words.join(' ') }));
      expect(await numbers('x*y')).toEqual([50]);
      expect(await numbers('x*')).toEqual([50]);
      put(aDocument({ id: anId(51), title: 'xandy' }));
      for (const query of ['x*y', '"a x*y"', 'Bruch OR (a AND x*y)']) {
        await expect(find(index(), query)).rejects.toMatchObject({
          code: 'BadRequest',
          message: expect.stringContaining('Add letters next to the wildcards'),
        });
      }
      expect(await sorted('x*')).toEqual([50, 51]);
    });

    test('are not refused for words that the caller does not see, or that are gone', async () => {
      const words = Array.from({ length: maxExpansions }, (_, at) => `x${at}y`).join(' ');
      put(
        aDocument({ id: anId(50), title: words }),
        aDocument({ id: anId(51), aclRoot: anId(101), title: 'xhiddeny' }),
        aDocument({ id: anId(52), aclRoot: anId(102), title: 'Bruch', text: 'xuntoldy' }),
        aDocument({ id: anId(53), title: 'xgoney' }),
      );
      remove(anId(53));
      const viewer = aViewer((anchor) =>
        anchor === anId(101)
          ? aclRootVisibility.nothing
          : anchor === anId(102)
            ? aclRootVisibility.metadata
            : aclRootVisibility.all,
      );
      for (const query of ['x*y', '"x0y x*y"']) {
        expect((await find(index(), query, { accessFilter: viewer })).ids).toEqual([anId(50)]);
        await expect(find(index(), query)).rejects.toMatchObject({ code: 'BadRequest' });
      }
      expect((await find(index(), 'xhidden*y', { accessFilter: viewer })).ids).toEqual([]);
    });
  });

  describe('near words', () => {
    beforeEach(() => titled('Photosynthese', 'Fotosynthese', 'Photosynthse', 'Pohtosynthsee', 'Photo', 'ab'));

    test.each<[string, number[]]>([
      ['Photosynthese~1', [1, 3]],
      ['Photosynthese~2', [1, 2, 3, 4]],
      ['Photosynthese~0', [1]],
      ['title:Fotosynthese~2', [1, 2]],
      ['text:Fotosynthese~2', []],
      ['ba~1', [6]],
      ['Photot~1', [5]],
    ])('%s', async (query, expected) => {
      expect(await sorted(query)).toEqual(expected);
    });
  });

  describe('ranges', () => {
    test.each<[string, number[]]>([
      ['cclom:size:[5 TO 10]', [1, 2, 4]],
      ['cclom:size:{5 TO 10]', [2, 4]],
      ['cclom:size:[5 TO 10}', [1, 4]],
      ['cclom:size:{5 TO 10}', [4]],
      ['cclom:size:[* TO 5]', [1, 3]],
      ['cclom:size:[10 TO *]', [2, 4]],
      ['cclom:size:[MIN TO MAX]', [1, 2, 3, 4]],
      ['cclom:size:5', [1]],
      ['cclom:size:[10 TO 5]', []],
      ['-cclom:size:[5 TO 10]', [3, 5, 6]],
    ])('of numbers: %s', async (query, expected) => {
      valued('cclom:size', ['5'], ['1e1'], ['-1.5'], ['100', ' 7 '], ['viel'], ['']);
      expect(await sorted(query)).toEqual(expected);
    });

    test.each<[string, number[]]>([
      ['cm:created:[2026-01-31 TO 2026-01-31]', [1, 2, 4]],
      ['cm:created:2026-01-31', [1, 2, 4]],
      ['cm:created:{2026-01-30 TO 2026-02-01}', [1, 2, 4]],
      ['cm:created:{2026-01-31 TO *]', [3]],
      ['cm:created:[* TO 2026-01-31}', [5]],
      ['cm:created:[2026-01-31T12:00 TO 2026-01-31T13:00}', [2]],
      ['cm:created:2026', [1, 2, 3, 4]],
      ['cm:created:[NOW TO *]', []],
      ['cm:created:[* TO NOW]', [1, 2, 3, 4, 5]],
    ])('of dates: %s', async (query, expected) => {
      const halfPastEleven = String(Date.UTC(2026, 0, 31, 23, 30));
      valued(
        'cm:created',
        ['2026-01-31'],
        ['2026-01-31T13:59:59.999+01:00'],
        ['2026-02-01T00:00:00Z'],
        [halfPastEleven],
        ['2025-12-31T23:59:59.999Z'],
        ['gestern'],
      );
      expect(await sorted(query)).toEqual(expected);
    });

    test.each<[string, number[]]>([
      ['ccm:x:[apfel TO birne]', [1, 2, 3]],
      ['ccm:x:[apfel TO birne}', [1, 2]],
      ['ccm:x:{Äpfel TO birne]', [2, 3]],
      ['ccm:x:[b TO *]', [3, 4, 5]],
      ['ccm:x:["birne g" TO MAX]', [4, 5]],
      ['ccm:x:[* TO *]', [1, 2, 3, 4, 5]],
    ])('of texts: %s', async (query, expected) => {
      valued('ccm:x', ['Apfel'], ['Äpfelchen'], ['Birne'], ['birne gelb'], ['Zitrone', 'Yamswurzel'], ['']);
      expect(await sorted(query)).toEqual(expected);
    });
  });

  describe('values', () => {
    test('are compared as a whole, letter by letter', async () => {
      valued('ccm:x', ['Wald'], ['wald'], ['Wald See'], ['a', 'Wald'], ['']);
      const value = (wanted: string): Query => ({ kind: 'value', field: 'ccm:x', value: wanted });
      expect(await sorted(value('Wald'))).toEqual([1, 4]);
      expect(await sorted(value('See'))).toEqual([]);
      expect(await sorted(value(''))).toEqual([5]);
    });

    test('are there, or are not', async () => {
      valued('ccm:x', ['a'], [''], ['', 'b'], []);
      put(aDocument({ id: anId(5), title: 'Wald', text: 'Text' }), aDocument({ id: anId(6), title: '–' }));
      expect(await sorted('ISNOTNULL:"ccm:x"')).toEqual([1, 3]);
      expect(await sorted('ISNULL:"ccm:x"')).toEqual([2, 4, 5, 6]);
      expect(await sorted('EXISTS:"ccm:none"')).toEqual([]);
      expect(await sorted('title:*')).toEqual([5]);
      expect(await sorted('-title:*')).toEqual([1, 2, 3, 4, 6]);
      expect(await sorted('text:*')).toEqual([5]);
    });

    test('of type, aspect, id, parent and owner', async () => {
      put(
        aDocument({ id: anId(1), properties: { TYPE: ['ccm:map'] } }),
        aDocument({ id: anId(2), parent: anId(1), properties: { TYPE: ['ccm:io'], OWNER: ['Anna'] } }),
        aDocument({
          id: anId(3),
          parent: anId(1),
          properties: { TYPE: ['cm:folder'], ASPECT: ['cm:titled', 'ccm:x'] },
        }),
      );
      expect(await sorted('TYPE:"ccm:map"')).toEqual([1]);
      expect(await sorted('TYPE:"cm:folder"')).toEqual([1, 3]);
      expect(await sorted('TYPE:"cm:content"')).toEqual([2]);
      expect(await sorted('TYPE:"cm:cmobject"')).toEqual([1, 2, 3]);
      expect(await sorted('ASPECT:"ccm:x"')).toEqual([3]);
      expect(await sorted('ASPECT:*')).toEqual([3]);
      expect(await sorted(`ID:"workspace://SpacesStore/${anId(2)}"`)).toEqual([2]);
      expect(await sorted(`PARENT:"${anId(1)}"`)).toEqual([2, 3]);
      expect(await sorted('OWNER:"Anna"')).toEqual([2]);
      expect(await sorted('OWNER:"anna"')).toEqual([]);
    });
  });

  describe('places', () => {
    const tree = (hidden: readonly number[] = []) =>
      (
        [
          [1, 0, 'Home'],
          [2, 1, 'a'],
          [3, 2, 'b'],
          [4, 3, 'c'],
          [5, 1, 'b'],
          [6, 0, 'Other'],
          [7, 6, 'Klasse 7'],
        ] as const
      ).map(([number, parent, name]) =>
        aDocument({
          id: anId(number),
          parent: parent === 0 ? null : anId(parent),
          aclRoot: anId(hidden.includes(number) ? 101 : 100),
          name,
        }),
      );
    const viewer = aViewer((anchor) => (anchor === anId(101) ? aclRootVisibility.nothing : aclRootVisibility.all));

    test.each<[string, number[]]>([
      [`ANCESTOR:"${anId(1)}"`, [2, 3, 4, 5]],
      [`ANCESTOR:"${anId(3)}"`, [4]],
      [`ANCESTOR:"${anId(4)}"`, []],
      [`ANCESTOR:"${anId(99)}"`, []],
      [`-ANCESTOR:"${anId(1)}"`, [1, 6, 7]],
      ['PATH:"/*"', [1, 6]],
      ['PATH:"/Home"', [1]],
      ['PATH:"/home"', []],
      ['PATH:"/a"', []],
      ['PATH:"/Home/*"', [2, 5]],
      ['PATH:"/Home/cm:b"', [5]],
      ['PATH:"/Home//b"', [3, 5]],
      ['PATH:"/Home//*"', [2, 3, 4, 5]],
      ['PATH:"/Home//."', [1, 2, 3, 4, 5]],
      ['PATH:"//b"', [3, 5]],
      ['PATH:"//a//*"', [3, 4]],
      ['PATH:"//a/*"', [3]],
      ['PATH:"//a/*/c"', [4]],
      ['PATH:"/*/*/*"', [3]],
      ['PATH:"//*"', [1, 2, 3, 4, 5, 6, 7]],
      ['PATH:"//cm:Klasse_x0020_7"', [7]],
      ['PATH:"/app:company_home//b"', [3, 5]],
    ])('%s', async (query, expected) => {
      put(...tree());
      expect(await sorted(query)).toEqual(expected);
    });

    test('are told by names that the caller sees, and by no others', async () => {
      put(...tree([2]));
      expect(await numbers('PATH:"//a//*"', { accessFilter: viewer })).toEqual([]);
      expect(await numbers('PATH:"/Home/a/b"', { accessFilter: viewer })).toEqual([]);
      expect(await numbers('PATH:"/Home/*/b"', { accessFilter: viewer })).toEqual([3]);
      expect(await numbers('PATH:"//c"', { accessFilter: viewer })).toEqual([4]);
      expect((await numbers('-PATH:"//a//*"', { accessFilter: viewer })).toSorted()).toEqual([1, 3, 4, 5, 6, 7]);
      expect(await numbers(`ANCESTOR:"${anId(2)}"`, { accessFilter: viewer })).toEqual([3, 4]);
    });

    test('are those of now, after something was moved, and when parents go in a circle', async () => {
      put(...tree());
      put(aDocument({ id: anId(3), parent: anId(6), name: 'b' }));
      expect(await sorted('PATH:"/Other//*"')).toEqual([3, 4, 7]);
      expect(await sorted(`ANCESTOR:"${anId(2)}"`)).toEqual([]);
      put(aDocument({ id: anId(3), parent: anId(4), name: 'b' }));
      expect(await sorted(`ANCESTOR:"${anId(3)}"`)).toEqual([3, 4]);
      expect(await sorted('PATH:"//b//c"')).toEqual([4]);
    });
  });

  describe('the best match of several words', () => {
    beforeEach(() => {
      titled('Wald', 'Wald See', 'See Feld', 'Feld', 'anderes');
      put(aDocument({ id: anId(6), title: 'Wald See Feld', aclRoot: anId(101) }));
    });
    const viewer = aViewer((anchor) => (anchor === anId(101) ? aclRootVisibility.nothing : aclRootVisibility.all));

    test.each<[string, number[], number]>([
      ['WORDS:"Wald See"', [1, 2, 3], 1],
      ['WORDS:"Wald See Feld"', [1, 2, 3, 4], 0],
      ['WORDS:"Wald Berg Tal"', [1, 2], 0],
      ['WORDS:"Berg Tal"', [], 0],
      ['WORDS:"Wald See" AND title:Feld', [3], 0],
      ['WORDS:"Wald See Feld" AND -title:See', [1, 4], 0],
      ['WORDS:"Wald See Feld" OR title:anderes', [1, 2, 3, 4, 5], 0],
      ['-WORDS:"Wald See"', [4, 5], 2],
    ])('%s', async (query, expected, complete) => {
      const page = await find(index(), query, { accessFilter: viewer });
      expect(page.ids.toSorted()).toEqual(expected.map(anId));
      expect([page.total, page.complete]).toEqual([expected.length, complete]);
    });

    test('comes first where it has all of them and the caller sees it', async () => {
      const page = await find(index(), 'WORDS:"Wald See Feld"');
      expect([page.ids[0], page.complete]).toEqual([anId(6), 1]);
    });

    test('counts a text only for those who see it', async () => {
      put(aDocument({ id: anId(1), title: 'Wald', text: 'Geheimnis', aclRoot: anId(102) }));
      const without = aViewer((anchor) => (anchor === anId(102) ? aclRootVisibility.metadata : aclRootVisibility.all));
      const page = await find(index(), 'WORDS:"Wald Geheimnis"', { accessFilter: without });
      expect([page.ids.toSorted(), page.complete]).toEqual([[1, 2, 6].map(anId), 0]);
      const whole = await find(index(), 'WORDS:"Wald Geheimnis"');
      expect([whole.ids[0], whole.complete]).toEqual([anId(1), 1]);
    });

    describe('where folders match some of them', () => {
      const hiding =
        (...hidden: readonly number[]) =>
        (root: string) =>
          hidden.some((number) => root === anId(number)) ? aclRootVisibility.nothing : aclRootVisibility.all;
      const inFolder = (number: number, parent: number, title: string) =>
        aDocument({ id: anId(number), parent: anId(parent), aclRoot: anId(100 + number), title });
      const found = async (query: string, ...hidden: readonly number[]) => {
        const { ids, complete } = await find(index(), query, { accessFilter: aViewer(hiding(...hidden)) });
        return [ids.map((id) => Number(id.slice(-12))).toSorted(), complete];
      };

      beforeEach(() => {
        remove(...[1, 2, 3, 4, 5, 6].map(anId));
        put(
          aDocument({ id: anId(10), aclRoot: anId(110), title: 'Klasse 6', text: 'Geheimnis' }),
          inFolder(11, 10, 'Bruchrechnung'),
          inFolder(12, 11, 'Arbeitsblatt'),
          inFolder(13, 99, 'Arbeitsblatt'),
          inFolder(14, 11, 'Lösung'),
        );
      });

      test.each<[string, number[], number]>([
        ['WORDS:"Arbeitsblatt Bruchrechnung Klasse 6"', [10, 11, 12, 13, 14], 1],
        ['WORDS:"Arbeitsblatt Dreisatz Klasse"', [10, 11, 12, 13, 14], 0],
        ['WORDS:"Bruchrechnung Klasse"', [10, 11, 12, 14], 3],
        ['WORDS:"Klasse"', [10, 11, 12, 14], 4],
        // Only the metadata of a folder counts.
        ['WORDS:"Arbeitsblatt Geheimnis"', [10, 12, 13], 0],
        ['WORDS:"Lösung Klasse" OR title:Arbeitsblatt', [10, 11, 12, 13, 14], 1],
        ['WORDS:"Lösung Klasse" AND -title:Arbeitsblatt', [10, 11, 14], 1],
      ])('%s', async (query, expected, complete) => {
        expect(await found(query)).toEqual([expected, complete]);
      });

      test('counts only folders that the caller sees', async () => {
        const query = 'WORDS:"Arbeitsblatt Bruchrechnung Klasse"';
        expect(await found(query, 113)).toEqual([[10, 11, 12, 14], 1]);
        expect(await found(query, 111)).toEqual([[10, 12, 13, 14], 0]);
        expect(await found(query, 110, 111)).toEqual([[12, 13], 0]);
      });

      test('comes after a document that has all words itself', async () => {
        put(inFolder(15, 99, 'Arbeitsblatt zur Bruchrechnung, Klasse 6'));
        const { ids, complete } = await find(index(), 'WORDS:"Arbeitsblatt Bruchrechnung Klasse"');
        expect([ids.slice(0, 2), complete]).toEqual([[15, 12].map(anId), 2]);
      });

      test('follows a folder that is renamed or moved, without the documents in it', async () => {
        put(inFolder(11, 99, 'Dezimalzahlen'));
        expect(await found('WORDS:"Arbeitsblatt Dezimalzahlen"')).toEqual([[11, 12, 13, 14], 1]);
        expect(await found('WORDS:"Arbeitsblatt Klasse"')).toEqual([[10, 12, 13], 0]);
      });
    });

    test('of nothing at all is nothing, as any of nothing is', async () => {
      expect((await find(index(), { kind: 'bestMatch', of: [] })).total).toBe(0);
    });
  });

  describe('what is seen without its text', () => {
    test.each<[string, number[]]>([
      ['"großes Geheimnis"', [2]],
      ['text:"großes Geheimnis"', [2]],
      ['*heimn*', [2]],
      ['Geheimnes~1', [2]],
      ['text:*', [2]],
      ['-text:*', [1]],
      ['-"großes Geheimnis"', [1]],
      ['-*heimn*', [1]],
      ['NOT Geheimnes~1', [1]],
      ['Geheimnis^2 OR title:Wald^3', [1, 2]],
    ])('%s', async (query, expected) => {
      const parts = { title: 'Wald', text: 'ein großes Geheimnis' };
      put(aDocument({ id: anId(1), aclRoot: anId(102), ...parts }), aDocument({ id: anId(2), ...parts }));
      const viewer = aViewer((anchor) => (anchor === anId(102) ? aclRootVisibility.metadata : aclRootVisibility.all));
      expect((await numbers(query, { accessFilter: viewer })).toSorted()).toEqual(expected);
    });
  });

  describe('order', () => {
    test('boosts decide, and what has no words counts one', async () => {
      put(
        aDocument({ id: anId(1), properties: { 'ccm:x': ['a'] } }),
        aDocument({ id: anId(2), properties: { 'ccm:x': ['b'] } }),
        aDocument({ id: anId(3), properties: { 'ccm:x': ['a', 'b'] } }),
        aDocument({ id: anId(4), properties: { 'ccm:x': ['c'] } }),
      );
      const [a, b] = ['a', 'b'].map((value): Query => ({ kind: 'value', field: 'ccm:x', value })) as [Query, Query];
      const boosted = (query: Query, factor: number): Query => ({ kind: 'boosted', query, factor });
      expect(await numbers({ kind: 'any', of: [a, b] })).toEqual([3, 1, 2]);
      expect(await numbers({ kind: 'any', of: [a, boosted(b, 2.5)] })).toEqual([3, 2, 1]);
      expect(await numbers({ kind: 'any', of: [a, boosted(b, 0)] })).toEqual([1, 3, 2]);
      expect(await numbers({ kind: 'preferring', query: { kind: 'everything' }, preferred: [b] })).toEqual([
        2, 3, 1, 4,
      ]);
      expect(await numbers(boosted({ kind: 'any', of: [boosted(a, 2), boosted(b, 3)] }, 0.5))).toEqual([3, 2, 1]);
    });

    test('sorts numbers in texts by their size', async () => {
      const names = [
        'Klasse 10',
        'Klasse 7',
        'Klasse 007b',
        'Klasse 7b',
        'Klasse 123456789',
        'Klasse',
        'Klasse 7 - 10',
      ];
      put(...names.map((name, at) => aDocument({ id: anId(at + 1), title: 'x', properties: { 'cm:name': [name] } })));
      const by = (ascending: boolean) => numbers('title:x', { sort: [{ property: 'cm:name', as: 'text', ascending }] });
      expect(await by(true)).toEqual([6, 2, 7, 3, 4, 1, 5]);
      expect(await by(false)).toEqual([5, 1, 3, 4, 7, 2, 6]);
    });

    test('follows the keys asked for, with what has no value at the end and equal ones by id', async () => {
      put(
        aDocument({ id: anId(1), title: 'x', properties: { 'cm:name': ['Zebra'], 'cclom:size': ['10'] } }),
        aDocument({ id: anId(2), title: 'x', properties: { 'cm:name': ['äpfel'], 'cclom:size': ['9', '1000'] } }),
        aDocument({ id: anId(3), title: 'x', properties: { 'cm:name': ['Apfel'], 'cclom:size': ['viel'] } }),
        aDocument({ id: anId(4), title: 'x', properties: { 'cm:name': ['apfel'] } }),
        aDocument({ id: anId(5), title: 'x', properties: { 'cclom:size': ['9'], 'cm:created': ['2026-01-01'] } }),
      );
      const by = (property: string, as: 'text' | 'number' | 'date', ascending: boolean) =>
        numbers('title:x', { sort: [{ property, as, ascending }] });
      expect(await by('cm:name', 'text', true)).toEqual([2, 3, 4, 1, 5]);
      expect(await by('cclom:size', 'number', true)).toEqual([2, 5, 1, 3, 4]);
      expect(await by('cclom:size', 'number', false)).toEqual([1, 2, 5, 3, 4]);
      expect(await by('cm:created', 'date', true)).toEqual([5, 1, 2, 3, 4]);
      const sort = [
        { property: 'cclom:size', as: 'number', ascending: false },
        { property: 'cm:name', as: 'text', ascending: false },
      ] as const;
      expect(await numbers('*:*', { sort })).toEqual([1, 2, 5, 3, 4]);
      expect(await numbers('*:*', { sort, skip: 1, limit: 2 })).toEqual([2, 5]);
    });
  });
}
