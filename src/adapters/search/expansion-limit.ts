import { partsOf, type Query } from '../../domain/query.ts';
import { mostExpansions, tooManyExpansions } from '../../domain/query-limits.ts';
import type { LiveSegment } from './segment.ts';
import { takeFitting } from './word-expansion.ts';
import { wordAt } from './words.ts';

/** Throws `BadRequest` where too many words fit one of the patterns of a query. */
export function refuseManyExpansions(query: Query, live: readonly LiveSegment[]): void {
  for (const pattern of patternsIn(query)) {
    const words = new Set<string>();
    for (const { segment } of live) {
      takeFitting(segment, pattern, (word) => words.add(wordAt(segment, word)));
      if (words.size > mostExpansions) throw tooManyExpansions(pattern);
    }
  }
}

function patternsIn(query: Query): readonly string[] {
  if (query.kind === 'wildcard') return [query.pattern];
  if (query.kind === 'phrase') return query.words.filter((word) => word !== '*' && /[*?]/.test(word));
  return partsOf(query).flatMap(patternsIn);
}
