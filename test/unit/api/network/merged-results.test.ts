import { describe, expect, test } from 'vitest';
import { FoundElsewhere, mergeResults } from '../../../../src/api/network/merged-results.ts';

const result = (ids: readonly string[], more: object = {}): FoundElsewhere =>
  FoundElsewhere.parse({ nodes: ids.map((id) => ({ id })), pagination: { total: ids.length }, ...more });

const facet = (values: Readonly<Record<string, number>>, sumOtherDocCount = 0) => ({
  facets: [
    { property: 'p', values: Object.entries(values).map(([value, count]) => ({ value, count })), sumOtherDocCount },
  ],
});

const idsOf = (results: readonly FoundElsewhere[]): unknown[] =>
  mergeResults(results, 10).hits.map(({ node }) => node['id']);

describe('results of several repositories', () => {
  test('are merged by rank, in the order of the repositories', () => {
    expect(idsOf([result(['a1', 'a2', 'a3']), result([]), result(['c1']), result(['d1', 'd2'])])).toEqual([
      'a1',
      'c1',
      'd1',
      'a2',
      'd2',
      'a3',
    ]);
  });

  test('keep the explanation of each hit', () => {
    const explanation = { id: 'b1', score: 1, parts: [] };
    const { hits } = mergeResults([result(['a1']), result(['b1'], { explanations: [explanation] })], 10);
    expect(hits.map((hit) => hit.explanation)).toEqual([undefined, explanation]);
  });

  test('add up totals and facets, the most frequent values first', () => {
    const results = [result(['1'], facet({ x: 2, y: 1 }, 4)), result(['2'], facet({ y: 5, z: 1 }, 1))];
    const { total, facets } = mergeResults(results, 10);
    expect(total).toBe(2);
    expect(facets).toEqual([
      {
        property: 'p',
        values: [
          { value: 'y', count: 6 },
          { value: 'x', count: 2 },
          { value: 'z', count: 1 },
        ],
        sumOtherDocCount: 5,
      },
    ]);
    expect(mergeResults(results, 1).facets).toMatchObject([{ values: [{ value: 'y' }], sumOtherDocCount: 8 }]);
  });

  test('without a node that has all words follow the others', () => {
    const relaxed = result(['r1'], { relaxed: true, totalWithAllWords: 0 });
    expect(idsOf([relaxed, result(['s1', 's2'])])).toEqual(['s1', 's2', 'r1']);
    expect(mergeResults([relaxed, result(['s1'])], 10)).toMatchObject({
      total: 2,
      totalWithAllWords: 1,
      relaxed: false,
    });
    expect(mergeResults([relaxed, result([])], 10)).toMatchObject({ total: 1, totalWithAllWords: 0, relaxed: true });
  });

  test('of earlier servers have facettes and no optional fields', () => {
    const old = FoundElsewhere.parse({
      nodes: [],
      pagination: { total: 0, from: 0, count: 0 },
      facettes: [{ property: 'p', values: [{ value: 'x', count: 1 }] }],
      facets: null,
    });
    expect(mergeResults([old], 10).facets).toMatchObject([{ property: 'p', sumOtherDocCount: 0 }]);
  });

  test('each suggestion stands once, the best first', () => {
    const suggests = [
      { text: 'a', score: 0.5 },
      { text: 'b', score: 1 },
    ];
    expect(mergeResults([result([], { suggests }), result([], { suggests })], 10).suggests).toEqual([
      { text: 'b', score: 1 },
      { text: 'a', score: 0.5 },
    ]);
  });

  test('that are none are refused', () => {
    for (const value of [null, {}, { nodes: {}, pagination: { total: 1 } }, { nodes: [], pagination: { total: -1 } }]) {
      expect(FoundElsewhere.safeParse(value).success).toBe(false);
    }
  });
});
