import type { NodeId } from '../../../base/ids.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import { lastBitsOf } from '../codec/uuids.ts';
import { withDeleted } from '../segment/deletions.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { InverterWorker, WrittenLog } from './inverter-worker.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { createTermDictionary, type TermDictionary } from './term-dictionary.ts';

/** A batch with more words than this becomes a segment. Smaller segments would have to be merged more often. */
const maxWords = 200_000;

/**
 * A batch with fewer words is inverted in this thread: that takes a few milliseconds, less than the transfer to the
 * worker thread.
 */
const maxWordsInline = 10_000;

/** The maximum number of batches that wait for the worker thread. With more, inverting in this thread is faster. */
const maxWaiting = 2;

/**
 * Documents that are not in a segment yet. A search turns them into segments; large batches become segments in the
 * worker thread.
 */
export class WriteBuffer {
  readonly #invert: InverterWorker;
  readonly #add: (live: LiveSegment) => void;
  #dictionary = createTermDictionary();
  #current = new Batch(this.#dictionary);
  /** The batches in the worker thread. */
  readonly #waiting = new Map<Batch, Promise<void>>();

  /** Passes each new segment to `add`. */
  constructor(invert: InverterWorker, add: (live: LiveSegment) => void) {
    this.#invert = invert;
    this.#add = add;
  }

  /** The number of documents. */
  get size(): number {
    return [...this.#waiting.keys()].reduce((sum, { size }) => sum + size, this.#current.size);
  }

  /** Adds a document. The buffer must not have one with this ID. */
  put(document: IndexedDocument): void {
    this.#current.put(document);
    if (this.#current.wordCount <= maxWords) return;
    const batch = this.#startBatch();
    if (this.#waiting.size >= maxWaiting) this.#addSegment(batch);
    else this.#invertInWorker(batch);
  }

  /** Ignores IDs that the buffer does not have. */
  remove(ids: readonly NodeId[]): void {
    for (const batch of this.#waiting.keys()) batch.remove(ids);
    this.#current.remove(ids);
  }

  /**
   * Turns all documents into segments. Blocks for 10 to 50 ms per 200,000 words; the buffer may hold three times as
   * many.
   */
  freeze(): void {
    for (const batch of [...this.#waiting.keys()]) this.#addSegment(batch);
    if (!this.#current.isEmpty) this.#addSegment(this.#startBatch());
  }

  /** Whether `freeze` would block for long. */
  get isLarge(): boolean {
    return this.#current.wordCount > maxWordsInline || this.#waiting.size > 0;
  }

  /** Turns the current documents into a segment in the worker thread. If that fails, they stay in the buffer. */
  async freezeInWorker(): Promise<void> {
    if (!this.#current.isEmpty) this.#invertInWorker(this.#startBatch());
    await this.settled();
  }

  /** Removes all documents. */
  clear(): void {
    this.#waiting.clear();
    this.#startBatch();
  }

  /** Resolves when the worker thread has no more batches of this buffer. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting.values());
  }

  /** Starts a new batch and returns the previous one. */
  #startBatch(): Batch {
    const batch = this.#current;
    if (this.#dictionary.isFull) this.#dictionary = createTermDictionary();
    this.#current = new Batch(this.#dictionary);
    return batch;
  }

  #invertInWorker(batch: Batch): void {
    this.#waiting.set(batch, this.#addInverted(batch));
  }

  async #addInverted(batch: Batch): Promise<void> {
    // If this fails, the next search or save inverts the batch in this thread.
    const lists = await this.#invert(batch.written()).catch(() => undefined);
    // In the meantime, a search may have frozen the batch, or the buffer may have been cleared.
    if (lists !== undefined && this.#waiting.has(batch)) this.#addSegment(batch, lists);
  }

  #addSegment(batch: Batch, lists?: WrittenPostings): void {
    this.#waiting.delete(batch);
    if (batch.size > 0) this.#add(batch.segment(lists));
  }
}

/** Documents that become one segment. */
class Batch {
  readonly #builder: SegmentBuilder;
  readonly #numbers = new Map<NodeId, number>();
  readonly #removed: number[] = [];
  // Most IDs to remove are not in the batch. A bit for their last 16 bits shows that faster than a look-up in the map.
  readonly #mayHave = new Uint8Array(1 << 13);

  constructor(dictionary: TermDictionary) {
    this.#builder = new SegmentBuilder(dictionary);
  }

  /** Whether no document was ever put. */
  get isEmpty(): boolean {
    return this.#builder.size === 0;
  }

  /** The number of documents that were not removed. */
  get size(): number {
    return this.#numbers.size;
  }

  get wordCount(): number {
    return this.#builder.termCount;
  }

  written(): WrittenLog {
    return this.#builder.written();
  }

  put(document: IndexedDocument): void {
    const bits = lastBitsOf(document.id);
    this.#mayHave[bits >>> 3] = (this.#mayHave[bits >>> 3] ?? 0) | (1 << (bits & 7));
    this.#numbers.set(document.id, this.#builder.add(document));
  }

  remove(ids: readonly NodeId[]): void {
    if (this.#numbers.size === 0) return;
    for (const id of ids) {
      const bits = lastBitsOf(id);
      if (((this.#mayHave[bits >>> 3] ?? 0) & (1 << (bits & 7))) === 0) continue;
      const number = this.#numbers.get(id);
      if (number === undefined) continue;
      this.#removed.push(number);
      this.#numbers.delete(id);
    }
  }

  /** Turns the documents into a segment. Do not call `put` or `remove` afterwards. */
  segment(lists: WrittenPostings | undefined): LiveSegment {
    const segment = this.#builder.finish(lists);
    return { segment, deleted: withDeleted(null, segment.size, this.#removed) };
  }
}
