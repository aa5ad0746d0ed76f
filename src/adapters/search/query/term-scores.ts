import type { MatchQuality } from '../../../domain/text/term-match.ts';
import { type ByteCursor, readVarint } from '../codec/varints.ts';
import { manyTimes } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { blocksWith, fewOf, nextBlock, type SizedLists, type SkipList } from '../segment/skip-list.ts';
import { type CooperativeTasks, taskSize } from '../writer/cooperative-tasks.ts';
import type { FuzzyTerms } from './fuzzy-terms.ts';
import { type PlaceWeights, type Statistics, saturation, shareOf } from './ranking.ts';
import { has, put, type ScoredDocs } from './scored-docs.ts';

/** What the documents of a word are scored by. */
export interface TermScoring {
  readonly segment: SizedLists & Pick<Segment, 'lengths'>;
  readonly where: PlaceWeights;
  readonly statistics: Pick<Statistics, 'lengthNorms'>;
  /** What the word that was looked for is worth. */
  readonly rarity: number;
  /** By how much a score counts. */
  readonly factor: number;
  /** Only documents in it count; undefined: all do. */
  readonly within: ScoredDocs | undefined;
}

/** Adds the documents of words; one that is there already keeps the better score. */
export function* addTerms(
  found: ScoredDocs,
  scoring: TermScoring,
  { words, nearness }: FuzzyTerms,
): CooperativeTasks<void> {
  const { segment, within } = scoring;
  if (within?.count === 0) return;
  let left = taskSize;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    const few = fewOf(within, segment, word);
    const stretches = few && (yield* blocksWith(few, segment, word));
    const term = beginTerm(found, scoring, word, nearness[at] ?? 1, stretches);
    while (term.at < term.end || goOn(term)) {
      left -= addEntries(found, scoring, term, left);
      if (left > 0) continue;
      yield;
      left = taskSize;
    }
  }
}

/** How far the entries of a word are read. */
interface Term extends ByteCursor {
  /** Of the stretch that is being read, or of all entries. */
  end: number;
  /** All that is to be read; undefined: all entries. */
  readonly stretches: SkipList | undefined;
  readonly nearness: MatchQuality;
  /** Nothing was found by another word, so that no document comes twice. */
  readonly isFirst: boolean;
  /** The document of the entry that was read last, and what its entries weigh so far. */
  document: number;
  isWanted: boolean;
  weight: number;
}

function beginTerm(
  found: ScoredDocs,
  { segment: { postings, postingStarts }, within }: TermScoring,
  word: number,
  nearness: MatchQuality,
  stretches: SkipList | undefined,
): Term {
  const start = postingStarts[word] ?? 0;
  return {
    bytes: postings,
    at: start,
    end: stretches === undefined ? (postingStarts[word + 1] ?? 0) : start,
    stretches,
    nearness,
    isFirst: found.count === 0 && within === undefined,
    document: -1,
    isWanted: false,
    weight: 0,
  };
}

/** Goes on with the next stretch; false: there is none. No document has entries in two of them. */
function goOn(term: Term): boolean {
  const { stretches } = term;
  if (stretches === undefined || !nextBlock(stretches)) return false;
  term.at = stretches.start;
  term.end = stretches.end;
  term.document = stretches.documentBefore;
  term.weight = 0;
  return true;
}

/**
 * Adds documents of a word, and gives how many bytes were read: all that are left, or a few more than `most`. Entries are weighed while
 * they are read (their form: `Segment.postings`): a frequent word has tens of thousands, and columns of them would be written and
 * read again.
 */
function addEntries(found: ScoredDocs, scoring: TermScoring, term: Term, most: number): number {
  const { bytes: postings, end, nearness, isFirst } = term;
  const { within, factor } = scoring;
  const begin = term.at;
  const stop = Math.min(end, begin + most);
  let from = begin;
  let { document, isWanted, weight } = term;
  while (from < stop) {
    // Nearly all numbers have one byte: reading these here, and the others by a cursor, doubles the speed.
    let step = postings[from] ?? 0;
    from += 1;
    if (step >= 0x80) {
      term.at = from - 1;
      step = readVarint(term);
      from = term.at;
    }
    let code = postings[from] ?? 0;
    from += 1;
    if (code >= 0x80) {
      term.at = from - 1;
      code = readVarint(term);
      from = term.at;
    }
    let frequency = (code & manyTimes) + 1;
    if (frequency > manyTimes) {
      term.at = from;
      frequency += readVarint(term);
      from = term.at;
    }
    if (step > 0) {
      if (weight > 0) take(found, document, (nearness + shareOf(weight)) * factor, isFirst);
      weight = 0;
      document += step;
      isWanted = within === undefined || has(within, document);
    }
    if (isWanted) weight += entryWeight(scoring, document, code >>> 2, frequency);
  }
  if (from === end && weight > 0) take(found, document, (nearness + shareOf(weight)) * factor, isFirst);
  term.at = from;
  term.document = document;
  term.isWanted = isWanted;
  term.weight = weight;
  return from - begin;
}

function take(found: ScoredDocs, document: number, score: number, isFirst: boolean): void {
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

/** BM25 of one entry. */
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
