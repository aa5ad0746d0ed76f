import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type ByteCursor, readVarint, skipVarint } from '../codec/varints.ts';
import type { ScoredDocs } from '../query/scored-docs.ts';
import { taskSize } from '../task-scheduler.ts';
import { frequencyEscape } from './postings.ts';
import type { Segment } from './segment.ts';

/**
 * Where the entries of a frequent word begin for each range of documents: who wants few documents need not read all entries. All ranges
 * are of one width, and all entries of a document are in one range.
 */
interface SkipTable {
  /** A range is the documents whose numbers are the same but for so many of their lowest bits. */
  readonly bits: number;
  /** For each range where its entries start, and, one more, the end of the last ones. */
  readonly starts: Uint32Array;
  /** For each range the document of the entry before its first one; -1: there is none. */
  readonly documentsBefore: Int32Array;
}

/** The part of a segment that landmarks are made from. */
export type SizedLists = Pick<Segment, 'size' | 'documentCounts' | 'postings' | 'postingStarts'>;

/** In bytes: shorter lists are read as fast as landmarks are looked up. */
const minListLength = 8192;

/** About so many documents of the list are in a range on average; the widths of ranges are powers of two. */
const documentsPerRange = 16;

/** The documents that are wanted, where they are so few that ranges of this word can be left out; else undefined. */
export function selectiveFilter(
  filter: ScoredDocs | undefined,
  { documentCounts, postingStarts }: SizedLists,
  term: number,
): ScoredDocs | undefined {
  if (filter === undefined || filter.count * documentsPerRange > (documentCounts[term] ?? 0)) return undefined;
  return (postingStarts[term + 1] ?? 0) - (postingStarts[term] ?? 0) < minListLength ? undefined : filter;
}

/**
 * They go with their segment, and need no other bound: 8 bytes for about 16 documents, each of which has 2 bytes of entries or more, are
 * hardly more than a third of what the long lists take themselves. After 500 pairs of words they have 0.7 MB for a million documents.
 */
const skipTables = new WeakMap<SizedLists, Map<number, SkipTable>>();

/** Made when first asked for, in one go over the list. Two that make the same ones at a time do it twice, and nothing else. */
function* skipTableOf(segment: SizedLists, term: number): CooperativeTask<SkipTable> {
  const tables = skipTables.get(segment) ?? new Map<number, SkipTable>();
  skipTables.set(segment, tables);
  const table = tables.get(term) ?? (yield* buildSkipTable(segment, term));
  tables.set(term, table);
  return table;
}

function* buildSkipTable(segment: SizedLists, term: number): CooperativeTask<SkipTable> {
  const end = segment.postingStarts[term + 1] ?? 0;
  const builder = createBuilder(segment, term);
  while (builder.at < end) {
    scanEntries(builder, Math.min(end, builder.at + taskSize));
    yield;
  }
  const { bits, starts, documentsBefore, startedRanges } = builder;
  starts.fill(end, startedRanges);
  return { bits, starts, documentsBefore };
}

/** Landmarks in the making. */
interface SkipTableBuilder extends SkipTable, ByteCursor {
  /** The document of the entry that was read last. */
  document: number;
  /** Of so many ranges the start is known. */
  startedRanges: number;
}

function createBuilder({ size, documentCounts, postings, postingStarts }: SizedLists, term: number): SkipTableBuilder {
  const width = (documentsPerRange * size) / Math.max(1, documentCounts[term] ?? 0);
  const bits = Math.round(Math.log2(width));
  const ranges = (size >>> bits) + 1;
  return {
    bits,
    starts: new Uint32Array(ranges + 1),
    documentsBefore: new Int32Array(ranges),
    bytes: postings,
    at: postingStarts[term] ?? 0,
    document: -1,
    startedRanges: 0,
  };
}

/** Goes over the entries that begin before `stop`. */
function scanEntries(builder: SkipTableBuilder, stop: number): void {
  const { bytes: postings, bits, starts, documentsBefore } = builder;
  let { at, document, startedRanges } = builder;
  while (at < stop) {
    const start = at;
    let step = postings[at] ?? 0;
    at += 1;
    if (step >= 0x80) {
      builder.at = start;
      step = readVarint(builder);
      at = builder.at;
    }
    // A range in which there is no document starts where the next one does.
    for (const range = (document + step) >>> bits; startedRanges <= range; startedRanges += 1) {
      starts[startedRanges] = start;
      documentsBefore[startedRanges] = document;
    }
    document += step;
    const hasMore = ((postings[at] ?? 0) & frequencyEscape) === frequencyEscape;
    at = skipVarint(postings, at);
    if (hasMore) at = skipVarint(postings, at);
  }
  builder.at = at;
  builder.document = document;
  builder.startedRanges = startedRanges;
}

/** The stretches of a list that have all entries of some documents, one after the other. */
export interface SkipList {
  readonly table: SkipTable;
  /** For each range 1 where it has one of the documents. */
  readonly hasMatch: Uint8Array;
  /** The first range behind those that were gone through. */
  range: number;
  /** Of the stretch that was come to. */
  start: number;
  end: number;
  documentBefore: number;
}

/** Of a word that has some of these documents, if any; they are few of its own. */
export function* blocksWith(
  { documents, count }: ScoredDocs,
  segment: SizedLists,
  term: number,
): CooperativeTask<SkipList> {
  const table = yield* skipTableOf(segment, term);
  // There may be hundreds of such words.
  yield;
  const { bits, documentsBefore } = table;
  const hasMatch = new Uint8Array(documentsBefore.length);
  for (let at = 0; at < count; at += 1) hasMatch[(documents[at] ?? 0) >>> bits] = 1;
  return { table, hasMatch, range: 0, start: 0, end: 0, documentBefore: -1 };
}

/** Comes to the next stretch, in the order of documents; false: there is none. */
export function nextBlock(list: SkipList): boolean {
  const { hasMatch, table } = list;
  const ranges = hasMatch.length;
  let from = list.range;
  while (from < ranges && hasMatch[from] === 0) from += 1;
  let end = from;
  while (end < ranges && hasMatch[end] === 1) end += 1;
  list.range = end;
  list.start = table.starts[from] ?? 0;
  list.end = table.starts[end] ?? 0;
  list.documentBefore = table.documentsBefore[from] ?? -1;
  return from < ranges;
}
