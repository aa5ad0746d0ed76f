/** Columns of numbers, or text as UTF-8: what can be written and read as it lies in memory. */
export type Section =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Sections by their names. */
export type Sections = Readonly<Record<string, Section>>;

/** How each kind of section is named in a file. */
export const sectionKinds = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type SectionKind = keyof typeof sectionKinds;

/** Under which name files know a section of this kind. */
export function kindOf(section: Section): SectionKind {
  for (const [kind, form] of Object.entries(sectionKinds)) {
    // The names are the table's own.
    if (section instanceof form) return kind as SectionKind;
  }
  throw new TypeError('Not a section: its numbers have another form.');
}

/** The bytes of a section where they lie: no copy. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Section): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
