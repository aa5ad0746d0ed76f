import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { MatchQuality } from '../../../domain/query/term-match.ts';
import { type ByteCursor, readVarint } from '../codec/varints.ts';
import { frequencyEscape } from '../segment/postings.ts';
import { has, put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import { blocksWith, nextBlock, type SizedLists, type SkipList, selectiveFilter } from '../segment/skip-list.ts';
import { taskSize } from '../task-scheduler.ts';
import type { MatchedTerms } from '../terms/term-expansion.ts';
import { lengthNorms, type PlaceWeights, saturation, wordScore } from './ranking.ts';

/** The data by which the documents of a term are scored. */
export interface TermScoring {
  readonly segment: SizedLists & Pick<Segment, 'lengths'>;
  readonly placeWeights: PlaceWeights;
  /** The inverse document frequency of the word of the query. */
  readonly idf: number;
  /** A factor for the score. */
  readonly boost: number;
  /** The documents that may be added; undefined for all. */
  readonly within: ScoredDocs | undefined;
}

/** Adds the documents of terms. A document that is already in the set keeps the better score. */
export function* addTerms(
  docs: ScoredDocs,
  scoring: TermScoring,
  { terms, qualities }: MatchedTerms,
): CooperativeTask<void> {
  const { segment, within } = scoring;
  if (within?.count === 0) return;
  let left = taskSize;
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] ?? 0;
    const filter = selectiveFilter(within, segment, term);
    const skipList = filter && (yield* blocksWith(filter, segment, term));
    const reader = createReader(docs, scoring, term, qualities[at] ?? 1, skipList);
    while (reader.at < reader.end || toNextBlock(reader)) {
      left -= addPostings(docs, scoring, reader, left);
      if (left > 0) continue;
      yield;
      left = taskSize;
    }
  }
}

/** The state of reading the postings of a term. */
interface PostingsReader extends ByteCursor {
  /** The end of the current block, or of all postings. */
  end: number;
  /** The blocks to read; undefined for all postings. */
  readonly skipList: SkipList | undefined;
  readonly quality: MatchQuality;
  /** Whether no other term has added documents, so that no document can be in the set already. */
  readonly isFirst: boolean;
  /** The document of the last posting that was read, and the weight of its postings so far. */
  document: number;
  isIncluded: boolean;
  weight: number;
}

function createReader(
  docs: ScoredDocs,
  { segment: { postings, postingStarts }, within }: TermScoring,
  term: number,
  quality: MatchQuality,
  skipList: SkipList | undefined,
): PostingsReader {
  const start = postingStarts[term] ?? 0;
  return {
    bytes: postings,
    at: start,
    end: skipList === undefined ? (postingStarts[term + 1] ?? 0) : start,
    skipList,
    quality,
    isFirst: docs.count === 0 && within === undefined,
    document: -1,
    isIncluded: false,
    weight: 0,
  };
}

/** Moves to the next block. Returns false if there is none. No document has postings in two blocks. */
function toNextBlock(reader: PostingsReader): boolean {
  const { skipList } = reader;
  if (skipList === undefined || !nextBlock(skipList)) return false;
  reader.at = skipList.start;
  reader.end = skipList.end;
  reader.document = skipList.documentBefore;
  reader.weight = 0;
  return true;
}

/**
 * Adds documents of a term. Returns how many bytes were read: all that are left, or slightly more than `maxBytes`.
 * Postings are weighed while they are decoded (for the format see `Segment.postings`): a frequent term has tens of
 * thousands, and arrays of them would have to be written and read again.
 */
function addPostings(docs: ScoredDocs, scoring: TermScoring, reader: PostingsReader, maxBytes: number): number {
  const { bytes: postings, end, quality, isFirst } = reader;
  const { within, boost, idf } = scoring;
  const start = reader.at;
  const stop = Math.min(end, start + maxBytes);
  let from = start;
  let { document, isIncluded, weight } = reader;
  while (from < stop) {
    // Nearly all numbers take one byte. Reading these inline, and only longer ones with a cursor, doubles the speed.
    let step = postings[from] ?? 0;
    from += 1;
    if (step >= 0x80) {
      reader.at = from - 1;
      step = readVarint(reader);
      from = reader.at;
    }
    let code = postings[from] ?? 0;
    from += 1;
    if (code >= 0x80) {
      reader.at = from - 1;
      code = readVarint(reader);
      from = reader.at;
    }
    let frequency = (code & frequencyEscape) + 1;
    if (frequency > frequencyEscape) {
      reader.at = from;
      frequency += readVarint(reader);
      from = reader.at;
    }
    if (step > 0) {
      if (weight > 0) addScore(docs, document, wordScore(idf, quality, weight) * boost, isFirst);
      weight = 0;
      document += step;
      isIncluded = within === undefined || has(within, document);
    }
    if (isIncluded) weight += postingWeight(scoring, document, code >>> 2, frequency);
  }
  if (from === end && weight > 0) addScore(docs, document, wordScore(idf, quality, weight) * boost, isFirst);
  reader.at = from;
  reader.document = document;
  reader.isIncluded = isIncluded;
  reader.weight = weight;
  return from - start;
}

function addScore(docs: ScoredDocs, document: number, score: number, isFirst: boolean): void {
  if (!isFirst) {
    if (has(docs, document) && score <= (docs.scores[document] ?? 0)) return;
    put(docs, document, score);
    return;
  }
  docs.marks[document] = docs.mark;
  docs.documents[docs.count] = document;
  docs.scores[document] = score;
  docs.count += 1;
}

/** The BM25 weight of one posting, without idf. */
function postingWeight(
  { segment, placeWeights }: TermScoring,
  document: number,
  place: number,
  frequency: number,
): number {
  const weight = placeWeights.weights[place] ?? 0;
  if (weight === 0) return 0;
  const start = placeWeights.lengthStarts[place] ?? -1;
  const code = start < 0 ? 0 : (segment.lengths[start + document] ?? 0);
  const norm = start < 0 ? saturation : (lengthNorms[(placeWeights.parts[place] ?? 0) * 256 + code] ?? saturation);
  return (weight * frequency * (saturation + 1)) / (frequency + norm);
}
