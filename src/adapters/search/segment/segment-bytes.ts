import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** Bytes of a segment that are many, and seldom asked for: in memory until they are saved, and from then on in their file. */
export interface SegmentBytes {
  readonly byteLength: number;
  /** All of them; undefined: they are in a file. */
  readonly memory: Buffer | undefined;
  /** A view of the bytes from there up to there, good until the next call. Throws where the disk refuses. */
  between(from: number, to: number): Buffer;
  /** Fills `into` with the bytes from there on, and gives it. Throws where the disk refuses. */
  copyTo(into: Buffer, from: number): Buffer;
  /** The same bytes lie in that file, from `offset` on: from now on they are read there. */
  moveTo(file: HeldFile, offset: number): void;
}

/** A file that can be read for as long as this is held, even if it is removed meanwhile. */
export interface HeldFile {
  readonly descriptor: number;
}

/** Nobody but the collector can tell when the last search that goes on in a segment has come to its end. */
const openHandles = new FinalizationRegistry<FileHandle>((handle) => void handle.close().catch(() => undefined));

/** Takes the file over: it is closed when nobody holds it any more. */
export function heldFile(handle: FileHandle): HeldFile {
  const file: HeldFile = { descriptor: handle.fd };
  openHandles.register(file, handle);
  return file;
}

/** Bytes in memory, which must not change. */
export function bytesInMemory({ buffer, byteOffset, byteLength }: Uint8Array): SegmentBytes {
  let memory: Buffer | undefined = Buffer.from(buffer, byteOffset, byteLength);
  let inFile: FileWindow | undefined;
  return {
    byteLength,
    get memory() {
      return memory;
    },
    between: (from, to) => inFile?.between(from, to) ?? memory?.subarray(from, to) ?? noBytes,
    copyTo(into, from) {
      if (inFile !== undefined) return inFile.copyTo(into, from);
      memory?.copy(into, 0, from);
      return into;
    },
    moveTo(file, offset) {
      inFile = fileWindow(file, offset, byteLength);
      memory = undefined;
    },
  };
}

const noBytes = Buffer.alloc(0);

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

/** Read at once, as what is asked for next mostly lies near by: so much costs hardly more than a few bytes. */
const windowLength = 1 << 14;

function fileWindow(file: HeldFile, offset: number, byteLength: number): FileWindow {
  let window: Buffer | undefined;
  let start = 0;
  let end = 0;

  const copyTo: SegmentBytes['copyTo'] = (into, from) => {
    for (let done = 0; done < into.length; ) {
      const bytesRead = readSync(file.descriptor, into, done, into.length - done, offset + from + done);
      if (bytesRead === 0) throw new Error('A file of the search index ends too soon.');
      done += bytesRead;
    }
    return into;
  };

  /** Gives the window, which reaches from `start` to `end` then. */
  const windowFor = (from: number, to: number): Buffer => {
    window ??= Buffer.allocUnsafeSlow(Math.min(windowLength, byteLength));
    if (from >= start && to <= end) return window;
    // Should reading fail, there is nothing in it.
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
