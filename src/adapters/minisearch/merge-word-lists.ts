import { gone, type Source, stepSize } from './merge-sources.ts';
import {
  createWordListsWriter,
  type Entries,
  readEntries,
  roomForEntries,
  type WordLists,
  type WordListsWriter,
} from './postings.ts';
import type { Segment } from './segment.ts';
import { type ByteCursor, readVarint, writeBytes, writeVarint } from './varints.ts';
import { wordAt, wordCount } from './words.ts';

/** The lists of all sources as one; `places` tells for each source the new number of each of its places. */
export function* mergedWordLists(
  sources: readonly Source[],
  places: readonly Uint32Array[],
): Generator<void, WordLists> {
  const writer = createWordListsWriter();
  const entries = roomForEntries();
  const next = new Uint32Array(sources.length);
  const words = sources.map(({ segment }) => wordIn(segment, 0));
  let work = 0;
  for (let word = smallest(words); word !== undefined; word = smallest(words)) {
    writer.begin(word);
    for (const [number, source] of sources.entries()) {
      if (words[number] !== word) continue;
      const at = next[number] ?? 0;
      readEntries(source.segment, at, entries);
      if (source.hasDeletions) writeRest(writer, source, places[number] ?? new Uint32Array(), at, entries);
      else writeAll(writer, source, places[number] ?? new Uint32Array(), at, entries);
      next[number] = at + 1;
      words[number] = wordIn(source.segment, at + 1);
      work += 1 + (entries.count >>> 4);
    }
    writer.end();
    if (work < stepSize * 2) continue;
    work = 0;
    yield;
  }
  return writer.finish();
}

const wordIn = (segment: Segment, number: number): string | undefined =>
  number < wordCount(segment) ? wordAt(segment, number) : undefined;

function smallest(words: readonly (string | undefined)[]): string | undefined {
  let found: string | undefined;
  for (const word of words) if (word !== undefined && (found === undefined || word < found)) found = word;
  return found;
}

function writeAll(
  writer: WordListsWriter,
  { segment, newNumbers }: Source,
  places: Uint32Array,
  word: number,
  entries: Entries,
): void {
  for (let at = 0; at < entries.count; at += 1) {
    const place = places[entries.places[at] ?? 0] ?? 0;
    writer.entry(newNumbers[entries.documents[at] ?? 0] ?? gone, place, entries.frequencies[at] ?? 1);
  }
  writeBytes(
    writer.positions,
    segment.positions.subarray(segment.positionStarts[word], segment.positionStarts[word + 1]),
  );
}

/** The same, without the entries of documents that are gone. */
function writeRest(
  writer: WordListsWriter,
  { segment, newNumbers }: Source,
  places: Uint32Array,
  word: number,
  entries: Entries,
): void {
  const cursor: ByteCursor = { bytes: segment.positions, at: segment.positionStarts[word] ?? 0 };
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
