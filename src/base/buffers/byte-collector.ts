/** Collects bytes in a buffer, from which they are copied out together. */
export interface ByteCollector {
  /** The number of bytes in the buffer now. */
  readonly length: number;
  /** Discards everything that was collected. */
  start(): void;
  /** Ensures that the buffer has room for one more entry after `length`. */
  makeRoom(): void;
  /** Call this after writing to the buffer directly, with the new length. */
  extend(length: number): void;
  add(bytes: Buffer): void;
  /** A copy of everything that was added since the start, in few chunks. */
  collected(): Buffer[];
}

/** In bytes: the buffer is copied out when it holds this much. Allocating much larger chunks is expensive. */
const maxBufferedBytes = 64 * 1024;

/** The size of the buffer that a collector needs, in bytes, if no entry is larger than `maxEntryBytes`. */
export const collectorBytes = (maxEntryBytes: number): number => maxBufferedBytes + maxEntryBytes;

/** `buffer` must have the size `collectorBytes`. */
export function createByteCollector(buffer: Buffer): ByteCollector {
  let length = 0;
  let chunks: Buffer[] = [];

  const flush = (): void => {
    if (length === 0) return;
    chunks.push(Buffer.from(buffer.subarray(0, length)));
    length = 0;
  };

  return {
    get length() {
      return length;
    },
    start() {
      [length, chunks] = [0, []];
    },
    makeRoom() {
      if (length > maxBufferedBytes) flush();
    },
    extend(to) {
      length = to;
    },
    add(bytes) {
      if (length + bytes.length > maxBufferedBytes) flush();
      if (bytes.length > maxBufferedBytes) chunks.push(bytes);
      else {
        buffer.set(bytes, length);
        length += bytes.length;
      }
    },
    collected() {
      flush();
      return chunks;
    },
  };
}
