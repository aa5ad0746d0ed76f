import { bytesInMemory, type SegmentBytes } from './segment-bytes.ts';

/** Numbers, or text as UTF-8, as they lie in memory. */
export type DocValuesColumn =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** What can be written and read as it lies in memory. */
export type Section = DocValuesColumn | SegmentBytes;

/** Sections by their names. */
export type Sections = Readonly<Record<string, Section>>;

/** The same, all of them in memory, as they are handed over to a thread. */
export type Columns = Readonly<Record<string, DocValuesColumn>>;

/** How each kind of column is named in a file. */
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

/** How `SegmentBytes` are named in a file. */
export const bytesKind = 'bytes';

export type ColumnKind = keyof typeof columnKinds;

export type SectionKind = ColumnKind | typeof bytesKind;

export const isColumn = (section: Section): section is DocValuesColumn => ArrayBuffer.isView(section);

/** Under which name files know a section of this kind. */
export const kindOf = (section: Section): SectionKind => (isColumn(section) ? columnKindOf(section) : bytesKind);

function columnKindOf(column: DocValuesColumn): ColumnKind {
  for (const [kind, form] of Object.entries(columnKinds)) {
    // The names are the table's own.
    if (column instanceof form) return kind as ColumnKind;
  }
  throw new TypeError('Not a section: its numbers have another form.');
}

/** A copy of a column, alone in its piece of memory. */
export const copyOfColumn = (column: DocValuesColumn): DocValuesColumn => new columnKinds[columnKindOf(column)](column);

/** The bytes of a column where they lie: no copy. */
const bytesOf = ({ buffer, byteOffset, byteLength }: DocValuesColumn): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** In bytes: read from a file at once. Large pieces of memory that come and go leave the process larger than it needs to be. */
const maxReadLength = 1 << 18;

/**
 * The bytes of a section, so many at once at most; each piece is good until the next one. Throws where they are in a file and the
 * disk refuses.
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
