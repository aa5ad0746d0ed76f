import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { messageOf, RepositoryError } from '../../../base/errors/errors.ts';
import { syncFolder } from '../../durable-files/durable-files.ts';
import { heldFile } from './segment-bytes.ts';
import {
  blockLength,
  checksumOf,
  type Description,
  headLength,
  magic,
  type SectionEntry,
  sectionNamed,
} from './segment-file-format.ts';
import { bytesKind, chunksOf, isColumn, kindOf, type Section, type Sections } from './segment-format.ts';

/**
 * Writes sections, and a JSON value about them. The file is replaced atomically, after its new bytes are safe on disk,
 * and only its owner can read it. Resolves to the checksum of the file when the file would survive a power failure.
 * `SegmentBytes` are then read from the file instead of from memory. Does not block the event loop; the sections must
 * not change before the promise resolves. Rejects with `StorageFailed` if the disk fails, and leaves the old file
 * unchanged.
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
      isHeld = moveToFile(handle, written, sections);
      return written.crc;
    } finally {
      if (!isHeld) await handle.close();
    }
  } catch (error) {
    // The caller gets the error of the write, not that of the removal. The next write overwrites a file that remains.
    await Promise.allSettled([rm(temporary, { force: true })]);
    throw notWritten(file, error);
  }
}

const notWritten = (file: string, cause: unknown): RepositoryError =>
  new RepositoryError(
    'StorageFailed',
    `The file ${file} cannot be written: ${messageOf(cause)}. Free disk space, or correct the permissions of the folder.`,
    { cause },
  );

interface WrittenFile {
  readonly entries: readonly SectionEntry[];
  /** The offset of the first section. */
  readonly start: number;
  readonly crc: number;
}

async function writeSynced(handle: FileHandle, about: unknown, sections: Sections): Promise<WrittenFile> {
  const { head, entries, length } = await headOf(about, sections);
  await writeAll(handle, head, 0);
  for (const { name, offset } of entries)
    await writeSection(handle, sectionNamed(sections, name), head.length + offset);
  // An empty section at the end may start after the last byte that was written.
  await handle.truncate(length);
  await handle.sync();
  return { entries, start: head.length, crc: crc32(head) };
}

/** Switches `SegmentBytes` to reading from the file. Returns whether there are any. */
function moveToFile(handle: FileHandle, { entries, start }: WrittenFile, sections: Sections): boolean {
  const moved = entries.filter(({ kind }) => kind === bytesKind);
  if (moved.length === 0) return false;
  const file = heldFile(handle);
  for (const { name, offset } of moved) {
    const section = sectionNamed(sections, name);
    if (!isColumn(section)) section.moveTo(file, start + offset);
  }
  return true;
}

const aligned = (length: number): number => Math.ceil(length / 8) * 8;

interface Head {
  readonly head: Buffer;
  readonly entries: readonly SectionEntry[];
  /** Of the whole file, in bytes. */
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
  magic.copy(head);
  text.copy(head, headLength);
  const described = head.subarray(headLength);
  head.writeUInt32LE(described.length, magic.length);
  head.writeUInt32LE(crc32(described), magic.length + 4);
  head.writeBigUInt64LE(BigInt(head.length + end), magic.length + 8);
  return { head, entries, length: head.length + end };
}

async function writeSection(handle: FileHandle, section: Section, position: number): Promise<void> {
  let at = position;
  for (const chunk of chunksOf(section, blockLength)) {
    await writeAll(handle, chunk, at);
    at += chunk.length;
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await handle.write(
      bytes,
      from,
      Math.min(blockLength, bytes.length - from),
      position + from,
    );
    from += bytesWritten;
  }
}
