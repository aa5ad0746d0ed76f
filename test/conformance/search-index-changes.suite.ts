import { describe, expect, test } from 'vitest';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import { aDocument, anId, aViewer, facet, find, type UseSearchIndex } from './search-index-documents.ts';

/** How a search index follows changes. */
export function describeChanges(use: UseSearchIndex): void {
  const { index, put, remove, found } = use;

  describe('changes', () => {
    test('move the position on and are found at once', async () => {
      expect([index().position, index().size]).toEqual([0, 0]);
      index().apply({ puts: [aDocument({ id: anId(1), title: 'Wald' })], removals: [] }, 17);
      expect([index().position, index().size]).toEqual([17, 1]);
      expect(await found('Wald')).toEqual([1]);
      index().apply({ puts: [], removals: [] }, 18);
      expect([index().position, index().size]).toEqual([18, 1]);
    });

    test('replace what was there under the same id', async () => {
      put(aDocument({ id: anId(1), title: 'Wald', properties: { 'ccm:x': ['alt'] } }));
      put(aDocument({ id: anId(1), title: 'Wiese', properties: { 'ccm:x': ['neu'] } }));
      expect(index().size).toBe(1);
      expect(await found('Wald ccm:x:alt')).toEqual([]);
      expect(await found('Wiese')).toEqual([1]);
      expect((await find(index(), '*:*', { facets: [facet('ccm:x')] })).facets.get('ccm:x')).toEqual({
        values: [{ value: 'neu', count: 1 }],
        others: 0,
      });
    });

    test('of the same id twice in one update leave the last', async () => {
      put(aDocument({ id: anId(1), title: 'Wald' }), aDocument({ id: anId(1), title: 'Wiese' }));
      expect([index().size, await found('Wald'), await found('Wiese')]).toEqual([1, [], [1]]);
    });

    test('take documents out, and pass over what is not there', async () => {
      put(aDocument({ id: anId(1), title: 'Wald' }), aDocument({ id: anId(2), title: 'Wald' }));
      remove(anId(1), anId(3));
      expect([index().size, await found('Wald'), await found('*:*')]).toEqual([1, [2], [2]]);
      remove(anId(2));
      expect([index().size, await found('Wald'), await found('*:*')]).toEqual([0, [], []]);
    });

    test('after a search was called do not reach into it', async () => {
      put(aDocument({ id: anId(1), title: 'Wald' }));
      const { ids } = await find(index(), 'Wald', {
        accessFilter: {
          ...aViewer(),
          at: (anchors) => {
            remove(anId(1));
            put(aDocument({ id: anId(2), title: 'Wald' }));
            return Promise.resolve(Uint8Array.from(anchors, () => aclRootVisibility.all));
          },
        },
      });
      expect(ids).toEqual([anId(1)]);
      expect(await found('Wald')).toEqual([2]);
    });

    test('by the thousand leave the right ones', async () => {
      for (const round of ['eins', 'zwei', 'drei', 'vier']) {
        put(
          ...Array.from({ length: 900 }, (_, number) =>
            aDocument({ id: anId(number), title: `${round} Nummer ${number}` }),
          ),
        );
      }
      expect([await found('title:drei'), (await found('title:vier')).length]).toEqual([[], 900]);
      remove(...Array.from({ length: 890 }, (_, number) => anId(number)));
      expect(await found('title:nummer')).toHaveLength(10);
      expect(await found('title:89*')).toHaveLength(10);
      expect(await found('numer')).toHaveLength(10);
    });

    test('are all forgotten by clear', async () => {
      put(aDocument({ id: anId(1), title: 'Wald' }));
      index().clear();
      expect([index().position, index().size, await found('*:*'), await found('Wald')]).toEqual([0, 0, [], []]);
      put(aDocument({ id: anId(1), title: 'Wald' }));
      expect(await found('Wald')).toEqual([1]);
    });
  });
}
