import { z } from 'zod';
import { Facette, Highlight, ScoreExplanation, Suggest } from '../../contract/objects/search.ts';

const list = <T extends z.ZodType>(element: T) => z.array(element).nullish();

/** A search result of this or another repository. Other servers leave fields out, or have others. */
export const FoundElsewhere = z.looseObject({
  nodes: z.array(z.record(z.string(), z.unknown())),
  pagination: z.looseObject({ total: z.int().min(0) }),
  facets: list(Facette.partial({ sumOtherDocCount: true })),
  facettes: list(Facette.partial({ sumOtherDocCount: true })),
  ignored: list(z.string()),
  suggests: list(Suggest),
  explanations: list(ScoreExplanation),
  highlights: list(Highlight),
  relaxed: z.boolean().nullish(),
  totalWithAllWords: z.int().min(0).nullish(),
});

export type FoundElsewhere = z.output<typeof FoundElsewhere>;

interface MergedHit {
  readonly node: Readonly<Record<string, unknown>>;
  readonly explanation: z.output<typeof ScoreExplanation> | undefined;
  readonly highlight: z.output<typeof Highlight> | undefined;
}

/** The results of several repositories as one. */
export interface MergedResults {
  readonly hits: readonly MergedHit[];
  readonly total: number;
  readonly facets: readonly z.output<typeof Facette>[];
  readonly ignored: readonly string[];
  readonly suggests: readonly z.output<typeof Suggest>[];
  readonly relaxed: boolean;
  readonly totalWithAllWords: number;
}

/**
 * Takes the first hit of each result, then the second of each, and so on. Scores of different repositories cannot be
 * compared, because each depends on how frequent the words are there.
 */
function mergedHits(results: readonly FoundElsewhere[]): MergedHit[] {
  const hits: MergedHit[] = [];
  const maxCount = results.reduce((max, { nodes }) => Math.max(max, nodes.length), 0);
  for (let rank = 0; rank < maxCount; rank += 1) {
    for (const { nodes, explanations, highlights } of results) {
      const node = nodes[rank];
      if (node !== undefined) hits.push({ node, explanation: explanations?.[rank], highlight: highlights?.[rank] });
    }
  }
  return hits;
}

interface FacetSum {
  readonly counts: Map<string, number>;
  others: number;
}

/** Adds the counts of all results. The most frequent values come first, up to `limit`; `sumOtherDocCount` counts the rest. */
function mergedFacets(results: readonly FoundElsewhere[], limit: number): z.output<typeof Facette>[] {
  const sums = new Map<string, FacetSum>();
  for (const { property, values, sumOtherDocCount = 0 } of results.flatMap(
    ({ facets, facettes }) => facets ?? facettes ?? [],
  )) {
    const sum = sums.get(property) ?? { counts: new Map<string, number>(), others: 0 };
    for (const { value, count } of values) sum.counts.set(value, (sum.counts.get(value) ?? 0) + count);
    sum.others += sumOtherDocCount;
    sums.set(property, sum);
  }
  return [...sums].map(([property, { counts, others }]) => {
    const values = [...counts].map(([value, count]) => ({ value, count }));
    values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    const rest = values.slice(limit).reduce((sum, { count }) => sum + count, others);
    return { property, values: values.slice(0, limit), sumOtherDocCount: rest };
  });
}

/**
 * Merges results by rank; earlier results come first within a rank. Results of repositories without a node that has all words
 * (`relaxed`) follow those of the others.
 */
export function mergeResults(results: readonly FoundElsewhere[], facetLimit: number): MergedResults {
  const strict = results.filter(({ relaxed }) => relaxed !== true);
  const total = results.reduce((sum, { pagination }) => sum + pagination.total, 0);
  const totalWithAllWords = strict.reduce((sum, one) => sum + (one.totalWithAllWords ?? one.pagination.total), 0);
  const suggests = results.flatMap((result) => result.suggests ?? []).sort((a, b) => b.score - a.score);
  return {
    hits: [...mergedHits(strict), ...mergedHits(results.filter(({ relaxed }) => relaxed === true))],
    total,
    totalWithAllWords,
    facets: mergedFacets(results, facetLimit),
    ignored: [...new Set(results.flatMap(({ ignored }) => ignored ?? []))],
    suggests: suggests.filter(({ text }, at) => suggests.findIndex((other) => other.text === text) === at),
    relaxed: total > 0 && totalWithAllWords === 0,
  };
}
