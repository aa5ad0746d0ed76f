import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
  /** Where it begins in the source, in UTF-16 code units. */
  readonly index: number;
}

interface HtmlText {
  readonly text: string;
  readonly index: number;
}

export type HtmlNode = HtmlElement | HtmlText;

/** A mistake in HTML. */
export interface HtmlMistake {
  readonly index: number;
  readonly message: string;
}

export interface HtmlTree {
  readonly nodes: readonly HtmlNode[];
  /** Elements that do not begin or do not end, in their order. */
  readonly mistakes: readonly HtmlMistake[];
}

/** Elements without an end tag. */
const empty = new Set(['br', 'hr', 'meta', 'img', 'link', 'input', 'base', 'col', 'source']);

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: HtmlNode[];
  readonly index: number;
}

const unclosed = ({ name, index }: OpenElement): HtmlMistake => ({
  index,
  message: `<${name}> does not end. Write </${name}> where it ends, before the element around it ends.`,
});

/** The maximum number of elements around an element: far more than any report needs. */
const maxDepth = 100;

const tooDeep = ({ name, index }: OpenElement): HtmlMistake => ({
  index,
  message: `<${name}> is in more than ${maxDepth} other elements. Remove some of them.`,
});

/** Builds the tree from tokens. Unlike a browser, it accepts no missing tags. */
class TreeBuilder implements TokenizerCallbacks {
  readonly nodes: HtmlNode[] = [];
  readonly mistakes: HtmlMistake[] = [];
  readonly #source: string;
  readonly #open: OpenElement[] = [];
  #text = { value: '', index: 0 };
  #attribute = { name: '', value: '' };

  constructor(source: string) {
    this.#source = source;
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#source.slice(start, end), start);
  }

  ontextentity(codePoint: number, end: number): void {
    this.#addText(String.fromCodePoint(codePoint), end);
  }

  onopentagname(start: number, end: number): void {
    this.#endText();
    const name = this.#source.slice(start, end).toLowerCase();
    const element: OpenElement = { name, attributes: {}, children: [], index: start - 1 };
    if (this.#open.length < maxDepth) this.#siblings().push(element);
    else if (this.#open.length === maxDepth) this.mistakes.push(tooDeep(element));
    this.#open.push(element);
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.#source.slice(start, end).toLowerCase(), value: '' };
  }

  onattribdata(start: number, end: number): void {
    this.#attribute.value += this.#source.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#attribute.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    const { name, value } = this.#attribute;
    const attributes = this.#open.at(-1)?.attributes;
    // An own property, whatever the name.
    if (attributes !== undefined) Object.defineProperty(attributes, name, { value, enumerable: true });
  }

  onopentagend(): void {
    if (empty.has(this.#open.at(-1)?.name ?? '')) this.#open.pop();
  }

  onselfclosingtag(): void {
    const element = this.#open.at(-1);
    this.onopentagend();
    if (element === undefined || empty.has(element.name)) return;
    const { name, index } = element;
    this.mistakes.push({ index, message: `<${name}/> is not HTML. Write <${name}></${name}>.` });
    this.#open.pop();
  }

  onclosetag(start: number, end: number): void {
    this.#endText();
    const name = this.#source.slice(start, end).toLowerCase();
    const position = this.#open.findLastIndex((element) => element.name === name);
    if (position >= 0) {
      const [, ...inside] = this.#open.splice(position);
      this.mistakes.push(...inside.map(unclosed));
    } else if (!empty.has(name)) {
      this.mistakes.push({ index: start - 2, message: `</${name}> ends an element that does not begin. Delete it.` });
    }
  }

  onend(): void {
    this.#endText();
    const tag = this.#source.slice(this.#source.lastIndexOf('<'));
    // The tokenizer drops a tag that the end of the text cuts.
    if (/^<[/a-z]/i.test(tag) && !tag.includes('>')) {
      this.mistakes.push({
        index: this.#source.length - tag.length,
        message: 'This tag is not closed. Write > after it.',
      });
    }
    this.mistakes.push(...this.#open.map(unclosed));
    this.mistakes.sort((a, b) => a.index - b.index);
  }

  // Comments. In HTML, so are CDATA and <?…?>.

  oncomment(): void {}

  oncdata(): void {}

  ondeclaration(): void {}

  onprocessinginstruction(): void {}

  #siblings(): HtmlNode[] {
    return this.#open.at(-1)?.children ?? this.nodes;
  }

  #addText(value: string, index: number): void {
    if (this.#text.value === '') this.#text.index = index;
    this.#text.value += value;
  }

  #endText(): void {
    const { value, index } = this.#text;
    if (value !== '') this.#siblings().push({ text: value, index });
    this.#text = { value: '', index };
  }
}

/** Reads HTML that is written strictly: each element that begins also ends. */
export function readHtml(source: string): HtmlTree {
  const builder = new TreeBuilder(source);
  // As in the other readers, the tokenizer alone: it reports tags that the parser of the package mends.
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder;
}
