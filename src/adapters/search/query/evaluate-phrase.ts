import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Query } from '../../../domain/query/query.ts';
import { readVarint } from '../codec/varints.ts';
import { decodePostings, positionsCursor } from '../segment/postings.ts';
import { has, keep, type ScoredDocs } from '../segment/scored-docs.ts';
import { withEqualQuality } from '../terms/term-expansion.ts';
import { withTerms } from './evaluate-terms.ts';
import { type Evaluation, newScoredDocs, placeWeightsFor, termsFor, withScoresOf } from './evaluation.ts';
import { phraseTerm, rarestFirst } from './query-planner.ts';

/** An upper limit for positions in one place of one document. Even a million values, with the gap after each, stay below it. */
const maxPositions = 2 ** 28;

interface PhraseWord {
  readonly pattern: string;
  /** The position in the phrase. */
  readonly offset: number;
}

interface PhraseTerms {
  readonly terms: readonly number[];
  readonly offset: number;
}

/** The match quality of the words of a phrase. */
export const phraseMatchQuality = 5;

const isAnyWord = (pattern: string): boolean => /^\*+$/.test(pattern);

/**
 * The words of a phrase that must be looked up. A `*` between two other words is only a gap. One at an end is looked
 * up: the value must have a word there.
 */
export function requiredWords(words: readonly string[]): PhraseWord[] {
  const first = words.findIndex((pattern) => !isAnyWord(pattern));
  const last = words.findLastIndex((pattern) => !isAnyWord(pattern));
  const isGap = ({ pattern, offset }: PhraseWord): boolean => offset > first && offset < last && isAnyWord(pattern);
  return words.map((pattern, offset) => ({ pattern, offset })).filter((word) => !isGap(word));
}

/** The documents in which these words are adjacent, in one value of one field. */
export function* evaluatePhrase(
  { words, field }: Extract<Query, { readonly kind: 'phrase' }>,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  let common: ScoredDocs | undefined;
  const phrase: PhraseTerms[] = [];
  const required = requiredWords(words).map((word) => ({ ...word, ...phraseTerm(word.pattern) }));
  for (const word of rarestFirst(required, evaluation)) {
    const { pattern, offset } = word;
    const terms = yield* termsFor(pattern, evaluation);
    phrase.push({ terms, offset });
    const docs = yield* withTerms(
      word,
      withEqualQuality(terms, phraseMatchQuality),
      field,
      evaluation,
      common ?? within,
    );
    common = withScoresOf(common, docs, evaluation);
    if (docs.count === 0) return common;
  }
  const docs = common ?? newScoredDocs(evaluation);
  if (words.length > 1 && docs.count > 0) yield* keepPhrases(docs, phrase, field, evaluation);
  return docs;
}

/** Keeps only the documents in which the words are adjacent. */
function* keepPhrases(
  docs: ScoredDocs,
  phrase: readonly PhraseTerms[],
  field: string | undefined,
  evaluation: Evaluation,
): CooperativeTask<void> {
  const { weights } = placeWeightsFor(field, evaluation);
  const ranges = createRanges(evaluation.segment.places.length);
  let starts: Float64Array | undefined;
  for (const word of phrase) {
    const wordStarts = yield* startsOf(word, ranges, docs, weights, evaluation);
    starts = starts === undefined ? wordStarts : intersection(starts, wordStarts);
    ranges.close();
  }
  const documents = new Set<number>();
  for (const start of starts ?? []) documents.add(ranges.documents[Math.floor(start / maxPositions)] ?? 0);
  keep(docs, (document) => documents.has(document));
}

/**
 * Numbers the ranges (each one place of one document) in which the first word of a phrase occurs. Document, place and
 * position together would exceed the integers that a double holds exactly.
 */
function createRanges(placeCount: number) {
  const numbers = new Map<number, number>();
  const documents: number[] = [];
  let isClosed = false;
  return {
    /** The document of each range. */
    documents,
    /** Stops numbering new ranges. */
    close(): void {
      isClosed = true;
    },
    numberOf(document: number, place: number): number | undefined {
      const key = document * placeCount + place;
      const existing = numbers.get(key);
      if (existing !== undefined || isClosed) return existing;
      const number = documents.push(document) - 1;
      numbers.set(key, number);
      return number;
    },
  };
}

/**
 * The sorted positions at which the phrase would start for each occurrence of this word. A position and its range are
 * one number.
 */
function* startsOf(
  { terms, offset }: PhraseTerms,
  ranges: ReturnType<typeof createRanges>,
  within: ScoredDocs,
  weights: Float64Array,
  { segment, postings }: Evaluation,
): CooperativeTask<Float64Array> {
  const starts: number[] = [];
  for (const word of terms) {
    decodePostings(segment, word, postings);
    const cursor = positionsCursor(segment, word);
    for (let at = 0; at < postings.count; at += 1) {
      const document = postings.documents[at] ?? 0;
      const place = postings.places[at] ?? 0;
      const counts = (weights[place] ?? 0) > 0 && has(within, document);
      const range = counts ? ranges.numberOf(document, place) : undefined;
      let position = -1;
      for (let time = postings.frequencies[at] ?? 0; time > 0; time -= 1) {
        position += readVarint(cursor);
        if (range !== undefined && position >= offset) starts.push(range * maxPositions + position - offset);
      }
    }
    yield;
  }
  return Float64Array.from(starts).sort();
}

/** The numbers that are in both sorted arrays. */
function intersection(left: Float64Array, right: Float64Array): Float64Array {
  const both: number[] = [];
  let other = 0;
  for (const value of left) {
    while (other < right.length && (right[other] ?? 0) < value) other += 1;
    if (right[other] === value) both.push(value);
  }
  return Float64Array.from(both);
}
