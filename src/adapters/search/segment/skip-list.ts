import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type ByteCursor, readVarint, skipVarint } from '../codec/varints.ts';
import { taskSize } from '../task-scheduler.ts';
import { frequencyEscape } from './postings.ts';
import type { ScoredDocs } from './scored-docs.ts';
import type { Segment } from './segment.ts';

/**
 * A skip table: the start of the postings of a frequent term for each range of documents, so that a search for a few
 * documents need not read all of them. All ranges have the same width, and all postings of a document are in one range.
 */
interface SkipTable {
  /** Documents are in the same range if their numbers differ in these lowest bits only. */
  readonly bits: number;
  /** For each range the start of its postings, and the end of the last one as an additional element. */
  readonly starts: Uint32Array;
  /** For each range the document of the last posting before it; -1 if there is none. */
  readonly documentsBefore: Int32Array;
}

/** The part of a segment that skip tables are created from. */
export type SizedLists = Pick<Segment, 'size' | 'documentCounts' | 'postings' | 'postingStarts'>;

/** The minimum length of a posting list with a skip table, in bytes. A shorter list is read as fast as a skip table. */
const minListLength = 8192;

/** The approximate average number of documents of the list in a range. Widths are powers of two. */
const documentsPerRange = 16;

/** Returns the filter if it has so few documents that ranges of this term can be skipped, and otherwise undefined. */
export function selectiveFilter(
  filter: ScoredDocs | undefined,
  { documentCounts, postingStarts }: SizedLists,
  term: number,
): ScoredDocs | undefined {
  if (filter === undefined || filter.count * documentsPerRange > (documentCounts[term] ?? 0)) return undefined;
  return (postingStarts[term + 1] ?? 0) - (postingStarts[term] ?? 0) < minListLength ? undefined : filter;
}

/**
 * Tables live as long as their segment and need no other limit. They take 8 bytes for about 16 documents with 2 bytes
 * of postings or more each, which is hardly more than a third of the long lists themselves. After 500 pairs of words
 * they take 0.7 MB for a million documents.
 */
const skipTables = cachedPerObject((_: SizedLists) => new Map<number, SkipTable>());

/** Created on first use, in one pass over the list. Two concurrent searches may create the same table twice. */
function* skipTableOf(segment: SizedLists, term: number): CooperativeTask<SkipTable> {
  const tables = skipTables(segment);
  const table = tables.get(term) ?? (yield* buildSkipTable(segment, term));
  tables.set(term, table);
  return table;
}

function* buildSkipTable(segment: SizedLists, term: number): CooperativeTask<SkipTable> {
  const end = segment.postingStarts[term + 1] ?? 0;
  const builder = createBuilder(segment, term);
  while (builder.at < end) {
    scanPostings(builder, Math.min(end, builder.at + taskSize));
    yield;
  }
  const { bits, starts, documentsBefore, startedRanges } = builder;
  starts.fill(end, startedRanges);
  return { bits, starts, documentsBefore };
}

/** A skip table under construction. */
interface SkipTableBuilder extends SkipTable, ByteCursor {
  /** The document of the last posting that was read. */
  document: number;
  /** The number of ranges whose start is known. */
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

/** Scans the postings that start before `stop`. */
function scanPostings(builder: SkipTableBuilder, stop: number): void {
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
    // A range without documents starts where the next one does.
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

/** An iterator over the blocks of a posting list that contain all postings of some documents. */
export interface SkipList {
  readonly table: SkipTable;
  /** For each range: 1 if it has one of the documents. */
  readonly hasMatch: Uint8Array;
  /** The first range after those that were visited. */
  range: number;
  /** The current block. */
  start: number;
  end: number;
  documentBefore: number;
}

/** The blocks of a term that have one of these documents. The documents must be few, see `selectiveFilter`. */
export function* blocksWith(
  { documents, count }: ScoredDocs,
  segment: SizedLists,
  term: number,
): CooperativeTask<SkipList> {
  const table = yield* skipTableOf(segment, term);
  // A search may have hundreds of such terms.
  yield;
  const { bits, documentsBefore } = table;
  const hasMatch = new Uint8Array(documentsBefore.length);
  for (let at = 0; at < count; at += 1) hasMatch[(documents[at] ?? 0) >>> bits] = 1;
  return { table, hasMatch, range: 0, start: 0, end: 0, documentBefore: -1 };
}

/** Moves to the next block, in the order of documents. Returns false if there is none. */
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
