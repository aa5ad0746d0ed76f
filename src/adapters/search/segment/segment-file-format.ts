import { crc32 } from 'node:zlib';
import { yieldToEventLoop } from '../../../base/scheduling/event-loop.ts';
import { chunksOf, type Section, type SectionKind, type Sections } from './segment-format.ts';

// The form of a file of sections: a head of fixed length (mark, length of the description, its checksum, length of the whole file), the
// description as JSON, and the sections, each at a multiple of eight, in the byte order of the machine.

/** What a file begins with. */
export const magic = Buffer.from('edu-repo sections 1\n');
/** In bytes: of the part of the head that has a fixed length. */
export const headLength = magic.length + 4 + 4 + 8;
/** In bytes. */
export const maxDescriptionLength = 1 << 26;
/** Read, checked or written before other work gets its turn: about a millisecond. */
export const blockLength = 1 << 22;

/** Where a section is: `offset` counts from where the head ends, in bytes. */
export interface SectionEntry {
  readonly name: string;
  readonly kind: SectionKind;
  readonly offset: number;
  readonly bytes: number;
  readonly crc: number;
}

/** What a file says of itself, behind the fixed part of its head. */
export interface Description {
  readonly endianness: 'BE' | 'LE';
  /** What the writer says of the whole. */
  readonly about: unknown;
  readonly sections: readonly SectionEntry[];
}

/** Throws where it is missing. */
export function sectionNamed(sections: Sections, name: string): Section {
  const section = sections[name];
  if (section === undefined) throw new Error(`the section ${name} is missing`);
  return section;
}

/** CRC-32 of the bytes of a section, with turns for other work in between. */
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
