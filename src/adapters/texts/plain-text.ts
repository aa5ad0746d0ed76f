import { decodedText } from '../../domain/text/decoded-text.ts';
import type { PlainTextReader } from '../../ports/texts.ts';
import { markupText, xmlText } from './markup-text.ts';

/** Maximum length of the input in bytes, and of the text in characters. */
export const plainTextLimit = 1_048_576;

type Reader = (text: string) => string;

const unchanged: Reader = (text) => text;
const htmlText: Reader = (text) => markupText(text, 'html');
const xhtmlText: Reader = (text) => markupText(text, 'xhtml');

const readers: ReadonlyMap<string, Reader> = new Map([
  ['text/html', htmlText],
  ['application/xhtml+xml', xhtmlText],
  ['text/xml', xmlText],
  ['application/xml', xmlText],
  ['text/markdown', markdownText],
  ['application/json', jsonText],
  ['application/x-ndjson', jsonLinesText],
  ['application/x-tex', unchanged],
  ['application/x-latex', unchanged],
  ['application/x-bibtex', unchanged],
  ['application/yaml', unchanged],
  ['application/x-subrip', unchanged],
]);

/** Text types that are mostly control words. */
const notPlain: ReadonlySet<string> = new Set(['text/rtf']);

/** Whether files of this media type (lower case, without parameters) have text that this process can read. */
export const hasPlainText = (mimeType: string): boolean => readerOf(mimeType) !== undefined;

/**
 * The text of the first `plainTextLimit` bytes of a file for the search index, without most of its markup. Undefined if the
 * type has no plain text (`hasPlainText`) or the bytes are not text. Never throws.
 */
export function plainTextOf(mimeType: string, bytes: Uint8Array): string | undefined {
  const read = readerOf(mimeType);
  const text = read === undefined ? undefined : decodedText(bytes.subarray(0, plainTextLimit));
  return text === undefined ? undefined : read?.(text).slice(0, plainTextLimit);
}

function readerOf(mimeType: string): Reader | undefined {
  const own = readers.get(mimeType);
  if (own !== undefined || notPlain.has(mimeType)) return own;
  if (mimeType.endsWith('+json')) return jsonText;
  if (mimeType.endsWith('+xml')) return xmlText;
  return mimeType.startsWith('text/') ? unchanged : undefined;
}

// Removes only addresses, tags and comments, because other Markdown syntax separates words anyway. The lengths are limited,
// so that a text full of opening brackets takes no longer than any other.
const linkTarget = /(?<=\])\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)/g;
const linkDefinition = /^ {0,3}(\[[^\]\n]{1,300}\]):[ \t]{0,10}\S{1,2000}/gm;
const htmlTag = /<\/?[a-z][^<>]{0,1000}>|<!--|-->/gi;

function markdownText(text: string): string {
  return text.replace(linkTarget, ' ').replace(linkDefinition, '$1 ').replace(htmlTag, ' ');
}

function jsonText(text: string): string {
  // The words of a text that is cut at the limit, or is not JSON, are still worth indexing.
  return stringsOfJson(text) ?? text;
}

/** The string values of a JSON text, one per line; undefined if it is not complete JSON. */
function stringsOfJson(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return stringsIn(value).join('\n');
}

/** After this many lines that are not JSON, the rest is not parsed: an invalid line takes as long as many valid ones. */
const maxInvalidLines = 100;

function jsonLinesText(text: string): string {
  const lines = text.split('\n');
  let invalid = 0;
  for (let at = 0; at < lines.length && invalid < maxInvalidLines; at += 1) {
    const line = lines[at] ?? '';
    const strings = stringsOfJson(line);
    if (strings === undefined) invalid += 1;
    else lines[at] = strings;
  }
  return lines.join('\n');
}

function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  // A stack instead of recursion: a file may be nested deeper than the call stack. The next value to read is the last one.
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === 'string') strings.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const part of Object.values(next).reverse()) stack.push(part);
  }
  return strings;
}

/** Reads plain formats in this process. */
export const plainTextReader: PlainTextReader = { limit: plainTextLimit, isPlain: hasPlainText, textOf: plainTextOf };
