import type { Numbers } from '../codec/packed-ints.ts';
import { type Joined, propertyColumns } from './property-columns.ts';
import type { Segment } from './segment.ts';
import { bytesInMemory, type SegmentBytes } from './segment-bytes.ts';
import { isColumn, type Section, type Sections } from './segment-format.ts';
import type { TextTable } from './text-table.ts';

/** The format of segments. It must differ between two versions of the program whose segments are incompatible. */
export const segmentFormat = 'segment 4';

/** The part of a segment that is not in columns, stored as JSON. */
interface Outline {
  readonly size: number;
  readonly places: readonly (readonly string[])[];
  readonly properties: readonly string[];
  /** Whether some terms are not Latin-1. If so, all terms take two bytes per letter. */
  readonly wideWords: boolean;
}

const cachedSections = new WeakMap<Segment, Sections>();

/** The sections of a segment, in the form in which they are in memory. Returns the same object for the same segment. */
export function sectionsOf(segment: Segment): Sections {
  const sections = cachedSections.get(segment) ?? buildSections(segment);
  cachedSections.set(segment, sections);
  return sections;
}

const beyondLatin1 = /[^\0-\xff]/;

function buildSections(segment: Segment): Sections {
  const { size, places, properties, words } = segment;
  const wideWords = beyondLatin1.test(words);
  const outline: Outline = { size, places, properties: properties.joined.names, wideWords };
  const sections: Record<string, Section> = {
    outline: Buffer.from(JSON.stringify(outline)),
    words: Buffer.from(words, wideWords ? 'utf16le' : 'latin1'),
  };
  for (const name of columnNames) sections[name] = segment[name];
  sections['positions'] = sectionFor(segment.positions);
  for (const name of tableNames) {
    sections[`${name} bytes`] = segment[name].bytes.memory ?? segment[name].bytes;
    sections[`${name} starts`] = segment[name].starts;
  }
  sections['property smallTexts'] = properties.joined.smallTexts;
  sections['property largeTexts'] = sectionFor(properties.joined.largeTexts);
  for (const name of joinedNames) {
    sections[`property ${name}`] = properties.joined[name].items;
    sections[`property ${name} bounds`] = properties.joined[name].bounds;
  }
  return sections;
}

const columnNames = [
  'ids',
  'byId',
  'anchorOf',
  'ownerOf',
  'parents',
  'parentOf',
  'lengths',
  'wordStarts',
  'documentCounts',
  'postings',
  'postingStarts',
  'positionStarts',
] as const;

/** The joined arrays of the columns of properties. */
const joinedNames = ['textStarts', 'documents', 'starts', 'numbers8', 'numbers16', 'numbers32'] as const;

/** The minimum size of a section that may stay in the file, in bytes. Smaller ones are always in memory. */
const minInFile = 1 << 16;

const sectionFor = (bytes: SegmentBytes): Section =>
  bytes.byteLength < minInFile && bytes.memory !== undefined ? bytes.memory : bytes;

/** Tables that are always in memory: the first search by a caller reads the ACL roots of all its hits. */
const tableNames = ['anchors', 'owners'] as const;

/** Like `segmentFrom`; in addition, `sectionsOf` returns these sections for the result. */
export function storedSegment(sections: Sections): Segment {
  const segment = segmentFrom(sections);
  cachedSections.set(segment, sections);
  return segment;
}

/** The segment with these sections. Throws if one is missing or of another kind. */
export function segmentFrom(sections: Sections): Segment {
  // The checksum and the format version of the file ensure that `buildSections` wrote it.
  const outline = JSON.parse(asBuffer(bytesIn(sections, 'outline')).toString()) as Outline;
  return {
    size: outline.size,
    ids: bytesIn(sections, 'ids'),
    byId: longIn(sections, 'byId'),
    anchors: tableIn(sections, 'anchors'),
    anchorOf: numbersIn(sections, 'anchorOf'),
    owners: tableIn(sections, 'owners'),
    ownerOf: numbersIn(sections, 'ownerOf'),
    parents: bytesIn(sections, 'parents'),
    parentOf: numbersIn(sections, 'parentOf'),
    places: outline.places,
    lengths: bytesIn(sections, 'lengths'),
    words: asBuffer(bytesIn(sections, 'words')).toString(outline.wideWords ? 'utf16le' : 'latin1'),
    wordStarts: longIn(sections, 'wordStarts'),
    documentCounts: longIn(sections, 'documentCounts'),
    postings: bytesIn(sections, 'postings'),
    postingStarts: longIn(sections, 'postingStarts'),
    positions: segmentBytesIn(sections, 'positions'),
    positionStarts: longIn(sections, 'positionStarts'),
    properties: propertyColumns({
      names: outline.properties,
      smallTexts: bytesIn(sections, 'property smallTexts'),
      largeTexts: segmentBytesIn(sections, 'property largeTexts'),
      textStarts: joinedIn(sections, 'textStarts', isLong),
      documents: joinedIn(sections, 'documents', isLong),
      starts: joinedIn(sections, 'starts', isLong),
      numbers8: joinedIn(sections, 'numbers8', isBytes),
      numbers16: joinedIn(sections, 'numbers16', isShort),
      numbers32: joinedIn(sections, 'numbers32', isLong),
    }),
  };
}

const joinedIn = <Items extends Numbers>(
  sections: Sections,
  name: (typeof joinedNames)[number],
  fits: (section: Section | undefined) => section is Items,
): Joined<Items> => ({
  items: section(sections, `property ${name}`, fits),
  bounds: longIn(sections, `property ${name} bounds`),
});

const tableIn = (sections: Sections, name: string): TextTable => ({
  bytes: segmentBytesIn(sections, `${name} bytes`),
  starts: longIn(sections, `${name} starts`),
});

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const isBytes = (section: Section | undefined): section is Uint8Array => section instanceof Uint8Array;
const isSegmentBytes = (section: Section | undefined): section is SegmentBytes =>
  section !== undefined && !isColumn(section);
const isLong = (section: Section | undefined): section is Uint32Array => section instanceof Uint32Array;
const isShort = (section: Section | undefined): section is Uint16Array => section instanceof Uint16Array;
const isNumbers = (section: Section | undefined): section is Numbers =>
  isBytes(section) || isShort(section) || isLong(section);

const bytesIn = (sections: Sections, name: string): Uint8Array => section(sections, name, isBytes);
const segmentBytesIn = (sections: Sections, name: string): SegmentBytes =>
  isBytes(sections[name]) ? bytesInMemory(bytesIn(sections, name)) : section(sections, name, isSegmentBytes);
const longIn = (sections: Sections, name: string): Uint32Array => section(sections, name, isLong);
const numbersIn = (sections: Sections, name: string): Numbers => section(sections, name, isNumbers);

function section<T extends Section>(
  sections: Sections,
  name: string,
  fits: (section: Section | undefined) => section is T,
): T {
  const value = sections[name];
  if (!fits(value)) throw new Error(`The section "${name}" is missing or has the wrong type.`);
  return value;
}
