import type { Nearness } from '../../domain/word-match.ts';
import { type Found, has, put } from './found.ts';
import { type Entries, manyTimes } from './postings.ts';
import { type PlaceWeights, type Statistics, saturation, shareOf } from './ranking.ts';
import type { Segment } from './segment.ts';
import { type ByteCursor, readVarint } from './varints.ts';

/** What the documents of a word are scored by. */
export interface TermScoring {
  readonly segment: Segment;
  readonly where: PlaceWeights;
  readonly statistics: Statistics;
  /** What the word that was looked for is worth. */
  readonly rarity: number;
  /** Only documents in it count; undefined: all do. */
  readonly within: Found | undefined;
}

/**
 * Adds the documents of a word; one that is there already keeps the better score. Entries are weighed while they are read (their form:
 * `Segment.postings`): a frequent word has tens of thousands, and columns of them would be written and read again.
 */
export function addTerm(found: Found, scoring: TermScoring, word: number, nearness: Nearness): void {
  const { postings, postingStarts } = scoring.segment;
  const cursor: ByteCursor = { bytes: postings, at: postingStarts[word] ?? 0 };
  const end = postingStarts[word + 1] ?? 0;
  const { within } = scoring;
  const isFirst = found.count === 0 && within === undefined;
  let from = cursor.at;
  let document = -1;
  let isWanted = false;
  let weight = 0;
  while (from < end) {
    // Nearly all numbers have one byte: reading these here, and the others by a cursor, doubles the speed.
    let step = postings[from] ?? 0;
    from += 1;
    if (step >= 0x80) {
      cursor.at = from - 1;
      step = readVarint(cursor);
      from = cursor.at;
    }
    let code = postings[from] ?? 0;
    from += 1;
    if (code >= 0x80) {
      cursor.at = from - 1;
      code = readVarint(cursor);
      from = cursor.at;
    }
    let frequency = (code & manyTimes) + 1;
    if (frequency > manyTimes) {
      cursor.at = from;
      frequency += readVarint(cursor);
      from = cursor.at;
    }
    if (step > 0) {
      if (weight > 0) take(found, document, nearness + shareOf(weight), isFirst);
      weight = 0;
      document += step;
      isWanted = within === undefined || has(within, document);
    }
    if (isWanted) weight += entryWeight(scoring, document, code >>> 2, frequency);
  }
  if (weight > 0) take(found, document, nearness + shareOf(weight), isFirst);
}

/** `isFirst`: nothing was found by another word, so that none comes twice. */
function take(found: Found, document: number, score: number, isFirst: boolean): void {
  if (!isFirst) {
    if (has(found, document) && score <= (found.scores[document] ?? 0)) return;
    put(found, document, score);
    return;
  }
  found.marks[document] = found.mark;
  found.documents[found.count] = document;
  found.scores[document] = score;
  found.count += 1;
}

/** What the entries of one document weigh together: BM25, field by field. */
export function weightOf(scoring: TermScoring, entries: Entries, from: number, end: number): number {
  let weight = 0;
  for (let at = from; at < end; at += 1)
    weight += entryWeight(scoring, entries.documents[at] ?? 0, entries.places[at] ?? 0, entries.frequencies[at] ?? 1);
  return weight;
}

function entryWeight(
  { segment, where, statistics, rarity }: TermScoring,
  document: number,
  place: number,
  frequency: number,
): number {
  const worth = where.weights[place] ?? 0;
  if (worth === 0) return 0;
  const start = where.lengthStarts[place] ?? -1;
  const code = start < 0 ? 0 : (segment.lengths[start + document] ?? 0);
  const norm = start < 0 ? saturation : (statistics.lengthNorms[(where.parts[place] ?? 0) * 256 + code] ?? saturation);
  return (worth * rarity * frequency * (saturation + 1)) / (frequency + norm);
}
