import { writeVarint } from '../codec/varints.ts';
import type { NumberedTerms } from '../segment/numbered-terms.ts';
import { createPostingsWriter, type WrittenPostings } from '../segment/postings.ts';

/** In a log of words: here ends a value, and the next one begins. */
export const gap = 0xffffffff;

/** Words of two values are farther apart than the words of any phrase. */
const gapWidth = 256;

/** The stretches of a log (each one place of one document): the document, the place, and where it starts in the log. */
export interface Ranges {
  readonly documents: Uint32Array;
  readonly places: Uint32Array;
  /** As many as there are stretches. */
  readonly starts: Uint32Array;
}

/** The lists of the words of a log, in which words have the numbers of the vocabulary. */
export function invert(vocabulary: NumberedTerms, log: Uint32Array, stretches: Ranges): WrittenPostings {
  const tally = vocabulary.tally();
  const order = wordsIn(log, tally);
  vocabulary.sort(order);
  const starts = placesFor(order, tally);
  const { stretchOf, positions } = byWord(log, stretches, tally, starts[order.length] ?? 0);
  for (const word of order) tally[word] = 0;
  const writer = createPostingsWriter();
  for (let at = 0; at < order.length; at += 1) {
    writer.begin(vocabulary.words[order[at] ?? 0] ?? '');
    const end = starts[at + 1] ?? 0;
    for (let from = starts[at] ?? 0; from < end; ) {
      const stretch = stretchOf[from] ?? 0;
      let to = from;
      let last = -1;
      for (; to < end && stretchOf[to] === stretch; to += 1) {
        const position = positions[to] ?? 0;
        writeVarint(writer.positions, position - last);
        last = position;
      }
      writer.entry(stretches.documents[stretch] ?? 0, stretches.places[stretch] ?? 0, to - from);
      from = to;
    }
    writer.end();
  }
  return writer.finish();
}

/** The words of a log, each once; the tally tells how often each one comes. */
function wordsIn(log: Uint32Array, tally: Uint32Array): Uint32Array {
  const words = new Uint32Array(Math.min(log.length, tally.length));
  let count = 0;
  for (let at = 0; at < log.length; at += 1) {
    const word = log[at] ?? 0;
    if (word === gap) continue;
    const times = tally[word] ?? 0;
    if (times === 0) {
      words[count] = word;
      count += 1;
    }
    tally[word] = times + 1;
  }
  return words.slice(0, count);
}

/** Where the places of each word begin, and, one more, where the last ones end. The tally tells it of each word, too, from now on. */
function placesFor(order: Uint32Array, tally: Uint32Array): Uint32Array {
  const starts = new Uint32Array(order.length + 1);
  let end = 0;
  for (let at = 0; at < order.length; at += 1) {
    const word = order[at] ?? 0;
    starts[at] = end;
    end += tally[word] ?? 0;
    tally[word] = starts[at] ?? 0;
  }
  starts[order.length] = end;
  return starts;
}

/** Sorts a log by words; what one word has stays in the order of the log. `next` tells where the next one of each word goes. */
function byWord(log: Uint32Array, { starts }: Ranges, next: Uint32Array, count: number) {
  const [stretchOf, positions] = [new Uint32Array(count), new Uint32Array(count)];
  for (let stretch = 0; stretch < starts.length; stretch += 1) {
    const start = starts[stretch] ?? 0;
    const end = starts[stretch + 1] ?? log.length;
    let shift = -start;
    for (let at = start; at < end; at += 1) {
      const word = log[at] ?? 0;
      if (word === gap) {
        shift += gapWidth - 1;
        continue;
      }
      const place = next[word] ?? 0;
      next[word] = place + 1;
      stretchOf[place] = stretch;
      positions[place] = at + shift;
    }
  }
  return { stretchOf, positions };
}
