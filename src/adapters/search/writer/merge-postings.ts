import { readVarint, writeVarint } from '../codec/varints.ts';
import {
  createPostingsWriter,
  type Entries,
  type PostingsWriter,
  positionsOf,
  readEntries,
  roomForEntries,
  type WrittenPostings,
} from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { termAt, termCount } from '../segment/terms.ts';
import { gone, type Source, stepSize } from './merge-sources.ts';

/** The lists of all sources as one; `places` tells for each source the new number of each of its places. */
export function* mergedPostings(
  sources: readonly Source[],
  places: readonly Uint32Array[],
): Generator<void, WrittenPostings> {
  const writer = createPostingsWriter();
  const entries = roomForEntries();
  const next = new Uint32Array(sources.length);
  const words = sources.map(({ segment }) => wordIn(segment, 0));
  const isCopied = sources.map(({ hasDeletions }, number) => !hasDeletions && keepsPlaces(places[number]));
  let work = 0;
  for (let word = smallest(words); word !== undefined; word = smallest(words)) {
    writer.begin(word);
    for (let number = 0; number < sources.length; number += 1) {
      if (words[number] !== word) continue;
      const source = sources[number] as Source;
      const at = next[number] ?? 0;
      const renumbered = places[number] ?? new Uint32Array();
      if (isCopied[number] === true) writer.entriesOf(source.segment, at, source.newNumbers[0] ?? 0);
      else writeRenumbered(writer, source, renumbered, at, entries);
      next[number] = at + 1;
      words[number] = wordIn(source.segment, at + 1);
      work += 1 + ((source.segment.documentCounts[at] ?? 0) >>> 4);
    }
    writer.end();
    if (work < stepSize * 2) continue;
    work = 0;
    yield;
  }
  return writer.finish();
}

/** Whether places have the same numbers as before. */
const keepsPlaces = (renumbered: Uint32Array | undefined): boolean =>
  renumbered?.every((number, place) => number === place) ?? false;

const wordIn = (segment: Segment, number: number): string | undefined =>
  number < termCount(segment) ? termAt(segment, number) : undefined;

function smallest(words: readonly (string | undefined)[]): string | undefined {
  let found: string | undefined;
  for (const word of words) if (word !== undefined && (found === undefined || word < found)) found = word;
  return found;
}

/** Entries one by one, with new numbers of places, without those of documents that are gone. */
function writeRenumbered(
  writer: PostingsWriter,
  { segment, newNumbers }: Source,
  places: Uint32Array,
  word: number,
  entries: Entries,
): void {
  readEntries(segment, word, entries);
  const cursor = positionsOf(segment, word);
  for (let at = 0; at < entries.count; at += 1) {
    const number = newNumbers[entries.documents[at] ?? 0] ?? gone;
    const frequency = entries.frequencies[at] ?? 1;
    if (number !== gone) writer.entry(number, places[entries.places[at] ?? 0] ?? 0, frequency);
    for (let time = 0; time < frequency; time += 1) {
      const position = readVarint(cursor);
      if (number !== gone) writeVarint(writer.positions, position);
    }
  }
}
