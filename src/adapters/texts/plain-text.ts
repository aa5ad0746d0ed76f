import { decodedText } from '../../domain/text/decoded-text.ts';
import type { PlainTextReader } from '../../ports/texts.ts';
import { markupText, xmlText } from './markup-text.ts';

/** As much of a file's beginning is read for its words, and as much text is given at most. In bytes and in characters. */
export const plainTextLimit = 1_048_576;

type Reader = (text: string) => string;

const asItStands: Reader = (text) => text;
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
  ['application/x-tex', asItStands],
  ['application/x-latex', asItStands],
  ['application/x-bibtex', asItStands],
  ['application/yaml', asItStands],
  ['application/x-subrip', asItStands],
]);

/** Text by name, but full of control words that nobody looks for. */
const notPlain: ReadonlySet<string> = new Set(['text/rtf']);

/** Whether files of this media type (lower case, without parameters) have words that can be read without their program. */
export const hasPlainText = (mimeType: string): boolean => readerOf(mimeType) !== undefined;

/**
 * The words of a file for the search index, without most of its markup, from its first `plainTextLimit` bytes; the file may be
 * cut there. Undefined where the type has none (`hasPlainText`), or where the bytes are no text. Never throws for any bytes.
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
  return mimeType.startsWith('text/') ? asItStands : undefined;
}

// Addresses and comments only: other signs part words and are no words. The lengths are bounded, so that a page of opening
// brackets takes no longer than any other.
const linkTarget = /(?<=\])\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)/g;
const linkDefinition = /^ {0,3}(\[[^\]\n]{1,300}\]):[ \t]{0,10}\S{1,2000}/gm;
const htmlTag = /<\/?[a-z][^<>]{0,1000}>|<!--|-->/gi;

function markdownText(text: string): string {
  return text.replace(linkTarget, ' ').replace(linkDefinition, '$1 ').replace(htmlTag, ' ');
}

/** The texts that JSON holds as values, one a line; the text itself where it is no whole JSON. */
function jsonText(text: string): string {
  // Cut at the limit, or not what its type says: its words can be found all the same.
  return stringsOfJson(text) ?? text;
}

function stringsOfJson(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return stringsIn(value).join('\n');
}

/** After so many lines that are no JSON the rest is none either: a line that is none takes as long as many others. */
const mostBrokenLines = 100;

function jsonLinesText(text: string): string {
  const lines = text.split('\n');
  let broken = 0;
  for (let at = 0; at < lines.length && broken < mostBrokenLines; at += 1) {
    const line = lines[at] ?? '';
    const strings = stringsOfJson(line);
    if (strings === undefined) broken += 1;
    else lines[at] = strings;
  }
  return lines.join('\n');
}

function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  // A list of what is still to be looked at, as a file may be nested deeper than calls can be. The next one is last.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') strings.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const part of Object.values(next).reverse()) waiting.push(part);
  }
  return strings;
}

/** Reads plain formats as the port describes. */
export const plainTextReader: PlainTextReader = { limit: plainTextLimit, isPlain: hasPlainText, textOf: plainTextOf };
