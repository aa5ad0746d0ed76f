import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';

/** An element of an XML document. Names are in lower case and have no prefix, as producers disagree in both. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

/** How many characters an element that is read as a whole may have: more than any metadata document has. */
const maxCharacters = 16_000_000;
const maxDepth = 200;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** Decodes in the encoding of the byte order mark, else in the declared one, else in UTF-8. */
async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start = Buffer.alloc(0);
  for await (const chunk of chunks) {
    start = decoder === undefined ? Buffer.concat([start, chunk]) : Buffer.from(chunk);
    if (decoder === undefined && start.length < 256) continue;
    decoder ??= decoderFor(start);
    yield decoder.decode(start, { stream: true });
  }
  yield decoder === undefined ? decoderFor(start).decode(start) : decoder.decode();
}

function decoderFor(start: Buffer, options = { fatal: true }): TextDecoder {
  const mark = start.toString('latin1', 0, 2);
  const [, declared] = /^[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)/.exec(start.toString('latin1', 0, 256)) ?? [];
  const marked = mark === '\u00ff\u00fe' ? 'utf-16le' : mark === '\u00fe\u00ff' ? 'utf-16be' : undefined;
  return new TextDecoder(marked ?? declared ?? 'utf-8', options);
}

/**
 * The text of a document without its declaration, decoded as `readElements` does. Bytes that are not valid in its encoding become
 * U+0000, which XML does not allow: only the element with them is malformed then. Throws `RangeError` if the encoding is unknown.
 */
export function textOfDocument(bytes: Buffer): string {
  let text: string;
  try {
    text = decoderFor(bytes).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    text = decoderFor(bytes, { fatal: false }).decode(bytes).replaceAll('\u{fffd}', '\0');
  }
  return text.replace(/^<\?xml[^>]{0,1000}\?>/, '');
}

/**
 * Reads the outermost elements that are wanted, one after the other, and holds only the current one in memory. Throws an
 * error with a sentence for people if the document is malformed, declares entities, or has an element that is too large.
 */
export async function* readElements(
  chunks: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean,
): AsyncGenerator<XmlElement> {
  const reader = new ElementReader(isWanted);
  try {
    for await (const text of decoded(chunks)) yield* reader.write(text);
    reader.close();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) {
      throw new Error('Its text does not have the encoding that it declares.', { cause: error });
    }
    throw error;
  }
}

/** Reads a whole document. Throws as `readElements`. */
export async function readDocument(chunks: AsyncIterable<Uint8Array>): Promise<XmlElement> {
  for await (const element of readElements(chunks, () => true)) return element;
  throw new Error('It is empty.');
}

class ElementReader {
  readonly #parser = new SaxesParser();
  readonly #isWanted: (name: string) => boolean;
  readonly #stack: OpenElement[] = [];
  #depth = 0;
  #complete: XmlElement[] = [];
  #characters = 0;

  constructor(isWanted: (name: string) => boolean) {
    this.#isWanted = isWanted;
    const addText = (text: string): void => {
      const last = this.#stack.at(-1);
      if (last !== undefined) last.text += text;
    };
    this.#parser.on('error', (error) => {
      throw new Error(`It is not well-formed XML: ${error.message}`);
    });
    this.#parser.on('doctype', (declaration) => {
      if (/<!ENTITY/i.test(declaration)) throw new Error('It declares entities, which can hide content of any size.');
    });
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    this.#parser.on('text', addText);
    this.#parser.on('cdata', addText);
    this.#parser.on('closetag', () => this.#closeElement());
  }

  /** Parses more text, and returns the elements that are complete now. */
  write(text: string): readonly XmlElement[] {
    this.#characters += text.length;
    this.#parser.write(text);
    if (this.#characters > maxCharacters) throw new Error('One of its elements has more than 16 MB.');
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  close(): void {
    this.#parser.close();
  }

  #open(written: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Error(`Its elements are nested more than ${maxDepth} deep.`);
    const name = localName(written);
    const parent = this.#stack.at(-1);
    if (parent === undefined && !this.#isWanted(name)) return;
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    const element: OpenElement = { name, attributes: new Map(named), children: [], text: '' };
    parent?.children.push(element);
    this.#stack.push(element);
  }

  #closeElement(): void {
    this.#depth -= 1;
    const element = this.#stack.pop();
    if (element === undefined || this.#stack.length > 0) return;
    this.#complete.push(element);
    this.#characters = 0;
  }
}

/** The elements below this one at a path such as `general/title`; names in lower case. */
export function elementsAt(element: XmlElement | undefined, path: string): readonly XmlElement[] {
  if (element === undefined) return [];
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** The first element at a path. */
export const elementAt = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  elementsAt(element, path)[0];

/** The elements of a name at any depth below this one, in their order; not those within another one of the name. */
export function elementsNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)));
}

/** All text of an element, on one line. */
export const lineOf = (element: XmlElement | undefined): string => allText(element).replace(/\s+/g, ' ').trim();

/** All text of an element, without the indentation of its lines. */
export const linesOf = (element: XmlElement | undefined): string =>
  allText(element)
    .replace(/[^\S\n]*\r?\n[^\S\n]*/g, '\n')
    .trim();

const allText = (element: XmlElement | undefined): string =>
  element === undefined ? '' : [element.text, ...element.children.map(allText)].join(' ');
