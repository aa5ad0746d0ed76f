import type { NodeId } from '../../../base/ids.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import { firstBitsOf } from '../codec/uuids.ts';
import { withDeleted } from '../segment/deletions.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { InverterWorker } from './inverter-worker.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import { createTermDictionary, type TermDictionary } from './term-dictionary.ts';

/** Documents that just came. They become segments when somebody looks, or apart from all others' work as soon as they are many. */
export interface WriteBuffer {
  /** How many there are. */
  readonly size: number;
  /** None of this id is there. */
  put(document: IndexedDocument): void;
  /** Passes over those that are not there. */
  remove(ids: readonly NodeId[]): void;
  /** Makes segments of all of them, at once: 10 to 50 ms for each 200,000 words, and there may be three times as many. */
  freeze(): void;
  /** Whether `freeze` would hold others up for long. */
  readonly areMany: boolean;
  /** Makes segments of those that are there now apart, for whoever can wait. Where that fails, they stay what they are. */
  freezeApart(): Promise<void>;
  /** Forgets all of them. */
  clear(): void;
  /** Resolves when nothing is being done apart. */
  settled(): Promise<void>;
}

/** So many words, and the documents are made a segment: smaller ones would have to be merged more often. */
const mostWords = 200_000;

/** Of fewer words lists are made sooner than handed over: in a few milliseconds. */
const fewWords = 10_000;

/** Where more is waiting for the thread, it is quicker to do it here. */
const mostWaiting = 2;

/** Gives each segment that it makes to `add`. */
export function createWriteBuffer(listsOf: InverterWorker, add: (live: LiveSegment) => void): WriteBuffer {
  let vocabulary = createTermDictionary();
  let coming = createBatch(vocabulary);
  const waiting = new Map<Batch, Promise<void>>();

  const bringIn = (batch: Batch, lists?: WrittenPostings): void => {
    waiting.delete(batch);
    if (batch.size > 0) add(batch.segment(lists));
  };

  const makeLists = async (batch: Batch): Promise<void> => {
    // Where that fails, it is made here as soon as somebody looks.
    const lists = await listsOf(batch.written()).catch(() => undefined);
    // Meanwhile somebody may have looked, or all may have been forgotten.
    if (lists !== undefined && waiting.has(batch)) bringIn(batch, lists);
  };

  const beginAnother = (): Batch => {
    const batch = coming;
    if (vocabulary.isFull) vocabulary = createTermDictionary();
    coming = createBatch(vocabulary);
    return batch;
  };

  const setAside = (): void => {
    const batch = beginAnother();
    if (waiting.size >= mostWaiting) bringIn(batch);
    else waiting.set(batch, makeLists(batch));
  };

  const settled = async (): Promise<void> => {
    await Promise.all(waiting.values());
  };

  return {
    get size() {
      return [...waiting.keys()].reduce((sum, { size }) => sum + size, coming.size);
    },
    put(document) {
      coming.put(document);
      if (coming.words > mostWords) setAside();
    },
    remove(ids) {
      for (const batch of waiting.keys()) batch.remove(ids);
      coming.remove(ids);
    },
    freeze() {
      for (const batch of [...waiting.keys()]) bringIn(batch);
      if (!coming.isEmpty) bringIn(beginAnother());
    },
    get areMany() {
      return coming.words > fewWords || waiting.size > 0;
    },
    async freezeApart() {
      if (!coming.isEmpty) {
        const batch = beginAnother();
        waiting.set(batch, makeLists(batch));
      }
      await settled();
    },
    clear() {
      waiting.clear();
      beginAnother();
    },
    settled,
  };
}

/** Documents that become one segment. */
interface Batch {
  /** Nothing has come. */
  readonly isEmpty: boolean;
  /** How many there are that were not taken out again. */
  readonly size: number;
  /** How many words there are. */
  readonly words: number;
  readonly written: SegmentBuilder['written'];
  put(document: IndexedDocument): void;
  remove(ids: readonly NodeId[]): void;
  /** Nothing may be put any more. */
  segment(lists: WrittenPostings | undefined): LiveSegment;
}

function createBatch(vocabulary: TermDictionary): Batch {
  const builder = createSegmentBuilder(vocabulary);
  const numbers = new Map<NodeId, number>();
  const gone: number[] = [];
  // Most ids that are asked for have not come: by their first bits this is told sooner than by a look for each.
  const have = new Uint8Array(1 << 13);
  const forget = (id: NodeId): void => {
    const bits = firstBitsOf(id);
    if (((have[bits >>> 3] ?? 0) & (1 << (bits & 7))) === 0) return;
    const number = numbers.get(id);
    if (number === undefined) return;
    gone.push(number);
    numbers.delete(id);
  };
  return {
    get isEmpty() {
      return builder.size === 0;
    },
    get size() {
      return numbers.size;
    },
    get words() {
      return builder.termCount;
    },
    written: builder.written,
    put(document) {
      const bits = firstBitsOf(document.id);
      have[bits >>> 3] = (have[bits >>> 3] ?? 0) | (1 << (bits & 7));
      numbers.set(document.id, builder.add(document));
    },
    remove(ids) {
      if (numbers.size > 0) for (const id of ids) forget(id);
    },
    segment(lists) {
      const segment = builder.finish(lists);
      return { segment, deleted: withDeleted(null, segment.size, gone) };
    },
  };
}
