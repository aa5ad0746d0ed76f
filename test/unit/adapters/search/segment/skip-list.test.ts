import { describe, expect, test } from 'vitest';
import { writeVarint } from '../../../../../src/adapters/search/codec/varints.ts';
import { lengthNorms, saturation, wordScore } from '../../../../../src/adapters/search/query/ranking.ts';
import { addTerms, type TermScoring } from '../../../../../src/adapters/search/query/term-scores.ts';
import {
  createDecodedPostings,
  decodePostings,
  PostingsWriter,
} from '../../../../../src/adapters/search/segment/postings.ts';
import { createScoredDocsPool, put, type ScoredDocs } from '../../../../../src/adapters/search/segment/scored-docs.ts';
import {
  blocksWith,
  nextBlock,
  type SizedLists,
  selectiveFilter,
} from '../../../../../src/adapters/search/segment/skip-list.ts';
import { taskSize } from '../../../../../src/adapters/search/task-scheduler.ts';
import type { CooperativeTask } from '../../../../../src/base/scheduling/cooperative-task.ts';
import type { MatchQuality } from '../../../../../src/domain/query/term-match.ts';

/** Place and frequency of each entry that a word has in a document; none: it is not there. */
type Spread = (document: number) => readonly (readonly [place: number, frequency: number])[];

const once = [[0, 1]] as const;

/** Numbers that look drawn, and are the same in each run. */
const scattered = (number: number, below: number): number => (Math.imul(number + 1, 0x9e3779b1) >>> 7) % below;

const often: Spread = (document) => [
  [0, 1 + (document % 3)],
  [1, 4 + (document % 500)],
  [2, document % 7 === 0 ? 70_000 : 3],
];

const atEnds: Spread = (document) => (document < 6000 || document > 54_000 ? once : []);

/** Each long enough for landmarks. */
const lists: readonly { readonly name: string; readonly size: number; readonly spread: Spread }[] = [
  { name: 'in all documents', size: 20_000, spread: () => once },
  {
    name: 'in all documents but the first, of a size that is a power of two',
    size: 1 << 14,
    spread: (at) => (at === 0 ? [] : once),
  },
  { name: 'in several places, often', size: 9001, spread: often },
  { name: 'in each 300th document', size: 1_500_000, spread: (at) => (at % 300 === 7 ? once : []) },
  { name: 'here and there', size: 50_000, spread: (at) => (scattered(at, 3) === 0 ? often(at) : []) },
  { name: 'at both ends', size: 60_000, spread: atEnds },
  { name: 'in the middle', size: 100_000, spread: (at) => (at > 40_000 && at < 50_000 ? once : []) },
];

const places = [0, 1, 2];

/** The lists of several words, as a segment has them. */
function segmentWith(size: number, spreads: readonly Spread[]): TermScoring['segment'] {
  const writer = new PostingsWriter();
  for (const [number, spread] of spreads.entries()) {
    writer.begin(`wort${number}`);
    for (let document = 0; document < size; document += 1) {
      for (const [place, frequency] of spread(document)) {
        writer.add(document, place, frequency);
        writeVarint(writer.positions, 1);
      }
    }
    writer.end();
  }
  const lengths = Uint8Array.from({ length: places.length * size }, (_, at) => scattered(at, 256));
  return { size, lengths, ...writer.finish() };
}

const scoringOf = (segment: TermScoring['segment'], within: ScoredDocs | undefined): TermScoring => ({
  segment,
  // In the last place words do not count, and in the one before lengths do not matter.
  placeWeights: {
    weights: Float64Array.of(12, 3, 0),
    lengthStarts: Float64Array.of(0, -1, 2 * segment.size),
    parts: Uint8Array.from(places),
  },
  idf: 1.7,
  boost: 2,
  within,
});

const pool = createScoredDocsPool();

function foundOf(documents: readonly number[], size: number): ScoredDocs {
  const found = pool.acquire(size);
  for (const document of documents) put(found, document, 0);
  return found;
}

function atOnce<Result>(work: CooperativeTask<Result>): { readonly result: Result; readonly pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const piece = work.next();
    if (piece.done === true) return { result: piece.value, pauses };
  }
}

/** Documents with their scores, in the order in which they were found. */
const scoresIn = (found: ScoredDocs): [number, number][] =>
  Array.from(found.documents.subarray(0, found.count), (document) => [document, found.scores[document] ?? 0]);

interface Matches {
  readonly terms: readonly number[];
  readonly qualities: readonly MatchQuality[];
}

function found(matches: Matches, scoring: TermScoring): [number, number][] {
  const into = pool.acquire(scoring.segment.size);
  atOnce(addTerms(into, scoring, matches));
  return scoresIn(into);
}

/** The same, worked out from all entries. */
function expected({ terms, qualities }: Matches, scoring: TermScoring, wanted: readonly number[]): [number, number][] {
  const best = new Map<number, number>();
  const wantedOnes = new Set(wanted);
  for (const [at, word] of terms.entries()) {
    for (const [document, weight] of weightsOf(word, scoring)) {
      if (weight === 0 || !wantedOnes.has(document)) continue;
      const score = Math.fround(wordScore(scoring.idf, qualities[at] ?? 0, weight) * scoring.boost);
      best.set(document, Math.max(score, best.get(document) ?? 0));
    }
  }
  return [...best];
}

function weightsOf(word: number, { segment, placeWeights: where }: TermScoring): Map<number, number> {
  const entries = createDecodedPostings();
  decodePostings(segment, word, entries);
  const weights = new Map<number, number>();
  for (let at = 0; at < entries.count; at += 1) {
    const [document = 0, place = 0, frequency = 0] = [
      entries.documents[at],
      entries.places[at],
      entries.frequencies[at],
    ];
    const start = where.lengthStarts[place] ?? -1;
    const code = segment.lengths[start + document] ?? 0;
    const norm = start < 0 ? saturation : (lengthNorms[place * 256 + code] ?? 0);
    const weight = ((where.weights[place] ?? 0) * frequency * (saturation + 1)) / (frequency + norm);
    weights.set(document, (weights.get(document) ?? 0) + weight);
  }
  return weights;
}

/** Few documents of so many, in several ways. */
const fewOnes: Readonly<Record<string, (size: number) => readonly number[]>> = {
  none: () => [],
  'the first': () => [0],
  'the second': () => [1],
  'the last': (size) => [size - 1],
  'the last but some': (size) => [size - 20, size - 50],
  'around the ends of ranges': (size) => [15, 16, 17, 31, 32, 63, 64, 1023, 1024, 4095, 4096].filter((at) => at < size),
  'in neighbouring ranges': () => Array.from({ length: 80 }, (_, at) => 1000 + at),
  'in the middle': (size) => Array.from({ length: 50 }, (_, at) => (size >>> 1) - 25 + at),
  'all over, in no order': (size) => [...new Set(Array.from({ length: 200 }, (_, at) => scattered(at, size)))],
};

describe('documents of a long list, where few are wanted', () => {
  test.each(lists)('are found with their scores ($name)', ({ size, spread }) => {
    // Before and behind the list there are others.
    const other: Spread = (document) => (document < 5000 ? once : []);
    const segment = segmentWith(size, [other, spread, other]);
    const matches: Matches = { terms: [1], qualities: [5] };
    for (const [name, few] of Object.entries(fewOnes)) {
      const within = foundOf(few(size), size);
      expect(selectiveFilter(within, segment, 1)).toBe(within);
      const scoring = scoringOf(segment, within);
      const inOrder = few(size).toSorted((one, other) => one - other);
      expect(found(matches, scoring), name).toEqual(expected(matches, scoring, inOrder));
      pool.release(within);
    }
  });

  const matches: Matches = { terms: [0], qualities: [5] };

  test('are found each by itself, wherever it is', () => {
    const segment = segmentWith(8000, [often]);
    const all = expected(
      matches,
      scoringOf(segment, undefined),
      Array.from({ length: 8000 }, (_, at) => at),
    );
    const each = all.flatMap(([document]) => {
      const within = foundOf([document], 8000);
      const one = found(matches, scoringOf(segment, within));
      pool.release(within);
      return one;
    });
    expect(each).toEqual(all);
  });

  test('are scored by the best of several words, of which some have short lists', () => {
    const size = 30_000;
    const short: Spread = (document) => (document % 100 === 0 ? [[0, 9]] : []);
    const dense: Spread = (document) => (document % 2 === 0 ? often(document) : []);
    const segment = segmentWith(size, [() => once, short, dense]);
    const several: Matches = { terms: [1, 2, 0, 2, 1], qualities: [3, 3, 3, 1, 5] };
    const few = Array.from({ length: 900 }, (_, at) => at * 33);
    const within = foundOf(few, size);
    expect([0, 1, 2].map((word) => selectiveFilter(within, segment, word))).toEqual([within, undefined, within]);
    const scoring = scoringOf(segment, within);
    expect(new Map(found(several, scoring))).toEqual(new Map(expected(several, scoring, few)));
  });

  test('are looked for among all entries where they are not so few, or the list is short', () => {
    const segment = segmentWith(20_000, [() => once, (at) => (at < 4000 ? once : [])]);
    const upTo = (count: number): ScoredDocs =>
      foundOf(
        Array.from({ length: count }, (_, at) => at),
        20_000,
      );
    const [few, many] = [upTo(1250), upTo(1251)];
    expect(selectiveFilter(few, segment, 0)).toBe(few);
    expect(selectiveFilter(many, segment, 0)).toBeUndefined();
    expect(selectiveFilter(upTo(1), segment, 1)).toBeUndefined();
    expect(selectiveFilter(undefined, segment, 0)).toBeUndefined();
    const wanted = Array.from(many.documents.subarray(0, many.count));
    const scoring = scoringOf(segment, many);
    expect(found(matches, scoring)).toEqual(expected(matches, scoring, wanted));
  });
});

describe('the stretches of a list', () => {
  const bytesIn = (segment: SizedLists, wanted: readonly number[]): number => {
    const { result: stretches } = atOnce(blocksWith(foundOf(wanted, segment.size), segment, 0));
    let bytes = 0;
    while (nextBlock(stretches)) bytes += stretches.end - stretches.start;
    return bytes;
  };

  test('have no more than what is near the wanted documents', () => {
    const segment = segmentWith(1 << 16, [() => once]);
    // An entry has 2 bytes.
    expect(bytesIn(segment, [0])).toBe(32);
    expect(bytesIn(segment, [(1 << 16) - 1])).toBe(32);
    expect(bytesIn(segment, [100, 101, 103, 50_000])).toBe(64);
    expect(bytesIn(segment, [])).toBe(0);
    const sparse = segmentWith(60_000, [atEnds]);
    expect(bytesIn(sparse, [30_000])).toBe(0);
  });

  test('are worked out in pieces, by two at a time, with the same result', () => {
    const segment = segmentWith(200_000, [() => once]);
    const wanted = foundOf([5, 77_777, 199_999], segment.size);
    const [one, other] = [blocksWith(wanted, segment, 0), blocksWith(wanted, segment, 0)];
    const pieces = (200_000 * 2) / taskSize;
    for (let piece = 0; piece < pieces - 1; piece += 1) {
      expect(one.next().done).toBe(false);
      expect(other.next().done).toBe(false);
    }
    const first = atOnce(one).result;
    expect(atOnce(other).result).toEqual(first);
    const { result: again, pauses } = atOnce(blocksWith(wanted, segment, 0));
    expect(again).toEqual(first);
    expect(pauses).toBe(1);
  });
});
