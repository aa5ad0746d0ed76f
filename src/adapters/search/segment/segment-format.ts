import { bytesInMemory, type SegmentBytes } from './segment-bytes.ts';

/** Numbers or UTF-8 text. The bytes on disk are the same as in memory. */
export type DocValuesColumn =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** A part of a segment that can be written and read without conversion. */
export type Section = DocValuesColumn | SegmentBytes;

/** Sections by name. */
export type Sections = Readonly<Record<string, Section>>;

/** Sections that are all in memory, to be transferred to a thread. */
export type Columns = Readonly<Record<string, DocValuesColumn>>;

/** The kinds of columns, by their names in a file. */
export const columnKinds = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** The name of `SegmentBytes` in a file. */
export const bytesKind = 'bytes';

export type ColumnKind = keyof typeof columnKinds;

export type SectionKind = ColumnKind | typeof bytesKind;

export const isColumn = (section: Section): section is DocValuesColumn => ArrayBuffer.isView(section);

/** The name of this kind of section in a file. */
export const kindOf = (section: Section): SectionKind => (isColumn(section) ? columnKindOf(section) : bytesKind);

function columnKindOf(column: DocValuesColumn): ColumnKind {
  for (const [kind, form] of Object.entries(columnKinds)) {
    // The keys of the table are of this type.
    if (column instanceof form) return kind as ColumnKind;
  }
  throw new TypeError('This type of array cannot be stored in a section.');
}

/** A copy of a column with its own buffer. */
export const copyOfColumn = (column: DocValuesColumn): DocValuesColumn => new columnKinds[columnKindOf(column)](column);

/** The bytes of a column, as a view. */
const bytesOf = ({ buffer, byteOffset, byteLength }: DocValuesColumn): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * The maximum number of bytes read from a file with one call. Large temporary buffers would increase the memory of the
 * process permanently.
 */
const maxReadLength = 1 << 18;

/**
 * The bytes of a section in chunks of at most `maxLength`. Each chunk is valid until the next one. Throws if the bytes
 * are in a file that cannot be read.
 */
export function* chunksOf(section: Section, maxLength: number): Generator<Uint8Array> {
  const bytes = isColumn(section) ? bytesInMemory(bytesOf(section)) : section;
  const { byteLength, memory } = bytes;
  const step = memory === undefined ? Math.min(maxLength, maxReadLength) : maxLength;
  const chunkBuffer = memory ?? Buffer.allocUnsafeSlow(Math.min(step, byteLength));
  for (let from = 0; from < byteLength; from += step) {
    const to = Math.min(byteLength, from + step);
    yield memory?.subarray(from, to) ?? bytes.copyTo(chunkBuffer.subarray(0, to - from), from);
  }
}
