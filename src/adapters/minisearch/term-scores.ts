import type { Nearness } from '../../domain/word-match.ts';
import { type Found, has, put } from './found.ts';
import { type Entries, readEntries } from './postings.ts';
import { type PlaceWeights, type Statistics, saturation, shareOf } from './ranking.ts';
import type { Segment } from './segment.ts';

/** What the documents of a word are scored by. */
export interface TermScoring {
  readonly segment: Segment;
  readonly where: PlaceWeights;
  readonly statistics: Statistics;
  /** What the word that was looked for is worth. */
  readonly rarity: number;
  /** Only documents in it count; undefined: all do. */
  readonly within: Found | undefined;
  /** Lent: its columns are filled with the entries of one word after the other. */
  readonly entries: Entries;
}

/** Adds the documents of a word; one that is there already keeps the better score. */
export function addTerm(found: Found, scoring: TermScoring, word: number, nearness: Nearness): void {
  const { segment, entries, within } = scoring;
  readEntries(segment, word, entries);
  const { documents, count } = entries;
  const shares = count > worthTables ? sharesOf(scoring) : undefined;
  for (let at = 0; at < count; ) {
    const document = documents[at] ?? 0;
    let end = at + 1;
    while (end < count && documents[end] === document) end += 1;
    if (within === undefined || has(within, document)) {
      const isPlain = shares !== undefined && end === at + 1 && entries.frequencies[at] === 1;
      const share = isPlain ? plainShare(shares, scoring, at) : shareOf(weightOf(scoring, at, end));
      if (share > 0) putBetter(found, document, nearness + share);
    }
    at = end;
  }
}

/** Words with more entries than this are worth a table of what one entry can weigh. */
const worthTables = 500;
const tables = new WeakMap<TermScoring, Float64Array>();
const unknown = -1;

function sharesOf(scoring: TermScoring): Float64Array {
  const shares = tables.get(scoring) ?? new Float64Array(scoring.where.weights.length * 256).fill(unknown);
  tables.set(scoring, shares);
  return shares;
}

/** The share of a document in which the word stands once, in one place: the same for all with the same length. */
function plainShare(shares: Float64Array, scoring: TermScoring, at: number): number {
  const { segment, where, entries } = scoring;
  const place = entries.places[at] ?? 0;
  const start = where.lengthStarts[place] ?? -1;
  const code = start < 0 ? 0 : (segment.lengths[start + (entries.documents[at] ?? 0)] ?? 0);
  const share = shares[place * 256 + code] ?? unknown;
  if (share !== unknown) return share;
  const made = shareOf(weightOf(scoring, at, at + 1));
  shares[place * 256 + code] = made;
  return made;
}

function putBetter(found: Found, document: number, score: number): void {
  if (!has(found, document) || score > (found.scores[document] ?? 0)) put(found, document, score);
}

/** What the entries of one document weigh together: BM25, field by field. */
export function weightOf(
  { segment, where, statistics, rarity, entries }: TermScoring,
  from: number,
  end: number,
): number {
  const { weights, lengthStarts, parts } = where;
  let weight = 0;
  for (let at = from; at < end; at += 1) {
    const place = entries.places[at] ?? 0;
    const worth = weights[place] ?? 0;
    if (worth === 0) continue;
    const start = lengthStarts[place] ?? -1;
    const code = start < 0 ? 0 : (segment.lengths[start + (entries.documents[at] ?? 0)] ?? 0);
    const norm = start < 0 ? saturation : (statistics.lengthNorms[(parts[place] ?? 0) * 256 + code] ?? saturation);
    const frequency = entries.frequencies[at] ?? 1;
    weight += (worth * rarity * frequency * (saturation + 1)) / (frequency + norm);
  }
  return weight;
}
