import { z } from 'zod';
import { Facette, ScoreExplanation, Suggest } from '../../contract/objects/search.ts';

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
  relaxed: z.boolean().nullish(),
});

export type FoundElsewhere = z.output<typeof FoundElsewhere>;

interface MergedHit {
  readonly node: Readonly<Record<string, unknown>>;
  readonly explanation: z.output<typeof ScoreExplanation> | undefined;
}

/** The results of several repositories as one. */
export interface MergedResults {
  readonly hits: readonly MergedHit[];
  readonly total: number;
  readonly facets: readonly z.output<typeof Facette>[];
  readonly ignored: readonly string[];
  readonly suggests: readonly z.output<typeof Suggest>[];
  readonly relaxed: boolean;
}

/**
 * Takes the first hit of each result, then the second of each, and so on. Scores of different repositories cannot be
 * compared, because each depends on how frequent the words are there.
 */
function mergedHits(results: readonly FoundElsewhere[]): MergedHit[] {
  const hits: MergedHit[] = [];
  const maxCount = results.reduce((max, { nodes }) => Math.max(max, nodes.length), 0);
  for (let rank = 0; rank < maxCount; rank += 1) {
    for (const { nodes, explanations } of results) {
      const node = nodes[rank];
      if (node !== undefined) hits.push({ node, explanation: explanations?.[rank] });
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
 * Merges results by rank; earlier results come first within a rank. If some repository has nodes with all words, those
 * that have only nodes with most of the words (`relaxed`) do not count, as in the search of a single repository.
 */
export function mergeResults(results: readonly FoundElsewhere[], facetLimit: number): MergedResults {
  const strict = results.filter(({ relaxed, pagination }) => relaxed !== true && pagination.total > 0);
  const counted = strict.length > 0 ? strict : results;
  const suggests = results.flatMap((result) => result.suggests ?? []).sort((a, b) => b.score - a.score);
  return {
    hits: mergedHits(counted),
    total: counted.reduce((sum, { pagination }) => sum + pagination.total, 0),
    facets: mergedFacets(counted, facetLimit),
    ignored: [...new Set(results.flatMap(({ ignored }) => ignored ?? []))],
    suggests: suggests.filter(({ text }, at) => suggests.findIndex((other) => other.text === text) === at),
    relaxed: counted.some(({ relaxed }) => relaxed === true),
  };
}
