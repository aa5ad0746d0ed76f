import { SaxesParser } from 'saxes';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { unreadable } from '../../../domain/metadata-import/unreadable.ts';

/** An element as it stands in its file. */
export interface XmlElement {
  readonly name: string;
  readonly file: string;
  /** Where its start tag begins, from 1. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Texts and elements in their order; neighbouring texts are one. */
  readonly content: readonly (string | XmlElement)[];
}

type OpenElement = XmlElement & { readonly content: (string | XmlElement)[] };

/** Characters handed over before other work gets its turn: a millisecond or two. */
const piece = 64 * 1024;
/** Metadata sets have about eight levels. */
const deepest = 100;
/** Elements and attributes of one file: what a value list of a hundred thousand entries needs, several times. */
const mostParts = 1_000_000;
/** Attributes of one element: those of metadata sets have fewer than twenty. */
const mostAttributes = 100;

const undefinedEntity = /undefined entity\.$/;

/** Turns what the parser says («a.xml:3:12: undefined entity.») into a line and a sentence without its stop. */
function placed(message: string): { readonly line: number; readonly text: string } {
  const match = /(\d+):\d+: (.*)$/s.exec(message);
  return { line: Number(match?.[1] ?? 1), text: (match?.[2] ?? message).replace(/\.$/, '') };
}

interface Reading {
  readonly file: string;
  readonly notes: Notes;
  readonly open: OpenElement[];
  root: XmlElement | undefined;
  startLine: number;
  /** Of the element that is being read. */
  attributes: number;
  parts: number;
}

function append(reading: Reading, text: string): void {
  const content = reading.open.at(-1)?.content;
  if (content === undefined) return;
  const last = content.at(-1);
  if (typeof last === 'string') content[content.length - 1] = last + text;
  else content.push(text);
}

/** Told as soon as there are too many, and not when all of them have been kept. */
function countAttribute(reading: Reading): void {
  reading.attributes += 1;
  if (reading.attributes <= mostAttributes) return;
  throw unreadable(reading.file, reading.startLine, `an element has more than ${mostAttributes} attributes`);
}

function begin(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  const { file, open, startLine: line } = reading;
  reading.parts += 1 + reading.attributes;
  if (reading.parts > mostParts) throw unreadable(file, line, `it has more than ${mostParts} elements and attributes`);
  if (open.length >= deepest) throw unreadable(file, line, `its elements are nested more than ${deepest} deep`);
  const element: OpenElement = { name, file, line, attributes, content: [] };
  open.at(-1)?.content.push(element);
  open.push(element);
  reading.root ??= element;
}

function complain(reading: Reading, message: string): void {
  const { line, text } = placed(message);
  if (!undefinedEntity.test(message)) throw unreadable(reading.file, line, `it is no well-formed XML: ${text}`);
  const told = 'an entity is not one of the five of XML; entities are never looked up, so its name stays as it stands';
  reading.notes.add(reading.file, line, 'left-out', told);
}

function createParser(reading: Reading): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => complain(reading, message));
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
 * Reads XML into a tree with lines. A document type is passed over with all that it declares: nothing is ever defined,
 * looked up or repeated, so a text takes memory by its own length alone. An entity that is none of XML's own stays as it
 * stands, and is told. Throws `BadRequest` with file and line where the text is not well-formed, or no metadata set by
 * its size.
 */
export function* xmlTree(file: string, source: string, notes: Notes): CooperativeTask<XmlElement> {
  const reading: Reading = { file, notes, open: [], root: undefined, startLine: 1, attributes: 0, parts: 0 };
  const parser = createParser(reading);
  for (let from = 0; from < source.length; from += piece) {
    if (from > 0) yield;
    parser.write(source.slice(from, from + piece));
  }
  parser.close();
  if (reading.root === undefined) throw unreadable(file, null, 'it is empty');
  return reading.root;
}

/** The elements inside, in their order. */
export const elementsOf = ({ content }: XmlElement): XmlElement[] =>
  content.filter((part): part is XmlElement => typeof part !== 'string');

/** The text right inside, without spaces around it. */
export const textOf = ({ content }: XmlElement): string =>
  content
    .filter((part) => typeof part === 'string')
    .join('')
    .trim();

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

function written(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const inside = element.content.map((part) => (typeof part === 'string' ? escaped(part) : written(part))).join('');
  return `<${element.name}${attributes.join('')}${inside === '' ? '/>' : `>${inside}</${element.name}>`}`;
}

/**
 * What stands inside an element as markup, without spaces around it: where its text holds tags already (as CDATA), the
 * text itself; where elements stand in it, they are written anew.
 */
export const markupIn = (element: XmlElement): string =>
  elementsOf(element).length === 0
    ? textOf(element)
    : element.content
        .map((part) => (typeof part === 'string' ? escaped(part) : written(part)))
        .join('')
        .trim();
