import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { messageOf, RepositoryError } from '../../base/errors.ts';
import { nextTurn } from '../../base/next-turn.ts';
import {
  bytesKind,
  type Column,
  type ColumnKind,
  columnKinds,
  isColumn,
  kindOf,
  piecesOf,
  type Section,
  type SectionKind,
  type Sections,
} from './sections.ts';
import { bytesInFile, type HeldFile, heldFile } from './segment-bytes.ts';

// In a file: a head of fixed length (mark, length of the description, its checksum, length of the whole file), the
// description as JSON, and the sections, each at a multiple of eight, in the byte order of the machine.

const mark = Buffer.from('edu-repo sections 1\n');
const headLength = mark.length + 4 + 4 + 8;
const longestDescription = 1 << 26;
/** Read, checked or written before other work gets its turn: about a millisecond. */
const pieceLength = 1 << 22;

interface SectionEntry {
  readonly name: string;
  readonly kind: SectionKind;
  readonly offset: number;
  readonly bytes: number;
  readonly crc: number;
}

interface Description {
  readonly endianness: 'BE' | 'LE';
  /** What the writer says of the whole. */
  readonly about: unknown;
  readonly sections: readonly SectionEntry[];
}

/** What is in a file of sections. */
export interface SectionsFile {
  /** As it was given to `writeSections`. */
  readonly about: unknown;
  readonly sections: Sections;
  /** Tells the file from all others: the checksum over all its checksums. */
  readonly crc: number;
}

/**
 * Writes sections, and some JSON about them. The file changes in one step, when its new bytes are safe on disk, and is its owner's
 * only. Resolves to the file's own checksum when the step would survive a power cut; `SegmentBytes` have left the memory then. Other work
 * goes on meanwhile; the sections must not change. Rejects with `StorageFailed`, and leaves the old file as it was, where the disk refuses.
 */
export async function writeSections(file: string, about: unknown, sections: Sections): Promise<number> {
  const temporary = `${file}.partial`;
  try {
    const handle = await open(temporary, 'w+', 0o600);
    let isHeld = false;
    try {
      const written = await writeSynced(handle, about, sections);
      await rename(temporary, file);
      await syncFolder(dirname(file));
      isHeld = moveInto(handle, written, sections);
      return written.crc;
    } finally {
      if (!isHeld) await handle.close();
    }
  } catch (error) {
    // Whether or not the remains can be removed: the next writing goes over them, and what is told is why this one failed.
    await Promise.allSettled([rm(temporary, { force: true })]);
    throw notWritten(file, error);
  }
}

const notWritten = (file: string, cause: unknown): RepositoryError =>
  new RepositoryError(
    'StorageFailed',
    `The file ${file} cannot be written: ${messageOf(cause)}. Make room on the disk or correct the folder's permissions.`,
    { cause },
  );

/** A rename is safe only after this. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Written {
  readonly entries: readonly SectionEntry[];
  /** Where the sections begin. */
  readonly start: number;
  readonly crc: number;
}

async function writeSynced(handle: FileHandle, about: unknown, sections: Sections): Promise<Written> {
  const { head, entries, length } = await headOf(about, sections);
  await writeAll(handle, head, 0);
  for (const { name, offset } of entries) await writeSection(handle, named(sections, name), head.length + offset);
  // An empty section at the end can lie behind the last byte that is written.
  await handle.truncate(length);
  await handle.sync();
  return { entries, start: head.length, crc: crc32(head) };
}

/** What is seldom asked for is read from the file from now on. Gives whether something is. */
function moveInto(handle: FileHandle, { entries, start }: Written, sections: Sections): boolean {
  const moved = entries.filter(({ kind }) => kind === bytesKind);
  if (moved.length === 0) return false;
  const file = heldFile(handle);
  for (const { name, offset } of moved) {
    const section = named(sections, name);
    if (!isColumn(section)) section.moveTo(file, start + offset);
  }
  return true;
}

const aligned = (length: number): number => Math.ceil(length / 8) * 8;

function named(sections: Sections, name: string): Section {
  const section = sections[name];
  if (section === undefined) throw new Error(`the section ${name} is missing`);
  return section;
}

interface Head {
  readonly head: Buffer;
  readonly entries: readonly SectionEntry[];
  /** Of the whole file. */
  readonly length: number;
}

async function headOf(about: unknown, sections: Sections): Promise<Head> {
  const entries: SectionEntry[] = [];
  let end = 0;
  for (const [name, section] of Object.entries(sections)) {
    const crc = await checksumOf(section);
    const offset = aligned(end);
    end = offset + section.byteLength;
    entries.push({ name, kind: kindOf(section), offset, bytes: section.byteLength, crc });
  }
  const description: Description = { endianness: endianness(), about, sections: entries };
  const text = Buffer.from(JSON.stringify(description));
  const head = Buffer.alloc(aligned(headLength + text.length), ' ');
  mark.copy(head);
  text.copy(head, headLength);
  const described = head.subarray(headLength);
  head.writeUInt32LE(described.length, mark.length);
  head.writeUInt32LE(crc32(described), mark.length + 4);
  head.writeBigUInt64LE(BigInt(head.length + end), mark.length + 8);
  return { head, entries, length: head.length + end };
}

async function checksumOf(section: Section): Promise<number> {
  let crc = 0;
  let left = pieceLength;
  for (const piece of piecesOf(section, pieceLength)) {
    crc = crc32(piece, crc);
    left -= piece.length;
    if (left > 0) continue;
    await nextTurn();
    left = pieceLength;
  }
  return crc;
}

async function writeSection(handle: FileHandle, section: Section, position: number): Promise<void> {
  let at = position;
  for (const piece of piecesOf(section, pieceLength)) {
    await writeAll(handle, piece, at);
    at += piece.length;
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await handle.write(
      bytes,
      from,
      Math.min(pieceLength, bytes.length - from),
      position + from,
    );
    from += bytesWritten;
  }
}

/**
 * Reads what `writeSections` wrote: columns are views of one piece of memory, ready for use, and `SegmentBytes` stay in the file, which
 * is held open then. Rejects where the file cannot be read, is not whole, has other bytes than were written, or is of another form or byte
 * order.
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

const damaged = (what: string): Error => new Error(`the file is damaged: ${what}`);

async function readHead(handle: FileHandle, size: number): Promise<Buffer> {
  const fixed = await readExactly(handle, new Uint8Array(headLength), 0);
  if (!fixed.subarray(0, mark.length).equals(mark)) throw new Error('the file is of another form');
  const described = fixed.readUInt32LE(mark.length);
  if (described > longestDescription) throw damaged('its head does not fit');
  if (fixed.readBigUInt64LE(mark.length + 8) !== BigInt(size)) throw damaged('it has not its length');
  return readExactly(handle, new Uint8Array(headLength + described), 0);
}

function descriptionIn(head: Buffer): Description {
  const described = head.subarray(headLength);
  if (crc32(described) !== head.readUInt32LE(mark.length + 4)) throw damaged('the checksum of its head does not fit');
  // The checksum vouches for what `headOf` wrote.
  const description = JSON.parse(described.toString('utf8')) as Description;
  if (description.endianness !== endianness()) throw new Error('the file is from a machine with another byte order');
  return description;
}

async function readExactly(handle: FileHandle, into: Uint8Array, position: number): Promise<Buffer> {
  for (let from = 0; from < into.length; ) {
    const { bytesRead } = await handle.read(into, from, Math.min(pieceLength, into.length - from), position + from);
    if (bytesRead === 0) throw damaged('its end is missing');
    from += bytesRead;
  }
  return Buffer.from(into.buffer, into.byteOffset, into.byteLength);
}

/** Sections that are read at once, into one piece of memory: there are dozens, and most are small. */
interface Stretch {
  readonly entries: readonly ColumnEntry[];
  /** Where it begins in the body of the file, and where it ends. */
  readonly from: number;
  readonly to: number;
}

type ColumnEntry = SectionEntry & { readonly kind: ColumnKind };

const isOfColumn = (entry: SectionEntry): entry is ColumnEntry => entry.kind !== bytesKind;

/** Between two stretches lie sections that stay in the file. */
function stretchesOf(entries: readonly SectionEntry[]): Stretch[] {
  const stretches: { entries: ColumnEntry[]; from: number; to: number }[] = [];
  let last: (typeof stretches)[number] | undefined;
  for (const entry of entries) {
    if (!isOfColumn(entry)) last = undefined;
    else {
      if (last === undefined) {
        last = { entries: [], from: entry.offset, to: entry.offset };
        stretches.push(last);
      }
      last.entries.push(entry);
      last.to = entry.offset + entry.bytes;
    }
  }
  return stretches;
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
    if ((await checksumOf(section)) !== crc) throw damaged('a checksum does not fit');
    sections[name] = section;
  }
  return sections;
}

async function readColumns(
  handle: FileHandle,
  start: number,
  entries: readonly SectionEntry[],
): Promise<Map<string, Column>> {
  const columns = new Map<string, Column>();
  for (const { entries: together, from, to } of stretchesOf(entries)) {
    const memory = new ArrayBuffer(to - from);
    await readExactly(handle, new Uint8Array(memory), start + from);
    for (const { name, kind, offset, bytes } of together) {
      const form = columnKinds[kind];
      columns.set(name, new form(memory, offset - from, bytes / form.BYTES_PER_ELEMENT));
    }
  }
  return columns;
}
