import type { DocumentField } from '../../domain/query.ts';
import type { ValueKeys } from './columns.ts';
import type { Found, FoundPool } from './found.ts';
import type { Entries } from './postings.ts';
import { type PlaceWeights, placeWeightsOf, type Statistics } from './ranking.ts';
import type { Segment } from './segment.ts';
import type { TermScoring } from './term-scores.ts';
import type { Tree } from './tree.ts';

/** What a query is evaluated with, over one segment. Deleted documents are found like all others. */
export interface Evaluation {
  readonly segment: Segment;
  readonly statistics: Statistics;
  /** The parts of documents that have a say. */
  readonly parts: readonly DocumentField[];
  /** With how much less than all of its queries each `most` is content. */
  readonly slack: number;
  readonly pool: FoundPool;
  readonly entries: Entries;
  readonly tree: Tree;
  readonly keys: ValueKeys;
  /** The same segment in which `ID` and `PARENT` are properties. */
  readonly withIds: () => Segment;
}

/** How the documents of the words that are found for this one are scored. */
export function scoringFor(
  wanted: string,
  field: string | undefined,
  { segment, statistics, parts }: Evaluation,
  within: Found | undefined,
): TermScoring {
  const where = knownWeights(segment, field, parts);
  return { segment, where, statistics, rarity: statistics.rarity(wanted), within };
}

const weightTables = new WeakMap<Segment, Map<string, PlaceWeights>>();

function knownWeights(segment: Segment, field: string | undefined, parts: readonly DocumentField[]): PlaceWeights {
  let tables = weightTables.get(segment);
  if (tables === undefined) {
    tables = new Map();
    weightTables.set(segment, tables);
  }
  const key = `${field ?? ''}/${parts.length}`;
  // Fields that nobody has are as many as callers think of.
  if (tables.size > 100) tables.clear();
  const weights = tables.get(key) ?? placeWeightsOf(segment, field, parts);
  tables.set(key, weights);
  return weights;
}
