import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Elements inside a line of text: what they touch belongs together, as in H<sub>2</sub>O. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q ruby s samp small span strong sub sup time tt u var wbr tspan'.split(
    ' ',
  ),
);

/** Elements whose contents nobody reads. */
const unread = new Set(['script', 'style', 'template']);

/** Attributes that are read in place of something else. */
const readAttributes = new Set(['alt', 'title', 'aria-label']);

/** Elements behind whose opening tag HTML reads no other tags until they are closed. XHTML closes empty ones at once. */
const closedAtOnce = /<(title|script|style|textarea|iframe|xmp|noembed|noframes)(\s[^<>]*)?\/>/gi;

/** Without the document type, which may define entities: nothing is expanded. XML writes its name in capital letters. */
function withoutDoctype(source: string): string {
  const start = source.indexOf('<!DOCTYPE');
  if (start < 0) return source;
  const [doctype = ''] = /^<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/.exec(source.slice(start)) ?? [];
  return source.slice(0, start) + source.slice(start + doctype.length);
}

const namedEntity = /&[a-z_:][\w:.-]{0,60};/gi;
const knownToXml = new Set(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']);

const asNumbers = (text: string): string => Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join('');

/** XML knows five entities by name. Drawing programs write those of HTML, too; others, which a document type defines, part words. */
function withoutNames(source: string): string {
  const names = [...new Set(source.match(namedEntity))].filter((name) => !knownToXml.has(name));
  // All at once: there may be as many as there is room for.
  const decoded = markupText(names.join('\0'), 'html').split('\0');
  const meant = new Map(
    names.map((name, index) => [name, decoded[index] === name ? ' ' : asNumbers(decoded[index] ?? '')]),
  );
  return meant.size === 0 ? source : source.replace(namedEntity, (name) => meant.get(name) ?? name);
}

const blanksCollapsed = (text: string): string =>
  text
    .replace(/[^\S\n\r]+/g, ' ')
    .replace(/ ?(?:[\n\r] ?)+/g, '\n')
    .trim();

/**
 * The text of an XML document, such as a drawing in SVG, as `markupText` gives it: without its document type, with no
 * entity left as it is written, and with one space or line break between words.
 */
export const xmlText = (source: string): string =>
  blanksCollapsed(markupText(withoutNames(withoutDoctype(source)), 'xml'));

/**
 * The text of an HTML or XML document as its reader meets it: without tags, comments, scripts and styles, entities resolved, texts
 * in place of pictures included. Takes whatever comes, well-formed or not, in time linear to its length.
 */
export function markupText(given: string, language: 'html' | 'xhtml' | 'xml'): string {
  const source = language === 'xhtml' ? given.replace(closedAtOnce, '<$1$2></$1>') : given;
  const parts: string[] = [];
  const tokenizer = new Tokenizer({ xmlMode: language === 'xml', decodeEntities: true }, collector(source, parts));
  tokenizer.write(source);
  tokenizer.end();
  return parts.join('');
}

// Not the package's parser: it keeps the stack of open elements, and wrongly nested ones could keep it busy for seconds.
function collector(source: string, parts: string[]): TokenizerCallbacks {
  let element = '';
  let unreadElement = '';
  let attributeIsRead = false;

  const add = (text: string): void => {
    if (unreadElement === '') parts.push(text);
  };
  const addAttribute = (text: string): void => {
    if (attributeIsRead) add(text);
  };
  const part = (name: string): void => {
    if (!inline.has(name)) add('\n');
  };
  const nameIn = (start: number, end: number): string => source.slice(start, end).toLowerCase();
  const ignore = (): void => undefined;

  return {
    ontext: (start, end) => add(source.slice(start, end)),
    ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
    oncdata: (start, end, endOffset) => add(source.slice(start, end - endOffset)),
    onopentagname(start, end) {
      element = nameIn(start, end);
      part(element);
    },
    onopentagend() {
      if (unreadElement === '' && unread.has(element)) unreadElement = element;
    },
    onclosetag(start, end) {
      const name = nameIn(start, end);
      if (name === unreadElement) unreadElement = '';
      part(name);
    },
    onattribname(start, end) {
      attributeIsRead = readAttributes.has(nameIn(start, end));
      addAttribute(' ');
    },
    onattribdata: (start, end) => addAttribute(source.slice(start, end)),
    onattribentity: (codePoint) => addAttribute(String.fromCodePoint(codePoint)),
    onattribend: () => addAttribute(' '),
    onselfclosingtag: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
  };
}
