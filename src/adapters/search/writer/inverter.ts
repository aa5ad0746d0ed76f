import { writeVarint } from '../codec/varints.ts';
import type { NumberedTerms } from '../segment/numbered-terms.ts';
import { PostingsWriter, type WrittenPostings } from '../segment/postings.ts';

/** In a term log: separates two values of a property. */
export const gap = 0xffffffff;

/** In positions: wider than any phrase, so that no phrase matches across two values. */
const gapWidth = 256;

/** The ranges of a term log, each one place of one document: the document, the place, and the start in the log. */
export interface Ranges {
  readonly documents: Uint32Array;
  readonly places: Uint32Array;
  /** One per range; the last range ends with the log. */
  readonly starts: Uint32Array;
}

/** Returns the posting lists of a term log, whose numbers are those of the dictionary. */
export function invert(dictionary: NumberedTerms, log: Uint32Array, ranges: Ranges): WrittenPostings {
  const tally = dictionary.tally();
  const order = distinctTerms(log, tally);
  dictionary.sort(order);
  const starts = startsOf(order, tally);
  const { rangeOf, positions } = sortedByTerm(log, ranges, tally, starts[order.length] ?? 0);
  for (const term of order) tally[term] = 0;
  const writer = new PostingsWriter();
  for (let at = 0; at < order.length; at += 1) {
    writer.begin(dictionary.terms[order[at] ?? 0] ?? '');
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

/** The distinct terms of a log. Counts the occurrences of each term in `tally`. */
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

/**
 * The start of the occurrences of each term, and the end of the last ones as an additional element. Also writes the
 * starts to `tally`.
 */
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

/** Sorts a log by term. The occurrences of one term stay in the order of the log. `next` has the next free slot of each term. */
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
  return { rangeOf, positions };
}
