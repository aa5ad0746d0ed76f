import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Inline elements do not separate words, as in H<sub>2</sub>O. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q ruby s samp small span strong sub sup time tt u var wbr tspan'.split(
    ' ',
  ),
);

/** Elements whose content is not text for readers. */
const skipped = new Set(['script', 'style', 'template']);

/** Attributes with text for readers. */
const readAttributes = new Set(['alt', 'title', 'aria-label']);

/** Elements whose content is plain text in HTML. In XHTML they may be self-closing. */
const selfClosing = /<(title|script|style|textarea|iframe|xmp|noembed|noframes)(\s[^<>]*)?\/>/gi;

/** Removes the document type, so that no entity is expanded. XML writes DOCTYPE in capital letters. */
function withoutDoctype(source: string): string {
  const start = source.indexOf('<!DOCTYPE');
  if (start < 0) return source;
  const [doctype = ''] = /^<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/.exec(source.slice(start)) ?? [];
  return source.slice(0, start) + source.slice(start + doctype.length);
}

const namedEntity = /&[a-z_:][\w:.-]{0,60};/gi;
const knownToXml = new Set(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']);

const asNumbers = (text: string): string => Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join('');

/**
 * Replaces named entities other than the five of XML. Those of HTML, which drawing programs also use, become characters.
 * Others, which a document type may define, become a space.
 */
function withoutNamedEntities(source: string): string {
  const names = [...new Set(source.match(namedEntity))].filter((name) => !knownToXml.has(name));
  // In one call, because a document may contain very many entities.
  const decoded = markupText(names.join('\0'), 'html').split('\0');
  const replacements = new Map(
    names.map((name, index) => [name, decoded[index] === name ? ' ' : asNumbers(decoded[index] ?? '')]),
  );
  return replacements.size === 0 ? source : source.replace(namedEntity, (name) => replacements.get(name) ?? name);
}

/** Replaces white space by one space, or by one line break if it contains one. */
export const collapseBlanks = (text: string): string =>
  text.replace(/[^\S\n\r]+/g, ' ').replace(/ ?(?:[\n\r] ?)+/g, '\n');

/**
 * The text of an XML document, such as an SVG drawing, like `markupText`. The document type is ignored, all entities are
 * replaced, and words are separated by one space or line break.
 */
export const xmlText = (source: string): string =>
  collapseBlanks(markupText(withoutNamedEntities(withoutDoctype(source)), 'xml')).trim();

/**
 * The text of an HTML or XML document for readers: without tags, comments, scripts and styles, with entities resolved and
 * with the alternative texts of images. Accepts malformed input. Takes linear time.
 */
export function markupText(markup: string, language: 'html' | 'xhtml' | 'xml'): string {
  const source = language === 'xhtml' ? markup.replace(selfClosing, '<$1$2></$1>') : markup;
  const parts: string[] = [];
  const tokenizer = new Tokenizer({ xmlMode: language === 'xml', decodeEntities: true }, collector(source, parts));
  tokenizer.write(source);
  tokenizer.end();
  return parts.join('');
}

const ignore = (): void => undefined;

const ignored = {
  onselfclosingtag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};

// Uses the tokenizer alone, because the parser of the package keeps a stack of open elements, and wrongly nested ones could
// block it for seconds.
function collector(source: string, parts: string[]): TokenizerCallbacks {
  let element = '';
  let skippedElement = '';
  let attributeIsRead = false;
  const add = (text: string): void => {
    if (skippedElement === '') parts.push(text);
  };
  const addAttribute = (text: string): void => {
    if (attributeIsRead) add(text);
  };
  const separate = (name: string): void => {
    if (!inline.has(name)) add('\n');
  };
  const nameIn = (start: number, end: number): string => source.slice(start, end).toLowerCase();
  return {
    ...ignored,
    ontext: (start, end) => add(source.slice(start, end)),
    ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
    oncdata: (start, end, endOffset) => add(source.slice(start, end - endOffset)),
    onopentagname(start, end) {
      element = nameIn(start, end);
      separate(element);
    },
    onopentagend() {
      if (skippedElement === '' && skipped.has(element)) skippedElement = element;
    },
    onclosetag(start, end) {
      const name = nameIn(start, end);
      if (name === skippedElement) skippedElement = '';
      separate(name);
    },
    onattribname(start, end) {
      attributeIsRead = readAttributes.has(nameIn(start, end));
      addAttribute(' ');
    },
    onattribdata: (start, end) => addAttribute(source.slice(start, end)),
    onattribentity: (codePoint) => addAttribute(String.fromCodePoint(codePoint)),
    onattribend: () => addAttribute(' '),
  };
}
