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
export function invert(vocabulary: NumberedTerms, log: Uint32Array, ranges: Ranges): WrittenPostings {
  const tally = vocabulary.tally();
  const order = distinctTerms(log, tally);
  vocabulary.sort(order);
  const starts = startsOf(order, tally);
  const { stretchOf: rangeOf, positions } = sortedByTerm(log, ranges, tally, starts[order.length] ?? 0);
  for (const term of order) tally[term] = 0;
  const writer = createPostingsWriter();
  for (let at = 0; at < order.length; at += 1) {
    writer.begin(vocabulary.terms[order[at] ?? 0] ?? '');
    const end = starts[at + 1] ?? 0;
    for (let from = starts[at] ?? 0; from < end; ) {
      const range = rangeOf[from] ?? 0;
      let to = from;
      let last = -1;
      for (; to < end && rangeOf[to] === range; to += 1) {
        const position = positions[to] ?? 0;
        writeVarint(writer.positions, position - last);
        last = position;
      }
      writer.add(ranges.documents[range] ?? 0, ranges.places[range] ?? 0, to - from);
      from = to;
    }
    writer.end();
  }
  return writer.finish();
}

/** The words of a log, each once; the tally tells how often each one comes. */
function distinctTerms(log: Uint32Array, tally: Uint32Array): Uint32Array {
  const terms = new Uint32Array(Math.min(log.length, tally.length));
  let count = 0;
  for (let at = 0; at < log.length; at += 1) {
    const term = log[at] ?? 0;
    if (term === gap) continue;
    const times = tally[term] ?? 0;
    if (times === 0) {
      terms[count] = term;
      count += 1;
    }
    tally[term] = times + 1;
  }
  return terms.slice(0, count);
}

/** Where the places of each word begin, and, one more, where the last ones end. The tally tells it of each word, too, from now on. */
function startsOf(order: Uint32Array, tally: Uint32Array): Uint32Array {
  const starts = new Uint32Array(order.length + 1);
  let end = 0;
  for (let at = 0; at < order.length; at += 1) {
    const term = order[at] ?? 0;
    starts[at] = end;
    end += tally[term] ?? 0;
    tally[term] = starts[at] ?? 0;
  }
  starts[order.length] = end;
  return starts;
}

/** Sorts a log by words; what one word has stays in the order of the log. `next` tells where the next one of each word goes. */
function sortedByTerm(log: Uint32Array, { starts }: Ranges, next: Uint32Array, count: number) {
  const [rangeOf, positions] = [new Uint32Array(count), new Uint32Array(count)];
  for (let range = 0; range < starts.length; range += 1) {
    const start = starts[range] ?? 0;
    const end = starts[range + 1] ?? log.length;
    let shift = -start;
    for (let at = start; at < end; at += 1) {
      const term = log[at] ?? 0;
      if (term === gap) {
        shift += gapWidth - 1;
        continue;
      }
      const slot = next[term] ?? 0;
      next[term] = slot + 1;
      rangeOf[slot] = range;
      positions[slot] = at + shift;
    }
  }
  return { stretchOf: rangeOf, positions };
}
