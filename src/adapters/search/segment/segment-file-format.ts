import { crc32 } from 'node:zlib';
import { yieldToEventLoop } from '../../../base/scheduling/event-loop.ts';
import { chunksOf, type Section, type SectionKind, type Sections } from './segment-format.ts';

// The format of a file of sections: a fixed head (magic number, length of the description, checksum of the description,
// length of the file), the description as JSON, and the sections. Each section starts at a multiple of eight, in the
// byte order of the machine.

/** The magic number at the start of a file. */
export const magic = Buffer.from('edu-repo sections 1\n');
/** The length of the fixed part of the head, in bytes. */
export const headLength = magic.length + 4 + 4 + 8;
/** The maximum length of the description, in bytes. */
export const maxDescriptionLength = 1 << 26;
/** The number of bytes that are read, checked or written between two pauses, in about a millisecond. */
export const blockLength = 1 << 22;

/** The location of a section. `offset` is in bytes from the end of the head. */
export interface SectionEntry {
  readonly name: string;
  readonly kind: SectionKind;
  readonly offset: number;
  readonly bytes: number;
  readonly crc: number;
}

/** The description in a file, after the fixed part of its head. */
export interface Description {
  readonly endianness: 'BE' | 'LE';
  /** The value that was passed to `writeSections`. */
  readonly about: unknown;
  readonly sections: readonly SectionEntry[];
}

/** Throws if the section is missing. */
export function sectionNamed(sections: Sections, name: string): Section {
  const section = sections[name];
  if (section === undefined) throw new Error(`The section "${name}" is missing.`);
  return section;
}

/** The CRC-32 of the bytes of a section. Yields to the event loop. */
export async function checksumOf(section: Section): Promise<number> {
  let crc = 0;
  let left = blockLength;
  for (const chunk of chunksOf(section, blockLength)) {
    crc = crc32(chunk, crc);
    left -= chunk.length;
    if (left > 0) continue;
    await yieldToEventLoop();
    left = blockLength;
  }
  return crc;
}
