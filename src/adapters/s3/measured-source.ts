import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ContentHash } from '../../base/ids.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { maxWholeBeginning } from '../../ports/content-store.ts';

/** A source that is read once. Its hash and size are those of what has been read. */
export class MeasuredSource {
  readonly #digest = createHash('sha256');
  readonly #chunks: AsyncGenerator<Uint8Array>;
  #beginning: Uint8Array = new Uint8Array();
  size = 0;
  /** What the source has failed with. */
  error: unknown;

  constructor(source: Readable) {
    this.#chunks = this.#measured(source);
  }

  /** Reads until the source ends or has more than `limit` bytes. */
  async readSmall(limit: number): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
    const read: Uint8Array[] = [];
    let isWhole = false;
    while (!isWhole && this.size <= limit) {
      const { value, done } = await this.#chunks.next();
      isWhole = done === true;
      // The source uses the memory of its chunks again.
      if (value !== undefined) read.push(Uint8Array.from(value));
    }
    const bytes = Buffer.concat(read);
    this.#beginning = bytes.subarray(0, isWhole && this.size <= maxWholeBeginning ? this.size : signatureBytes);
    return { bytes, isWhole };
  }

  /** The bytes that were read, and the rest. */
  async *from(beginning: Uint8Array): AsyncGenerator<Uint8Array> {
    yield beginning;
    yield* this.#chunks;
  }

  get hash(): ContentHash {
    // The hex digest of SHA-256 has the form of a ContentHash.
    return this.#digest.copy().digest('hex') as ContentHash;
  }

  /** As `WrittenContent` has it, in memory of its own. */
  get firstBytes(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.#beginning.length);
    copy.set(this.#beginning);
    return copy;
  }

  async *#measured(source: Readable): AsyncGenerator<Uint8Array> {
    try {
      for await (const data of source) {
        const chunk: Uint8Array = typeof data === 'string' ? Buffer.from(data) : data;
        this.#digest.update(chunk);
        this.size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.error = error;
      throw error;
    }
  }
}
