import { beforeEach, describe, expect, test } from 'vitest';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import { aDocument, anId, aViewer, facet, find, type UseSearchIndex } from './search-index-documents.ts';

/** What a search index tells of what it has found. */
export function describeHits(use: UseSearchIndex): void {
  const { index, put } = use;

  describe('rights', () => {
    const documents = [1, 2, 3, 4, 5, 6].map((number) =>
      aDocument({
        id: anId(number),
        aclRoot: anId(number % 2 === 0 ? 100 : 101),
        owner: number === 3 ? 'anna' : 'bert',
        title: number === 6 ? 'See' : 'Wald',
        properties: { 'ccm:level': [number < 3 ? 'low' : 'high'] },
      }),
    );
    beforeEach(() => put(...documents));

    test('are requested for the ACL roots of the hits, in every search', async () => {
      const requested: (readonly string[])[] = [];
      const viewer = {
        ...aViewer(),
        at: (aclRoots: readonly string[]) => {
          requested.push(aclRoots);
          return Promise.resolve(Uint8Array.from(aclRoots, () => aclRootVisibility.all));
        },
      };
      await find(index(), 'See', { accessFilter: viewer });
      expect(requested.flat()).toContain(anId(100));
      await find(index(), 'Wald -ccm:level:low', { accessFilter: viewer });
      expect(new Set(requested.flat())).toEqual(new Set([anId(100), anId(101)]));
      requested.length = 0;
      await find(index(), 'See', { accessFilter: viewer });
      expect(requested.flat()).toContain(anId(100));
    });

    test('decide on hits, totals, pages and facets alike', async () => {
      const viewer = aViewer(
        (anchor) => (anchor === anId(100) ? aclRootVisibility.all : aclRootVisibility.nothing),
        'anna',
      );
      const page = await find(index(), 'Wald', {
        accessFilter: viewer,
        facets: [facet('ccm:level')],
        skip: 1,
        limit: 1,
      });
      expect(page.total).toBe(3);
      expect(page.ids).toEqual([anId(3)]);
      expect(page.facets.get('ccm:level')).toEqual({
        values: [
          { value: 'high', count: 2 },
          { value: 'low', count: 1 },
        ],
        others: 0,
      });
      expect((await find(index(), '-title:Wald', { accessFilter: viewer })).ids).toEqual([anId(6)]);
    });

    test('that have changed count from the next search on', async () => {
      const all = aViewer();
      expect((await find(index(), 'Wald', { accessFilter: all })).total).toBe(5);
      const nothing = aViewer(() => aclRootVisibility.nothing);
      expect((await find(index(), 'Wald', { accessFilter: nothing })).total).toBe(0);
      expect((await find(index(), 'Wald', { accessFilter: { ...nothing, owns: 'anna' } })).total).toBe(1);
      expect((await find(index(), 'Wald', { accessFilter: all })).total).toBe(5);
    });

    test('of owners do not reach to where their documents are not there for them', async () => {
      const viewer = aViewer(() => aclRootVisibility.absent, 'anna');
      expect((await find(index(), '*:*', { accessFilter: viewer })).total).toBe(0);
    });

    test('that allow nothing leave nothing to be told', async () => {
      const page = await find(index(), '*:*', {
        accessFilter: aViewer(() => aclRootVisibility.nothing),
        facets: [facet('ccm:level')],
      });
      expect(page).toEqual({
        ids: [],
        total: 0,
        facets: new Map([['ccm:level', { values: [], others: 0 }]]),
        complete: 0,
        suggestions: [],
        weights: new Map(),
        explanations: [],
        query: { kind: 'everything' },
      });
    });

    test('that cannot be found out fail the search, and the next one asks again', async () => {
      const viewer = { ...aViewer(), at: () => Promise.reject(new Error('no rights today')) };
      await expect(find(index(), 'Wald', { accessFilter: viewer })).rejects.toThrow('no rights today');
      expect((await find(index(), 'Wald', { accessFilter: aViewer() })).total).toBe(5);
    });
  });

  describe('a document that is seen without its text', () => {
    const viewer = aViewer((anchor) => (anchor === anId(100) ? aclRootVisibility.metadata : aclRootVisibility.all));
    const seen = async (query: string) => {
      const { ids, total, facets } = await find(index(), query, { accessFilter: viewer, facets: [facet('ccm:x')] });
      expect(total).toBe(ids.length);
      expect(facets.get('ccm:x')?.values).toEqual(total === 0 ? [] : [{ value: 'x', count: total }]);
      return ids.map((found) => Number(found.slice(-12))).toSorted();
    };
    beforeEach(() =>
      put(
        ...[1, 2].map((number) =>
          aDocument({
            id: anId(number),
            aclRoot: anId(number === 1 ? 100 : 101),
            title: 'Wald',
            text: 'Geheimnis',
            properties: { 'ccm:x': ['x'], 'cclom:title': ['Wald'] },
          }),
        ),
      ),
    );

    test.each<[string, number[]]>([
      ['Geheimnis', [2]],
      ['geheim*', [2]],
      ['gehaimnis', [2]],
      ['text:Geheimnis', [2]],
      ['Wald', [1, 2]],
      ['Wald Geheimnis', [1, 2]],
      ['+Wald +Geheimnis', [2]],
      ['Wald-Geheimnis', [2]],
      ['title:Wald AND text:Geheimnis', [2]],
      ['title:Wald OR text:Geheimnis', [1, 2]],
      ['-Geheimnis', [1]],
      ['NOT text:Geheimnis', [1]],
      ['title:Wald -text:Geheimnis', [1]],
      ['title:Wald AND NOT (text:Geheimnis OR title:See)', [1]],
      ['NOT (NOT text:Geheimnis)', [2]],
      ['NOT (NOT title:Wald)', [1, 2]],
      ['NOT text:anderes', [1, 2]],
      ['cclom:title:Wald', [1, 2]],
      ['*:*', [1, 2]],
    ])('is found by %s as if it had none', async (query, expected) => {
      expect(await seen(query)).toEqual(expected);
    });

    test('is not given a better place by it', async () => {
      put(aDocument({ id: anId(0), title: 'Wald', properties: { 'ccm:x': ['x'] } }));
      const { ids } = await find(index(), 'Wald Geheimnis', { accessFilter: viewer });
      expect(ids).toEqual([2, 0, 1].map(anId));
    });
  });

  describe('facets', () => {
    test('count a document once for each of its values, the most frequent first', async () => {
      put(
        aDocument({ properties: { 'ccm:x': ['b', 'a', 'a'] } }),
        aDocument({ properties: { 'ccm:x': ['Größe', 'b'], 'ccm:y': [''] } }),
        aDocument({ properties: { 'ccm:x': ['c'] } }),
        aDocument({}),
      );
      const wanted = ['ccm:x', 'ccm:y', 'ccm:z', 'constructor'].map(facet);
      const { facets } = await find(index(), '*:*', { facets: wanted, limit: 0 });
      const values = Object.fromEntries([...facets].map(([property, counted]) => [property, counted.values]));
      expect(values).toEqual({
        'ccm:x': [
          { value: 'b', count: 2 },
          { value: 'Größe', count: 1 },
          { value: 'a', count: 1 },
          { value: 'c', count: 1 },
        ],
        'ccm:y': [{ value: '', count: 1 }],
        'ccm:z': [],
        constructor: [],
      });
    });

    test('leave out rare values and those behind the limit, and tell how many hits these have', async () => {
      put(...['a', 'a', 'a', 'b', 'b', 'c'].map((value) => aDocument({ properties: { 'ccm:x': [value] } })));
      const count = async (limit: number, minimum: number) =>
        (await find(index(), '*:*', { facets: [{ property: 'ccm:x', limit, minimum }] })).facets.get('ccm:x');
      expect(await count(1, 1)).toEqual({ values: [{ value: 'a', count: 3 }], others: 3 });
      expect(await count(9, 2)).toMatchObject({ values: [{ value: 'a' }, { value: 'b' }], others: 1 });
      expect(await count(0, 1)).toEqual({ values: [], others: 6 });
    });

    test('of documents that came one after the other are counted together', async () => {
      const many = Array.from({ length: 2_500 }, (_, number) => `wert ${number}`);
      for (const [at, value] of ['b', 'a', 'a'].entries()) {
        const properties = { 'ccm:x': [value, 'c'], 'ccm:y': at === 1 ? many : ['wert 7'] };
        put(aDocument({ id: anId(at), parent: anId(10 + (at % 2)), properties }));
        await find(index(), '*:*', { facets: [facet('ccm:x')] });
      }
      const facets = ['ccm:x', 'ccm:z', 'PARENT', 'ID'].map(facet).concat({ property: 'ccm:y', limit: 2, minimum: 1 });
      const found = await find(index(), '*:*', { facets });
      const counts = (property: string) =>
        found.facets.get(property)?.values.map(({ value, count }) => [value, count] as const);
      expect(counts('ccm:x')).toEqual([
        ['c', 3],
        ['a', 2],
        ['b', 1],
      ]);
      expect(counts('ccm:y')).toEqual([
        ['wert 7', 3],
        ['wert 0', 1],
      ]);
      expect(found.facets.get('ccm:y')?.others).toBe(2_498);
      expect(counts('ccm:z')).toEqual([]);
      expect(counts('PARENT')).toEqual([
        [anId(10), 2],
        [anId(11), 1],
      ]);
      expect(counts('ID')).toEqual([0, 1, 2].map((number) => [anId(number), 1]));
    });
  });

  describe('ids', () => {
    beforeEach(() =>
      put(
        aDocument({ id: anId(3), parent: anId(9), title: 'Wald' }),
        aDocument({ id: anId(1), parent: anId(8), title: 'Wald' }),
        aDocument({ id: anId(2), parent: anId(9), title: 'Wald' }),
        aDocument({ id: anId(4), title: 'Wald' }),
      ),
    );

    test('of documents and of their parents are counted', async () => {
      const { facets } = await find(index(), '*:*', { facets: [facet('PARENT'), facet('ID')] });
      expect(facets.get('PARENT')?.values).toEqual([
        { value: anId(9), count: 2 },
        { value: anId(8), count: 1 },
      ]);
      expect(facets.get('ID')?.values).toEqual([1, 2, 3, 4].map((number) => ({ value: anId(number), count: 1 })));
    });

    test('are what documents may be ordered by', async () => {
      const ordered = async (property: string, ascending: boolean) =>
        (await find(index(), 'Wald', { sort: [{ property, as: 'text', ascending }] })).ids;
      expect(await ordered('ID', false)).toEqual([4, 3, 2, 1].map(anId));
      expect(await ordered('PARENT', true)).toEqual([1, 2, 3, 4].map(anId));
    });

    test('that no document can have find nothing', async () => {
      for (const field of ['ID', 'PARENT']) {
        for (const value of ['', 'wald', anId(7)]) {
          expect((await find(index(), { kind: 'value', field, value })).total).toBe(0);
        }
      }
    });
  });

  describe('pages', () => {
    test('follow each other without a gap or a repetition, equal hits by their ids', async () => {
      const numbers = [7, 3, 9, 1, 8, 2, 6, 4, 5];
      put(...numbers.map((number) => aDocument({ id: anId(number), title: 'Wald' })));
      const pages = await Promise.all([0, 4, 8, 12].map((skip) => find(index(), 'Wald', { skip, limit: 4 })));
      expect(pages.map(({ total }) => total)).toEqual([9, 9, 9, 9]);
      expect(pages.flatMap(({ ids }) => ids)).toEqual(numbers.toSorted().map(anId));
    });
  });
}
