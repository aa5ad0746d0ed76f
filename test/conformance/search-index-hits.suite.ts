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
        visibility: (anchors) => {
          asked.push([...anchors].toSorted());
          return Promise.resolve(() => true);
        },
      });
      expect(asked).toEqual([[anId(100), anId(101)]]);
      asked.length = 0;
      await find(index(), 'See', { visibility: (anchors) => Promise.resolve(() => asked.push([...anchors]) > 0) });
      expect(asked).toEqual([[anId(100)]]);
    });

    test('decide on hits, totals, pages and facets alike', async () => {
      const visibility = () =>
        Promise.resolve(
          ({ anchor, owner }: Pick<IndexedDocument, 'anchor' | 'owner'>) => anchor === anId(100) || owner === 'anna',
        );
      const page = await find(index(), 'Wald', { visibility, facets: ['ccm:level'], skip: 1, limit: 1 });
      expect(page.total).toBe(3);
      expect(page.ids).toEqual([anId(3)]);
      expect(page.facets.get('ccm:level')).toEqual([
        { value: 'high', count: 2 },
        { value: 'low', count: 1 },
      ]);
      expect((await find(index(), '-title:Wald', { visibility })).ids).toEqual([anId(6)]);
    });

    test('that allow nothing leave nothing to be told', async () => {
      const page = await find(index(), '*:*', {
        visibility: () => Promise.resolve(() => false),
        facets: ['ccm:level'],
      });
      expect(page).toEqual({ ids: [], total: 0, facets: new Map([['ccm:level', []]]) });
    });

    test('that cannot be found out fail the search', async () => {
      const failing = find(index(), 'Wald', { visibility: () => Promise.reject(new Error('no rights today')) });
      await expect(failing).rejects.toThrow('no rights today');
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
