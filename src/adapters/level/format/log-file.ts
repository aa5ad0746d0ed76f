import { crc32c, differsByOneBit, maskChecksum, unmaskChecksum } from './crc32c.ts';

/** LevelDB's log files and its manifest: records in blocks of 32 KB, split into fragments if they do not fit. */
const blockLength = 32_768;
/** Checksum (4), length (2) and type (1) of a fragment. */
const headerLength = 7;
const types = { full: 1, first: 2, middle: 3, last: 4 } as const;

export interface LogFile {
  /** The complete records in their order. */
  readonly records: readonly Buffer[];
  /** Offsets of synced data that cannot be read. */
  readonly damagedAt: readonly number[];
}

interface Fragment {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** The fragment at an offset, if its checksum matches. `limit` is the end of the block. */
function fragmentAt(bytes: Buffer, start: number, limit: number): Fragment | undefined {
  if (start + headerLength > limit) return undefined;
  const type = bytes.readUInt8(start + 6);
  const end = start + headerLength + bytes.readUInt16LE(start + 4);
  if (type < types.full || type > types.last || end > limit) return undefined;
  const crc = unmaskChecksum(bytes.readUInt32LE(start));
  return crc === crc32c(bytes, start + 6, end) ? { type, start, end } : undefined;
}

/** Whether a fragment would be valid but for one flipped bit. A torn write does not look like that. */
function hasFlippedBit(bytes: Buffer, start: number, limit: number): boolean {
  if (start + headerLength > limit) return false;
  for (let bit = 0; bit < headerLength * 8; bit += 1) {
    const tried = Buffer.from(bytes.subarray(start, limit));
    tried.writeUInt8(tried.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    if (fragmentAt(tried, 0, tried.length) !== undefined) return true;
  }
  const end = start + headerLength + bytes.readUInt16LE(start + 4);
  if (end > limit) return false;
  const difference = unmaskChecksum(bytes.readUInt32LE(start)) ^ crc32c(bytes, start + 6, end);
  return differsByOneBit(difference, end - start - 6);
}

const isZero = (bytes: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) if (bytes[at] !== 0) return false;
  return true;
};

/** The next valid fragment of the same block, at any offset. */
function findFragment(bytes: Buffer, from: number, limit: number): Fragment | undefined {
  for (let start = from; start + headerLength <= limit; start += 1) {
    const fragment = fragmentAt(bytes, start, limit);
    if (fragment !== undefined) return fragment;
  }
  return undefined;
}

/**
 * Reads a log file, including the records after damaged ones. Every record is synced before the next one is written. So an
 * unreadable record is damage if another record begins after it, or if one flipped bit explains it. Otherwise it is the
 * incomplete end that a power failure or a killed process leaves, which was never acknowledged.
 */
export function readLogFile(bytes: Buffer): LogFile {
  const reader = new LogReader(bytes);
  for (let block = 0; block < bytes.length; block += blockLength) reader.readBlock(block);
  return reader.end();
}

class LogReader {
  readonly #bytes: Buffer;
  readonly #records: Buffer[] = [];
  readonly #damagedAt: number[] = [];
  /** The fragments of a record that began at `#partsStart` and is not complete yet. */
  #parts: Buffer[] | undefined;
  #partsStart = 0;
  /** The offset of unreadable bytes, while no later record has been found. */
  #unclear: number | undefined;
  #flipped = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  readBlock(block: number): void {
    const bytes = this.#bytes;
    const limit = Math.min(block + blockLength, bytes.length);
    let at = block;
    while (at + headerLength <= limit) {
      const fragment = fragmentAt(bytes, at, limit);
      if (fragment !== undefined) {
        this.#take(fragment);
        at = fragment.end;
        continue;
      }
      this.#flipped ||= hasFlippedBit(bytes, at, limit);
      this.#skip(this.#parts === undefined ? at : this.#partsStart);
      // If only zeros follow, nothing was written here.
      const next = isZero(bytes, at, limit) ? undefined : findFragment(bytes, at + 1, limit);
      at = next?.start ?? limit;
    }
  }

  end(): LogFile {
    if (this.#unclear !== undefined && this.#flipped) this.#damagedAt.push(this.#unclear);
    return { records: this.#records, damagedAt: this.#damagedAt };
  }

  #skip(at: number): void {
    this.#unclear ??= at;
    this.#parts = undefined;
  }

  #take({ type, start, end }: Fragment): void {
    const content = this.#bytes.subarray(start + headerLength, end);
    if (type === types.full || type === types.first) this.#begin(type, start, content);
    else if (this.#parts === undefined) this.#skip(start);
    else {
      this.#parts.push(content);
      if (type !== types.last) return;
      this.#records.push(Buffer.concat(this.#parts));
      this.#parts = undefined;
    }
  }

  #begin(type: number, start: number, content: Buffer): void {
    if (this.#parts !== undefined) this.#skip(this.#partsStart);
    if (this.#unclear !== undefined) this.#damagedAt.push(this.#unclear);
    this.#unclear = undefined;
    this.#flipped = false;
    if (type === types.first) [this.#parts, this.#partsStart] = [[content], start];
    else this.#records.push(content);
  }
}

function fragmentType(isFirst: boolean, isLast: boolean): number {
  if (isFirst) return isLast ? types.full : types.first;
  return isLast ? types.last : types.middle;
}

/** Encodes a log file with these records. */
export function writeLogFile(records: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let used = 0;
  const append = (part: Buffer): void => {
    parts.push(part);
    used = (used + part.length) % blockLength;
  };
  for (const record of records) {
    let at = 0;
    let isLast = false;
    for (let isFirst = true; !isLast; isFirst = false) {
      if (blockLength - used < headerLength) append(Buffer.alloc(blockLength - used));
      const content = record.subarray(at, at + blockLength - used - headerLength);
      at += content.length;
      isLast = at === record.length;
      append(fragmentOf(content, fragmentType(isFirst, isLast)));
    }
  }
  return Buffer.concat(parts);
}

function fragmentOf(content: Buffer, type: number): Buffer {
  const fragment = Buffer.concat([Buffer.alloc(headerLength), content]);
  fragment.writeUInt16LE(content.length, 4);
  fragment.writeUInt8(type, 6);
  fragment.writeUInt32LE(maskChecksum(crc32c(fragment, 6)), 0);
  return fragment;
}
