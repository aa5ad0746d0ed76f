import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { readVarint, writeVarint } from '../codec/varints.ts';
import {
  createDecodedPostings,
  type DecodedPostings,
  decodePostings,
  PostingsWriter,
  positionsCursor,
  type WrittenPostings,
} from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { termAt, termCount } from '../segment/terms.ts';
import { removed, type Source, stepSize } from './merge-sources.ts';

/** The merged posting lists of all sources. `places` has for each source the new numbers of its places. */
export function* mergedPostings(
  sources: readonly Source[],
  places: readonly Uint32Array[],
): CooperativeTask<WrittenPostings> {
  const writer = new PostingsWriter();
  const postings = createDecodedPostings();
  const next = new Uint32Array(sources.length);
  const terms = sources.map(({ segment }) => nextTerm(segment, 0));
  const isCopied = sources.map(({ hasDeletions }, number) => !hasDeletions && hasSamePlaces(places[number]));
  let work = 0;
  for (let term = smallest(terms); term !== undefined; term = smallest(terms)) {
    writer.begin(term);
    for (let number = 0; number < sources.length; number += 1) {
      if (terms[number] !== term) continue;
      const source = sources[number] as Source;
      const at = next[number] ?? 0;
      const renumbered = places[number] ?? new Uint32Array();
      if (isCopied[number] === true) writer.copyFrom(source.segment, at, source.newNumbers[0] ?? 0);
      else writeRenumbered(writer, source, renumbered, at, postings);
      next[number] = at + 1;
      terms[number] = nextTerm(source.segment, at + 1);
      work += 1 + ((source.segment.documentCounts[at] ?? 0) >>> 4);
    }
    writer.end();
    if (work < stepSize * 2) continue;
    work = 0;
    yield;
  }
  return writer.finish();
}

/** Whether all places have the same numbers as before. */
const hasSamePlaces = (renumbered: Uint32Array | undefined): boolean =>
  renumbered?.every((number, place) => number === place) ?? false;

const nextTerm = (segment: Segment, number: number): string | undefined =>
  number < termCount(segment) ? termAt(segment, number) : undefined;

function smallest(terms: readonly (string | undefined)[]): string | undefined {
  let min: string | undefined;
  for (const term of terms) if (term !== undefined && (min === undefined || term < min)) min = term;
  return min;
}

/** Copies postings one by one, with new place numbers, without those of removed documents. */
function writeRenumbered(
  writer: PostingsWriter,
  { segment, newNumbers }: Source,
  places: Uint32Array,
  term: number,
  postings: DecodedPostings,
): void {
  decodePostings(segment, term, postings);
  const cursor = positionsCursor(segment, term);
  for (let at = 0; at < postings.count; at += 1) {
    const number = newNumbers[postings.documents[at] ?? 0] ?? removed;
    const frequency = postings.frequencies[at] ?? 1;
    if (number !== removed) writer.add(number, places[postings.places[at] ?? 0] ?? 0, frequency);
    for (let time = 0; time < frequency; time += 1) {
      const position = readVarint(cursor);
      if (number !== removed) writeVarint(writer.positions, position);
    }
  }
}
