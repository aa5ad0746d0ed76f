import { type ByteCursor, behindVarint, readVarint } from '../codec/varints.ts';
import type { ScoredDocs } from '../query/scored-docs.ts';
import { type CooperativeTasks, taskSize } from '../writer/cooperative-tasks.ts';
import { manyTimes } from './postings.ts';
import type { Segment } from './segment.ts';

/**
 * Where the entries of a frequent word begin for each range of documents: who wants few documents need not read all entries. All ranges
 * are of one width, and all entries of a document are in one range.
 */
interface Landmarks {
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
const longList = 8192;

/** About so many documents of the list are in a range on average; the widths of ranges are powers of two. */
const documentsInRange = 16;

/** The documents that are wanted, where they are so few that ranges of this word can be left out; else undefined. */
export function fewOf(
  wanted: ScoredDocs | undefined,
  { documentCounts, postingStarts }: SizedLists,
  word: number,
): ScoredDocs | undefined {
  if (wanted === undefined || wanted.count * documentsInRange > (documentCounts[word] ?? 0)) return undefined;
  return (postingStarts[word + 1] ?? 0) - (postingStarts[word] ?? 0) < longList ? undefined : wanted;
}

/**
 * They go with their segment, and need no other bound: 8 bytes for about 16 documents, each of which has 2 bytes of entries or more, are
 * hardly more than a third of what the long lists take themselves. After 500 pairs of words they have 0.7 MB for a million documents.
 */
const known = new WeakMap<SizedLists, Map<number, Landmarks>>();

/** Made when first asked for, in one go over the list. Two that make the same ones at a time do it twice, and nothing else. */
function* landmarksOf(segment: SizedLists, word: number): CooperativeTasks<Landmarks> {
  const ofSegment = known.get(segment) ?? new Map<number, Landmarks>();
  known.set(segment, ofSegment);
  const landmarks = ofSegment.get(word) ?? (yield* makeLandmarks(segment, word));
  ofSegment.set(word, landmarks);
  return landmarks;
}

function* makeLandmarks(segment: SizedLists, word: number): CooperativeTasks<Landmarks> {
  const end = segment.postingStarts[word + 1] ?? 0;
  const survey = beginSurvey(segment, word);
  while (survey.at < end) {
    goOver(survey, Math.min(end, survey.at + taskSize));
    yield;
  }
  const { bits, starts, documentsBefore, begun } = survey;
  starts.fill(end, begun);
  return { bits, starts, documentsBefore };
}

/** Landmarks in the making. */
interface Survey extends Landmarks, ByteCursor {
  /** The document of the entry that was read last. */
  document: number;
  /** Of so many ranges the start is known. */
  begun: number;
}

function beginSurvey({ size, documentCounts, postings, postingStarts }: SizedLists, word: number): Survey {
  const width = (documentsInRange * size) / Math.max(1, documentCounts[word] ?? 0);
  const bits = Math.round(Math.log2(width));
  const ranges = (size >>> bits) + 1;
  return {
    bits,
    starts: new Uint32Array(ranges + 1),
    documentsBefore: new Int32Array(ranges),
    bytes: postings,
    at: postingStarts[word] ?? 0,
    document: -1,
    begun: 0,
  };
}

/** Goes over the entries that begin before `stop`. */
function goOver(survey: Survey, stop: number): void {
  const { bytes: postings, bits, starts, documentsBefore } = survey;
  let { at, document, begun } = survey;
  while (at < stop) {
    const start = at;
    let step = postings[at] ?? 0;
    at += 1;
    if (step >= 0x80) {
      survey.at = start;
      step = readVarint(survey);
      at = survey.at;
    }
    // A range in which there is no document starts where the next one does.
    for (const range = (document + step) >>> bits; begun <= range; begun += 1) {
      starts[begun] = start;
      documentsBefore[begun] = document;
    }
    document += step;
    const hasMore = ((postings[at] ?? 0) & manyTimes) === manyTimes;
    at = behindVarint(postings, at);
    if (hasMore) at = behindVarint(postings, at);
  }
  survey.at = at;
  survey.document = document;
  survey.begun = begun;
}

/** The stretches of a list that have all entries of some documents, one after the other. */
export interface SkipList {
  readonly landmarks: Landmarks;
  /** For each range 1 where it has one of the documents. */
  readonly isWanted: Uint8Array;
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
  word: number,
): CooperativeTasks<SkipList> {
  const landmarks = yield* landmarksOf(segment, word);
  // There may be hundreds of such words.
  yield;
  const { bits, documentsBefore } = landmarks;
  const isWanted = new Uint8Array(documentsBefore.length);
  for (let at = 0; at < count; at += 1) isWanted[(documents[at] ?? 0) >>> bits] = 1;
  return { landmarks, isWanted, range: 0, start: 0, end: 0, documentBefore: -1 };
}

/** Comes to the next stretch, in the order of documents; false: there is none. */
export function nextBlock(stretches: SkipList): boolean {
  const { isWanted, landmarks } = stretches;
  const ranges = isWanted.length;
  let from = stretches.range;
  while (from < ranges && isWanted[from] === 0) from += 1;
  let behind = from;
  while (behind < ranges && isWanted[behind] === 1) behind += 1;
  stretches.range = behind;
  stretches.start = landmarks.starts[from] ?? 0;
  stretches.end = landmarks.starts[behind] ?? 0;
  stretches.documentBefore = landmarks.documentsBefore[from] ?? -1;
  return from < ranges;
}
