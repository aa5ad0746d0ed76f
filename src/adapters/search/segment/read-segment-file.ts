import { type FileHandle, open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { bytesInFile, type HeldFile, heldFile } from './segment-bytes.ts';
import {
  blockLength,
  checksumOf,
  type Description,
  headLength,
  magic,
  maxDescriptionLength,
  type SectionEntry,
} from './segment-file-format.ts';
import {
  bytesKind,
  type ColumnKind,
  columnKinds,
  type DocValuesColumn,
  type Section,
  type Sections,
} from './segment-format.ts';

/** The contents of a file of sections. */
export interface SectionsFile {
  /** The value that was passed to `writeSections`. */
  readonly about: unknown;
  readonly sections: Sections;
  /** The checksum over all checksums of the file. It identifies the file. */
  readonly crc: number;
}

/**
 * Reads what `writeSections` wrote. Columns are views of shared buffers, ready for use. `SegmentBytes` stay in the file, which
 * then stays open. Rejects if the file cannot be read, is incomplete or damaged, or has another format or byte order.
 */
export async function readSections(file: string): Promise<SectionsFile> {
  const handle = await open(file, 'r');
  let held: HeldFile | undefined;
  try {
    const { size } = await handle.stat();
    const head = await readHead(handle, size);
    const { about, sections: entries } = descriptionIn(head);
    if (entries.some(({ kind }) => kind === bytesKind)) held = heldFile(handle);
    return { about, crc: crc32(head), sections: await readBody(handle, head.length, entries, held) };
  } finally {
    if (held === undefined) await handle.close();
  }
}

const damaged = (what: string): Error => new Error(`The file is damaged: ${what}.`);

async function readHead(handle: FileHandle, size: number): Promise<Buffer> {
  const fixed = await readExactly(handle, new Uint8Array(headLength), 0);
  if (!fixed.subarray(0, magic.length).equals(magic)) throw new Error('The file has another format.');
  const described = fixed.readUInt32LE(magic.length);
  if (described > maxDescriptionLength) throw damaged('the length of its head is wrong');
  if (fixed.readBigUInt64LE(magic.length + 8) !== BigInt(size)) throw damaged('its length is wrong');
  return readExactly(handle, new Uint8Array(headLength + described), 0);
}

function descriptionIn(head: Buffer): Description {
  const described = head.subarray(headLength);
  if (crc32(described) !== head.readUInt32LE(magic.length + 4)) throw damaged('the checksum of its head is wrong');
  // The checksum ensures that `headOf` wrote it.
  const description = JSON.parse(described.toString('utf8')) as Description;
  if (description.endianness !== endianness()) throw new Error('A machine with another byte order wrote the file.');
  return description;
}

async function readExactly(handle: FileHandle, into: Uint8Array, position: number): Promise<Buffer> {
  for (let from = 0; from < into.length; ) {
    const { bytesRead } = await handle.read(into, from, Math.min(blockLength, into.length - from), position + from);
    if (bytesRead === 0) throw damaged('its end is missing');
    from += bytesRead;
  }
  return Buffer.from(into.buffer, into.byteOffset, into.byteLength);
}

/** Adjacent columns, read with one call into one buffer: a file has dozens, and most are small. */
interface ColumnRun {
  readonly entries: readonly ColumnEntry[];
  /** Its range in the body of the file. */
  readonly from: number;
  readonly to: number;
}

type ColumnEntry = SectionEntry & { readonly kind: ColumnKind };

const isOfColumn = (entry: SectionEntry): entry is ColumnEntry => entry.kind !== bytesKind;

/** The runs of columns between the sections that stay in the file. */
function columnRuns(entries: readonly SectionEntry[]): ColumnRun[] {
  const runs: { entries: ColumnEntry[]; from: number; to: number }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const entry of entries) {
    if (!isOfColumn(entry)) last = undefined;
    else {
      if (last === undefined) {
        last = { entries: [], from: entry.offset, to: entry.offset };
        runs.push(last);
      }
      last.entries.push(entry);
      last.to = entry.offset + entry.bytes;
    }
  }
  return runs;
}

async function readBody(
  handle: FileHandle,
  start: number,
  entries: readonly SectionEntry[],
  held: HeldFile | undefined,
): Promise<Sections> {
  const columns = await readColumns(handle, start, entries);
  const sections: Record<string, Section> = {};
  for (const { name, offset, bytes, crc } of entries) {
    const section = columns.get(name) ?? (held && bytesInFile(held, start + offset, bytes)) ?? new Uint8Array();
    if ((await checksumOf(section)) !== crc) throw damaged('the checksum of a section is wrong');
    sections[name] = section;
  }
  return sections;
}

async function readColumns(
  handle: FileHandle,
  start: number,
  entries: readonly SectionEntry[],
): Promise<Map<string, DocValuesColumn>> {
  const columns = new Map<string, DocValuesColumn>();
  for (const { entries: runEntries, from, to } of columnRuns(entries)) {
    const memory = new ArrayBuffer(to - from);
    await readExactly(handle, new Uint8Array(memory), start + from);
    for (const { name, kind, offset, bytes } of runEntries) {
      const form = columnKinds[kind];
      columns.set(name, new form(memory, offset - from, bytes / form.BYTES_PER_ELEMENT));
    }
  }
  return columns;
}
