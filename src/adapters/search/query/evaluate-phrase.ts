import type { Query } from '../../../domain/query/query.ts';
import { readVarint } from '../codec/varints.ts';
import { positionsOf, readEntries } from '../segment/postings.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
import { withTerms } from './evaluate-terms.ts';
import { type Evaluation, newScoredDocs, scoringFor, termsFor, withScoresOf } from './evaluation.ts';
import { equallyClose } from './fuzzy-terms.ts';
import { phraseTerms, rarestFirst } from './query-planner.ts';
import { has, keep, type ScoredDocs } from './scored-docs.ts';

/** Positions in one place of one document: more than there are, even of a million values, as each leaves a gap behind it. */
const span = 2 ** 28;

interface RowWord {
  readonly pattern: string;
  /** Its place in the row. */
  readonly offset: number;
}

interface FittingWord {
  readonly fitting: readonly number[];
  readonly offset: number;
}

/** How near the words of a row are to what is looked for. */
export const phraseMatchQuality = 5;

const isAnyWord = (pattern: string): boolean => /^\*+$/.test(pattern);

/** Those that have to be looked for: between two others any word is only a gap, as values lie farther apart than words of a row. */
export function lookedFor(words: readonly string[]): RowWord[] {
  const first = words.findIndex((pattern) => !isAnyWord(pattern));
  const last = words.findLastIndex((pattern) => !isAnyWord(pattern));
  const isGap = ({ pattern, offset }: RowWord): boolean => offset > first && offset < last && isAnyWord(pattern);
  return words.map((pattern, offset) => ({ pattern, offset })).filter((word) => !isGap(word));
}

/** The documents in which these words stand in a row, in one value of one field. */
export function* evaluatePhrase(
  { words, field }: Extract<Query, { readonly kind: 'phrase' }>,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTasks<ScoredDocs> {
  let common: ScoredDocs | undefined;
  const row: FittingWord[] = [];
  const wanted = lookedFor(words).map((word) => ({ ...word, ...phraseTerms(word.pattern) }));
  for (const { pattern, offset } of rarestFirst(wanted, evaluation)) {
    const fitting = yield* termsFor(pattern, evaluation);
    row.push({ fitting, offset });
    const found = yield* withTerms(
      pattern,
      equallyClose(fitting, phraseMatchQuality),
      field,
      evaluation,
      common ?? within,
    );
    common = withScoresOf(common, found, evaluation);
    if (found.count === 0) return common;
  }
  const found = common ?? newScoredDocs(evaluation);
  if (words.length > 1 && found.count > 0) yield* keepRows(found, row, field, evaluation);
  return found;
}

/** Leaves the documents in which the words stand one behind the other. */
function* keepRows(
  found: ScoredDocs,
  row: readonly FittingWord[],
  field: string | undefined,
  evaluation: Evaluation,
): CooperativeTasks<void> {
  const { weights } = scoringFor('', field, evaluation, found).where;
  const stretches = createStretches(evaluation.segment.places.length);
  let starts: Float64Array | undefined;
  for (const word of row) {
    const here = yield* startsOf(word, stretches, found, weights, evaluation);
    starts = starts === undefined ? here : inBoth(starts, here);
    stretches.close();
  }
  const documents = new Set<number>();
  for (const start of starts ?? []) documents.add(stretches.documents[Math.floor(start / span)] ?? 0);
  keep(found, (document) => documents.has(document));
}

/**
 * Numbers the stretches, each one place of one document, that the first word of a phrase stands in. Document, place and position
 * themselves would be too much for one exact number.
 */
function createStretches(placeCount: number) {
  const numbers = new Map<number, number>();
  const documents: number[] = [];
  let isClosed = false;
  return {
    /** For each stretch its document. */
    documents,
    /** No more are numbered from now on. */
    close(): void {
      isClosed = true;
    },
    numberOf(document: number, place: number): number | undefined {
      const key = document * placeCount + place;
      const known = numbers.get(key);
      if (known !== undefined || isClosed) return known;
      const number = documents.push(document) - 1;
      numbers.set(key, number);
      return number;
    },
  };
}

/** Where a phrase would have to start for this word to stand in it: stretch and position as one number, in order. */
function* startsOf(
  { fitting, offset }: FittingWord,
  stretches: ReturnType<typeof createStretches>,
  within: ScoredDocs,
  weights: Float64Array,
  { segment, entries }: Evaluation,
): CooperativeTasks<Float64Array> {
  const starts: number[] = [];
  for (const word of fitting) {
    readEntries(segment, word, entries);
    const cursor = positionsOf(segment, word);
    for (let at = 0; at < entries.count; at += 1) {
      const document = entries.documents[at] ?? 0;
      const place = entries.places[at] ?? 0;
      const counts = (weights[place] ?? 0) > 0 && has(within, document);
      const stretch = counts ? stretches.numberOf(document, place) : undefined;
      let position = -1;
      for (let time = entries.frequencies[at] ?? 0; time > 0; time -= 1) {
        position += readVarint(cursor);
        if (stretch !== undefined && position >= offset) starts.push(stretch * span + position - offset);
      }
    }
    yield;
  }
  return Float64Array.from(starts).sort();
}

/** What is in both of two lists in order. */
function inBoth(left: Float64Array, right: Float64Array): Float64Array {
  const both: number[] = [];
  let other = 0;
  for (const value of left) {
    while (other < right.length && (right[other] ?? 0) < value) other += 1;
    if (right[other] === value) both.push(value);
  }
  return Float64Array.from(both);
}
