import type { Segment } from './segment.ts';
import { termCount } from './terms.ts';

/** Words are gathered by so many of their last letters. In UTF-16 code units. */
export const endingLength = 3;

/** Words by their last three letters: those of one bucket lie next to each other in `words`. */
interface Endings {
  readonly words: Uint32Array;
  readonly starts: Uint32Array;
}

const known = new WeakMap<Segment, Endings>();

/** Calls with the number of each word that ends so; `ending` has three letters at least. Fast: few others are looked at. */
export function eachEnding(segment: Segment, ending: string, take: (word: number) => void): void {
  const endings = known.get(segment) ?? gathered(segment);
  known.set(segment, endings);
  const bucket = bucketOf(ending, ending.length, endings.starts.length - 1);
  const end = endings.starts[bucket + 1] ?? 0;
  for (let at = endings.starts[bucket] ?? 0; at < end; at += 1) {
    const word = endings.words[at] ?? 0;
    if (endsSo(segment, word, ending)) take(word);
  }
}

function endsSo({ words, wordStarts }: Segment, word: number, ending: string): boolean {
  const from = (wordStarts[word + 1] ?? 0) - 1 - ending.length;
  return from >= (wordStarts[word] ?? 0) && words.startsWith(ending, from);
}

/** In one go over all words: some 20 ns for each, once for each segment. */
function gathered(segment: Segment): Endings {
  const { words, wordStarts } = segment;
  const count = termCount(segment);
  const buckets = bucketCount(count);
  const starts = new Uint32Array(buckets + 1);
  const bucketAt = (word: number): number =>
    (wordStarts[word + 1] ?? 0) - (wordStarts[word] ?? 0) <= endingLength
      ? -1
      : bucketOf(words, (wordStarts[word + 1] ?? 0) - 1, buckets);
  for (let word = 0; word < count; word += 1) {
    const bucket = bucketAt(word);
    if (bucket >= 0) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice();
  const numbers = new Uint32Array(starts[buckets] ?? 0);
  for (let word = 0; word < count; word += 1) {
    const bucket = bucketAt(word);
    if (bucket < 0) continue;
    const place = next[bucket] ?? 0;
    numbers[place] = word;
    next[bucket] = place + 1;
  }
  return { words: numbers, starts };
}

/** A power of two, for about two words a bucket. */
const bucketCount = (words: number): number => 2 ** Math.min(16, Math.max(4, Math.ceil(Math.log2(words + 1)) - 1));

/** Where a text of which the last letter stands before `end` is gathered. */
function bucketOf(text: string, end: number, buckets: number): number {
  const hash = text.charCodeAt(end - 1) * 961 + text.charCodeAt(end - 2) * 31 * 7 + text.charCodeAt(end - 3) * 13;
  return Math.imul(hash, 0x9e3779b1) >>> (32 - Math.log2(buckets));
}
