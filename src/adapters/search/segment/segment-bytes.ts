import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** A large part of a segment that is read rarely: in memory until it is saved, and then in its file. */
export interface SegmentBytes {
  readonly byteLength: number;
  /** All bytes; undefined if they are in a file. */
  readonly memory: Buffer | undefined;
  /** A view of a range, valid until the next call. Throws if the file cannot be read. */
  between(from: number, to: number): Buffer;
  /** Fills `into` with the bytes from an offset on, and returns it. Throws if the file cannot be read. */
  copyTo(into: Buffer, from: number): Buffer;
  /** Switches to reading the bytes from a file that has the same bytes at `offset`. */
  moveTo(file: HeldFile, offset: number): void;
}

/** An open file. It can be read as long as this object is reachable, even after the file is deleted. */
export interface HeldFile {
  readonly descriptor: number;
}

/** Only the garbage collector knows when the last search that uses a segment has ended. */
const openHandles = new FinalizationRegistry<FileHandle>((handle) => void handle.close().catch(() => undefined));

/** Takes ownership of the handle. It is closed when the result is garbage-collected. */
export function heldFile(handle: FileHandle): HeldFile {
  const file: HeldFile = { descriptor: handle.fd };
  openHandles.register(file, handle);
  return file;
}

/** Bytes in memory. They must not change. */
export const bytesInMemory = ({ buffer, byteOffset, byteLength }: Uint8Array): SegmentBytes =>
  new MemoryBytes(Buffer.from(buffer, byteOffset, byteLength));

const noBytes = Buffer.alloc(0);

/** A class, because thousands exist while a segment is built or merged. Closures would take more memory than most texts. */
class MemoryBytes implements SegmentBytes {
  readonly byteLength: number;
  #memory: Buffer | undefined;
  #inFile: FileWindow | undefined;

  constructor(memory: Buffer) {
    this.byteLength = memory.length;
    this.#memory = memory;
  }

  get memory(): Buffer | undefined {
    return this.#memory;
  }

  between(from: number, to: number): Buffer {
    return this.#inFile?.between(from, to) ?? this.#memory?.subarray(from, to) ?? noBytes;
  }

  copyTo(into: Buffer, from: number): Buffer {
    if (this.#inFile !== undefined) return this.#inFile.copyTo(into, from);
    this.#memory?.copy(into, 0, from);
    return into;
  }

  moveTo(file: HeldFile, offset: number): void {
    this.#inFile = fileWindow(file, offset, this.byteLength);
    this.#memory = undefined;
  }
}

export function bytesInFile(file: HeldFile, offset: number, byteLength: number): SegmentBytes {
  let { between, copyTo } = fileWindow(file, offset, byteLength);
  return {
    byteLength,
    memory: undefined,
    between: (from, to) => between(from, to),
    copyTo: (into, from) => copyTo(into, from),
    moveTo(other, start) {
      ({ between, copyTo } = fileWindow(other, start, byteLength));
    },
  };
}

type FileWindow = Pick<SegmentBytes, 'between' | 'copyTo'>;

/**
 * The number of bytes read with one call. The next read is usually nearby, and this costs hardly more than reading a
 * few bytes.
 */
const windowLength = 1 << 14;

function fileWindow(file: HeldFile, offset: number, byteLength: number): FileWindow {
  let window: Buffer | undefined;
  let start = 0;
  let end = 0;

  const copyTo: SegmentBytes['copyTo'] = (into, from) => {
    for (let done = 0; done < into.length; ) {
      const bytesRead = readSync(file.descriptor, into, done, into.length - done, offset + from + done);
      if (bytesRead === 0)
        throw new Error('A file of the search index is truncated. Restart the server to rebuild the index.');
      done += bytesRead;
    }
    return into;
  };

  /** Returns the window after moving it so that it covers the range. */
  const windowFor = (from: number, to: number): Buffer => {
    window ??= Buffer.allocUnsafeSlow(Math.min(windowLength, byteLength));
    if (from >= start && to <= end) return window;
    // The window stays empty if the read fails.
    end = 0;
    start = Math.min(from, byteLength - window.length);
    copyTo(window, start);
    end = start + window.length;
    return window;
  };

  return {
    between: (from, to) =>
      to - from > windowLength
        ? copyTo(Buffer.allocUnsafe(to - from), from)
        : windowFor(from, to).subarray(from - start, to - start),
    copyTo,
  };
}
