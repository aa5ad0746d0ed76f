import { SaxesParser } from 'saxes';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { unreadable } from '../../../domain/metadata-import/unreadable.ts';

/** An element of an XML file. */
export interface XmlElement {
  readonly name: string;
  readonly file: string;
  /** The line of its start tag, from 1. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Texts and elements in their order. Adjacent texts are joined. */
  readonly content: readonly (string | XmlElement)[];
}

type OpenElement = XmlElement & { readonly content: (string | XmlElement)[] };

/** Characters parsed before yielding to the event loop, which take a millisecond or two. */
const chunkLength = 64 * 1024;
/** The maximum nesting depth. Metadata sets have about eight levels. */
const maxDepth = 100;
/** The maximum number of elements and attributes in one file. A value list of 100,000 entries has far fewer. */
const maxParts = 1_000_000;
/** The maximum number of attributes of one element. Elements of metadata sets have fewer than twenty. */
const maxAttributes = 100;

const undefinedEntity = /undefined entity\.$/;

/** Splits an error message of the parser ("a.xml:3:12: undefined entity.") into a line and a text without its period. */
function parseError(message: string): { readonly line: number; readonly text: string } {
  const match = /(\d+):\d+: (.*)$/s.exec(message);
  return { line: Number(match?.[1] ?? 1), text: (match?.[2] ?? message).replace(/\.$/, '') };
}

interface TreeReading {
  readonly file: string;
  readonly notes: Notes;
  readonly open: OpenElement[];
  root: XmlElement | undefined;
  startLine: number;
  /** Number of attributes of the current element. */
  attributes: number;
  parts: number;
}

function append(reading: TreeReading, text: string): void {
  const content = reading.open.at(-1)?.content;
  if (content === undefined) return;
  const last = content.at(-1);
  if (typeof last === 'string') content[content.length - 1] = last + text;
  else content.push(text);
}

/** Counts an attribute. Throws at the first excess one, before all of them are in memory. */
function countAttribute(reading: TreeReading): void {
  reading.attributes += 1;
  if (reading.attributes <= maxAttributes) return;
  throw unreadable(reading.file, reading.startLine, `an element has more than ${maxAttributes} attributes`);
}

function begin(reading: TreeReading, name: string, attributes: Readonly<Record<string, string>>): void {
  const { file, open, startLine: line } = reading;
  reading.parts += 1 + reading.attributes;
  if (reading.parts > maxParts) throw unreadable(file, line, `it has more than ${maxParts} elements and attributes`);
  if (open.length >= maxDepth)
    throw unreadable(file, line, `its elements are nested more than ${maxDepth} levels deep`);
  const element: OpenElement = { name, file, line, attributes, content: [] };
  open.at(-1)?.content.push(element);
  open.push(element);
  reading.root ??= element;
}

function handleError(reading: TreeReading, message: string): void {
  const { line, text } = parseError(message);
  if (!undefinedEntity.test(message)) throw unreadable(reading.file, line, `it is not well-formed XML: ${text}`);
  const problem = 'an entity that XML does not predefine; its name stays in the text';
  reading.notes.add(reading.file, line, 'left-out', problem);
}

function createParser(reading: TreeReading): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => handleError(reading, message));
  parser.on('opentagstart', () => {
    reading.startLine = parser.line;
    reading.attributes = 0;
  });
  parser.on('attribute', () => countAttribute(reading));
  parser.on('opentag', ({ name, attributes }) => begin(reading, name, attributes));
  parser.on('closetag', () => {
    reading.open.pop();
  });
  parser.on('text', (text) => append(reading, text));
  parser.on('cdata', (text) => append(reading, text));
  return parser;
}

/**
 * Reads XML into a tree with line numbers. The document type and its declarations are ignored: no entity is defined, loaded
 * or expanded, so memory grows only with the length of the text. An unknown entity stays in the text and is reported.
 * Throws `BadRequest` with file and line if the text is not well-formed, or is too large for a metadata set.
 */
export function* xmlTree(file: string, source: string, notes: Notes): CooperativeTask<XmlElement> {
  const reading: TreeReading = { file, notes, open: [], root: undefined, startLine: 1, attributes: 0, parts: 0 };
  const parser = createParser(reading);
  for (let from = 0; from < source.length; from += chunkLength) {
    if (from > 0) yield;
    parser.write(source.slice(from, from + chunkLength));
  }
  parser.close();
  if (reading.root === undefined) throw unreadable(file, null, 'it is empty');
  return reading.root;
}

/** The child elements in their order. */
export const elementsOf = ({ content }: XmlElement): XmlElement[] =>
  content.filter((part): part is XmlElement => typeof part !== 'string');

/** The text directly inside, trimmed. */
export const textOf = ({ content }: XmlElement): string =>
  content
    .filter((part) => typeof part === 'string')
    .join('')
    .trim();

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

function markupOf(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeText(value)}"`);
  const inside = element.content.map((part) => (typeof part === 'string' ? escapeText(part) : markupOf(part))).join('');
  return `<${element.name}${attributes.join('')}${inside === '' ? '/>' : `>${inside}</${element.name}>`}`;
}

/**
 * The content of an element as markup, trimmed. If it has no child elements, its text (for example CDATA) already holds the
 * tags; otherwise the child elements are serialized.
 */
export const markupIn = (element: XmlElement): string =>
  elementsOf(element).length === 0
    ? textOf(element)
    : element.content
        .map((part) => (typeof part === 'string' ? escapeText(part) : markupOf(part)))
        .join('')
        .trim();
