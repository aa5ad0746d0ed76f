import type { NodeId } from '../../../base/ids.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import { firstBitsOf } from '../codec/uuids.ts';
import { withDeleted } from '../segment/deletions.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { InverterWorker } from './inverter-worker.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import { createTermDictionary, type TermDictionary } from './term-dictionary.ts';

/**
 * Documents that are not in a segment yet. A search turns them into segments; large batches become segments in the
 * worker thread.
 */
export interface WriteBuffer {
  /** The number of documents. */
  readonly size: number;
  /** Adds a document. The buffer must not have one with this ID. */
  put(document: IndexedDocument): void;
  /** Ignores IDs that the buffer does not have. */
  remove(ids: readonly NodeId[]): void;
  /** Turns all documents into segments. Blocks for 10 to 50 ms per 200,000 words; the buffer may hold three times as many. */
  freeze(): void;
  /** Whether `freeze` would block for long. */
  readonly isLarge: boolean;
  /** Turns the current documents into segments in the worker thread. If that fails, they stay in the buffer. */
  freezeInWorker(): Promise<void>;
  /** Removes all documents. */
  clear(): void;
  /** Resolves when the worker thread has no more batches of this buffer. */
  settled(): Promise<void>;
}

/** Batches of more words become a segment. Smaller segments would have to be merged more often. */
const maxWords = 200_000;

/** Fewer words are inverted in a few milliseconds, which is less than a transfer to the thread takes. */
const maxWordsInline = 10_000;

/** With more batches waiting for the worker thread, inverting in this thread is faster. */
const maxWaiting = 2;

/** Passes each new segment to `add`. */
export function createWriteBuffer(invert: InverterWorker, add: (live: LiveSegment) => void): WriteBuffer {
  return new BatchingWriteBuffer(invert, add);
}

class BatchingWriteBuffer implements WriteBuffer {
  readonly #invert: InverterWorker;
  readonly #add: (live: LiveSegment) => void;
  #dictionary = createTermDictionary();
  #current = createBatch(this.#dictionary);
  /** The batches in the worker thread. */
  readonly #waiting = new Map<Batch, Promise<void>>();

  constructor(invert: InverterWorker, add: (live: LiveSegment) => void) {
    this.#invert = invert;
    this.#add = add;
  }

  get size(): number {
    return [...this.#waiting.keys()].reduce((sum, { size }) => sum + size, this.#current.size);
  }

  put(document: IndexedDocument): void {
    this.#current.put(document);
    if (this.#current.wordCount <= maxWords) return;
    const batch = this.#startBatch();
    if (this.#waiting.size >= maxWaiting) this.#addSegment(batch);
    else this.#invertInWorker(batch);
  }

  remove(ids: readonly NodeId[]): void {
    for (const batch of this.#waiting.keys()) batch.remove(ids);
    this.#current.remove(ids);
  }

  freeze(): void {
    for (const batch of [...this.#waiting.keys()]) this.#addSegment(batch);
    if (!this.#current.isEmpty) this.#addSegment(this.#startBatch());
  }

  get isLarge(): boolean {
    return this.#current.wordCount > maxWordsInline || this.#waiting.size > 0;
  }

  async freezeInWorker(): Promise<void> {
    if (!this.#current.isEmpty) this.#invertInWorker(this.#startBatch());
    await this.settled();
  }

  clear(): void {
    this.#waiting.clear();
    this.#startBatch();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#waiting.values());
  }

  /** Returns the batch that was current. */
  #startBatch(): Batch {
    const batch = this.#current;
    if (this.#dictionary.isFull) this.#dictionary = createTermDictionary();
    this.#current = createBatch(this.#dictionary);
    return batch;
  }

  #invertInWorker(batch: Batch): void {
    this.#waiting.set(batch, this.#addInverted(batch));
  }

  async #addInverted(batch: Batch): Promise<void> {
    // If this fails, the next search or save inverts the batch in this thread.
    const lists = await this.#invert(batch.written()).catch(() => undefined);
    // A search may have frozen the batch meanwhile, or the buffer may have been cleared.
    if (lists !== undefined && this.#waiting.has(batch)) this.#addSegment(batch, lists);
  }

  #addSegment(batch: Batch, lists?: WrittenPostings): void {
    this.#waiting.delete(batch);
    if (batch.size > 0) this.#add(batch.segment(lists));
  }
}

/** Documents that become one segment. */
interface Batch {
  /** Whether no document was ever put. */
  readonly isEmpty: boolean;
  /** The number of documents that were not removed. */
  readonly size: number;
  readonly wordCount: number;
  readonly written: SegmentBuilder['written'];
  put(document: IndexedDocument): void;
  remove(ids: readonly NodeId[]): void;
  /** Ends the batch: no document may be put any more. */
  segment(lists: WrittenPostings | undefined): LiveSegment;
}

function createBatch(dictionary: TermDictionary): Batch {
  const builder = createSegmentBuilder(dictionary);
  const numbers = new Map<NodeId, number>();
  const removed: number[] = [];
  // Most IDs to remove are not in the batch. A bit for their first 16 bits shows that faster than a look-up in the map.
  const mayHave = new Uint8Array(1 << 13);
  const removeOne = (id: NodeId): void => {
    const bits = firstBitsOf(id);
    if (((mayHave[bits >>> 3] ?? 0) & (1 << (bits & 7))) === 0) return;
    const number = numbers.get(id);
    if (number === undefined) return;
    removed.push(number);
    numbers.delete(id);
  };
  return {
    get isEmpty() {
      return builder.size === 0;
    },
    get size() {
      return numbers.size;
    },
    get wordCount() {
      return builder.termCount;
    },
    written: () => builder.written(),
    put(document) {
      const bits = firstBitsOf(document.id);
      mayHave[bits >>> 3] = (mayHave[bits >>> 3] ?? 0) | (1 << (bits & 7));
      numbers.set(document.id, builder.add(document));
    },
    remove(ids) {
      if (numbers.size > 0) for (const id of ids) removeOne(id);
    },
    segment(lists) {
      const segment = builder.finish(lists);
      return { segment, deleted: withDeleted(null, segment.size, removed) };
    },
  };
}
