import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { clipped } from '../../base/clipped.ts';
import { nearestOf } from '../../base/nearest.ts';
import { placeholderMistakes } from '../../base/placeholders.ts';

/** A mistake in a template. */
interface TemplateMistake {
  /** `FILE:LINE:COLUMN`. */
  readonly location: string;
  readonly message: string;
}

const keys = ['subject', 'text', 'html'] as const;
type Key = (typeof keys)[number];

/** The texts of a template, with their placeholders. */
export type MailTemplateTexts = Readonly<Record<Key, string>>;

/** The texts, or all mistakes in the order of the file. */
export type MailTemplateResult =
  | { readonly texts: MailTemplateTexts }
  | { readonly mistakes: readonly [TemplateMistake, ...TemplateMistake[]] };

interface Mistake {
  readonly offset: number;
  readonly message: string;
}

/** In UTF-16 code units. */
const maxLength = 200_000;

const isKey = (name: unknown): name is Key => keys.some((key) => key === name);

function nthIndexOf(text: string, part: string, count: number): number {
  let index = -1;
  for (let number = 0; number <= count; number += 1) {
    index = text.indexOf(part, index + 1);
    if (index < 0) return -1;
  }
  return index;
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/**
 * The offset in the file of a tag in a value. YAML may fold and indent the value, so that only the order of the tags is the same. The
 * offset of the value if it writes braces as escape sequences.
 */
function offsetInFile(file: string, [begin, end]: readonly [number, number], value: string, index: number): number {
  const source = file.slice(begin, end);
  if (countOf(source, '{{') !== countOf(value, '{{')) return begin;
  const offset = nthIndexOf(source, '{{', countOf(value.slice(0, index), '{{'));
  return offset < 0 ? begin : begin + offset;
}

interface ReadKey {
  readonly texts: Partial<Record<Key, string>>;
  readonly mistakes: Mistake[];
}

function readPair(
  pair: { readonly key: unknown; readonly value: unknown },
  file: string,
  names: readonly string[],
): ReadKey {
  const { key, value } = pair;
  const keyOffset = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
  const name: unknown = isScalar(key) ? key.value : undefined;
  if (!isKey(name)) {
    const nearest = nearestOf(keys, String(name));
    return {
      texts: {},
      mistakes: [
        {
          offset: keyOffset,
          message: `"${clipped(String(name), 60)}" is not a key of a template; the nearest one is ${nearest}`,
        },
      ],
    };
  }
  const wrong = (message: string): ReadKey => ({ texts: { [name]: '' }, mistakes: [{ offset: keyOffset, message }] });
  if (!isScalar(value) || typeof value.value !== 'string')
    return wrong(`${name} must be a text. If it begins with {{, put it in quotes`);
  const text = value.value;
  if (text.trim() === '') return wrong(`${name} is empty`);
  if (name === 'subject' && /[\r\n]/.test(text.trim())) return wrong('subject must be a single line');
  const [begin = keyOffset, end = keyOffset] = value.range ?? [];
  const known = Object.fromEntries(names.map((placeholder) => [placeholder, 'text' as const]));
  const mistakes = placeholderMistakes(text, known).map(({ index, message }) => ({
    offset: offsetInFile(file, [begin, end], text, index),
    message: `${name}: ${message.replace(/\.$/, '')}`,
  }));
  return { texts: { [name]: text }, mistakes };
}

function readKeys(document: Document, file: string, names: readonly string[]): ReadKey {
  if (!isMap(document.contents)) {
    return { texts: {}, mistakes: [{ offset: 0, message: 'it must consist of the keys subject, text and html' }] };
  }
  const read = document.contents.items.map((pair) => readPair(pair, file, names));
  const texts = Object.assign({}, ...read.map((part) => part.texts)) as ReadKey['texts'];
  const missing = keys.filter((key) => !(key in texts));
  const absent = missing.map((key) => ({ offset: 0, message: `the key ${key} is missing` }));
  return { texts, mistakes: [...absent, ...read.flatMap((part) => part.mistakes)] };
}

/** The parser reports that it nested too deeply as an error of the text. */
const explained = (message: string): string =>
  message.startsWith('Maximum call stack') ? 'it is nested too deeply' : message;

/** Reads a template. `names` are the placeholders that have values; `displayedName` is the file as messages name it. */
export function readMailTemplate(text: string, displayedName: string, names: readonly string[]): MailTemplateResult {
  const lines = new LineCounter();
  const locate = ({ offset, message }: Mistake): TemplateMistake => {
    const { line, col } = lines.linePos(offset);
    return { location: `${displayedName}:${line}:${col}`, message };
  };
  if (text.length > maxLength) {
    return { mistakes: [{ location: displayedName, message: `it has more than ${maxLength} characters. Shorten it` }] };
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  // Further errors are mostly consequences of the first.
  const syntax = document.errors
    .slice(0, 1)
    .map(({ pos, message }) => ({ offset: pos[0], message: explained(message) }));
  const { texts, mistakes } = syntax.length > 0 ? { texts: {}, mistakes: syntax } : readKeys(document, text, names);
  const [first, ...rest] = mistakes.map(locate);
  if (first !== undefined) return { mistakes: [first, ...rest] };
  const { subject = '', text: plain = '', html = '' }: Partial<MailTemplateTexts> = texts;
  return { texts: { subject, text: plain, html } };
}
