import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '../../src/base/ids.ts';
import type { IndexedDocument } from '../../src/ports/search-index.ts';
import { aDocument, anId, find, type UseSearchIndex } from './search-index-documents.ts';

/** What a search index tells of what it has found. */
export function describeHits(use: UseSearchIndex): void {
  const { index, put } = use;

  describe('rights', () => {
    const documents = [1, 2, 3, 4, 5, 6].map((number) =>
      aDocument({
        id: anId(number),
        anchor: anId(number % 2 === 0 ? 100 : 101),
        owner: number === 3 ? 'anna' : 'bert',
        title: number === 6 ? 'See' : 'Wald',
        properties: { 'ccm:level': [number < 3 ? 'low' : 'high'] },
      }),
    );
    beforeEach(() => put(...documents));

    test('are asked for once, with the anchors of what was found and no others', async () => {
      const asked: NodeId[][] = [];
      await find(index(), 'Wald -ccm:level:low', {
        sight: (anchors) => {
          asked.push([...anchors].toSorted());
          return Promise.resolve(() => 'all');
        },
      });
      expect(asked).toEqual([[anId(100), anId(101)]]);
      asked.length = 0;
      await find(index(), 'See', {
        sight: (anchors) => {
          asked.push([...anchors]);
          return Promise.resolve(() => 'all');
        },
      });
      expect(asked).toEqual([[anId(100)]]);
    });

    test('decide on hits, totals, pages and facets alike', async () => {
      const sight = () =>
        Promise.resolve(({ anchor, owner }: Pick<IndexedDocument, 'anchor' | 'owner'>) =>
          anchor === anId(100) || owner === 'anna' ? ('all' as const) : ('nothing' as const),
        );
      const page = await find(index(), 'Wald', { sight, facets: ['ccm:level'], skip: 1, limit: 1 });
      expect(page.total).toBe(3);
      expect(page.ids).toEqual([anId(3)]);
      expect(page.facets.get('ccm:level')).toEqual([
        { value: 'high', count: 2 },
        { value: 'low', count: 1 },
      ]);
      expect((await find(index(), '-title:Wald', { sight })).ids).toEqual([anId(6)]);
    });

    test('that allow nothing leave nothing to be told', async () => {
      const page = await find(index(), '*:*', {
        sight: () => Promise.resolve(() => 'nothing'),
        facets: ['ccm:level'],
      });
      expect(page).toEqual({ ids: [], total: 0, facets: new Map([['ccm:level', []]]) });
    });

    test('that cannot be found out fail the search', async () => {
      const failing = find(index(), 'Wald', { sight: () => Promise.reject(new Error('no rights today')) });
      await expect(failing).rejects.toThrow('no rights today');
    });
  });

  describe('a document that is seen without its text', () => {
    const sight = () =>
      Promise.resolve(({ id }: Pick<IndexedDocument, 'id'>) =>
        id === anId(1) ? ('metadata' as const) : ('all' as const),
      );
    const seen = async (query: string) => {
      const { ids, total, facets } = await find(index(), query, { sight, facets: ['ccm:x'] });
      expect(total).toBe(ids.length);
      expect(facets.get('ccm:x')).toEqual(total === 0 ? [] : [{ value: 'x', count: total }]);
      return ids.map((found) => Number(found.slice(-12))).toSorted();
    };
    beforeEach(() =>
      put(
        ...[1, 2].map((number) =>
          aDocument({
            id: anId(number),
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
      ['"Wald Geheimnis"', [2]],
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
      const { ids } = await find(index(), 'Wald Geheimnis', { sight });
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
      const { facets } = await find(index(), '*:*', { facets: ['ccm:x', 'ccm:y', 'ccm:z', 'constructor'], limit: 0 });
      expect(Object.fromEntries(facets)).toEqual({
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
