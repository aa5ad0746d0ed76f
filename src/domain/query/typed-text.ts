import { wordsOf } from '../text/folding.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { timeSpanIn } from '../text/value-parsing.ts';
import { queryOfFileKind } from './file-kind.ts';
import { everything, inNameOrTitle, joinedQuery, negated, nothing, type Query } from './query.ts';

/** The parts of a search text as typed into a search box. */
export interface TypedText {
  /** What is searched for, any of them. */
  readonly words: readonly string[];
  /** What was in quotation marks and matches exactly, such as a title. */
  readonly phrases: readonly string[];
  /** What hits must not have: `-word`, `-"some words"`, or after other words `ohne Wort`, `ohne Klasse 9` and `without word`. */
  readonly excluded: readonly string[];
  /** What hits must match: `typ:pdf`, `lizenz:cc-by`, `autor:Name`, `seit:2026-09`. */
  readonly conditions: readonly Query[];
}

/** Office programs and phones write these in place of `"`. */
const typographicMarks = /[„“”«»]/gu;
const part = /(?<sign>(?<![^\s])-)?(?:(?<field>\p{L}+):)?(?:"(?<phrase>[^"]*)"|(?<word>[^\s"]+))/gu;
/** What excludes the word behind it. */
const excludingWords: ReadonlySet<string> = new Set(['ohne', 'without']);
/** A number that belongs to the word before it, such as a grade. */
const shortNumber = /^\d{1,2}\p{L}?$/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether a text has a letter or a digit to search for. */
export const hasTypedText = (text: string): boolean => letterOrDigit.test(text);

/**
 * Splits a search text. An unclosed quotation mark is ignored: it may mean inches. So are parts without a letter or a digit. A
 * condition whose field or value is unknown is searched for as words.
 */
export function typedTextOf(text: string): TypedText {
  const words: string[] = [];
  const phrases: string[] = [];
  const excluded: string[] = [];
  const conditions: Query[] = [];
  // After a word that excludes the next one, or after the one that it excludes.
  let after: 'without' | 'excluded' | undefined;
  for (const match of text.replaceAll(typographicMarks, '"').matchAll(part)) {
    const { sign, field, phrase, word } = match.groups ?? {};
    const value = (phrase ?? word ?? '').trim();
    if (!hasTypedText(value)) continue;
    const before = after;
    after = undefined;
    const condition = field === undefined ? undefined : conditionOf(field, value);
    if (condition !== undefined) conditions.push(sign === undefined ? condition : negated(condition));
    else if (sign !== undefined) excluded.push(value);
    else if (before === 'without') {
      excluded.push(value);
      after = 'excluded';
    } else if (before === 'excluded' && shortNumber.test(value)) excluded.push(`${excluded.pop()} ${value}`);
    else if (phrase !== undefined) phrases.push(value);
    else if (excludingWords.has(value.toLowerCase()) && words.length + phrases.length > 0) after = 'without';
    else words.push(field === undefined ? value : `${field}:${value}`);
  }
  return { words, phrases, excluded, conditions };
}

/** The key of a licence as people write it: `CC_BY_SA` for `cc-by-sa`, `by-sa` and `CC BY-SA 4.0`, `CC_0` for `CC0`. */
const licenceKey = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^BY(?=_|$)/, 'CC_BY')
    .replace(/^CC(?=\d)/, 'CC_')
    .replace(/(?<=^CC_BY\w*)_\d(?:_\d)?(?:_DE)?$/, '');

const authorFields: readonly string[] = ['ccm:author_freetext', 'ccm:lifecyclecontributer_author', 'cm:creator'];

/** The query of a condition such as `typ:pdf`; undefined if there is no such condition. */
function conditionOf(field: string, value: string): Query | undefined {
  switch (field.toLowerCase()) {
    case 'typ':
    case 'type':
      return queryOfFileKind(value);
    case 'lizenz':
    case 'licence':
    case 'license':
      return { kind: 'value', field: 'ccm:commonlicense_key', value: licenceKey(value) };
    case 'autor':
    case 'author':
    case 'person':
      return {
        kind: 'any',
        of: authorFields.map((name): Query => ({ kind: 'words', field: name, text: value, match: 'exact' })),
      };
    case 'seit':
    case 'since': {
      const start = timeSpanIn(value)?.start;
      if (start === undefined) return undefined;
      return { kind: 'range', as: 'date', field: 'cm:modified', from: start, includeFrom: true, includeTo: true };
    }
    default:
      return undefined;
  }
}

/** What a function word counts beside the words of the topic. */
const functionWordFactor = 0.05;

/** What the kind of a file counts for a word that names it, such as the word presentation. */
const fileKindFactor = 0.5;

/** What a short number counts wherever it is: a text has numbers of pages, slides and tasks. */
const numberFactor = 0.4;

/** A short number, such as a grade, counts mostly in the names and titles of files and folders. */
function mostlyInNames(word: string, query: Query): Query {
  if (!shortNumber.test(word)) return query;
  const named = inNameOrTitle(word, 'loose').map(
    (one): Query => ({ kind: 'boosted', query: one, factor: 1 - numberFactor }),
  );
  return { kind: 'any', of: [{ kind: 'boosted', query, factor: numberFactor }, ...named] };
}

/** A word that names a kind of files is matched by the word, or by a file of the kind. */
function orFilesOfKind(word: string, query: Query): Query {
  const kind = queryOfFileKind(word);
  return kind === undefined
    ? query
    : { kind: 'any', of: [query, { kind: 'boosted', query: kind, factor: fileKindFactor }] };
}

/**
 * Any of the parts, best those with all. Function words only change the order, unless there is nothing else. `queryOf` makes the
 * query of a part.
 */
export function bestMatchOf(
  words: readonly string[],
  phrases: readonly string[],
  queryOf: (part: string) => Query,
): Query {
  const topics = words.filter((word) => !isFunctionWord(word));
  const needed = topics.length + phrases.length > 0 ? topics : words;
  if (needed.length + phrases.length === 0) return nothing;
  const ofWord =
    needed.length + phrases.length > 1
      ? (word: string) => orFilesOfKind(word, mostlyInNames(word, queryOf(word)))
      : queryOf;
  const query: Query = { kind: 'bestMatch', of: [...needed.map(ofWord), ...phrases.map(queryOf)] };
  if (needed === words || needed.length === words.length) return query;
  const preferred = words
    .filter((word) => !needed.includes(word))
    .map((word): Query => ({ kind: 'boosted', query: queryOf(word), factor: functionWordFactor }));
  return { kind: 'preferring', query, preferred };
}

/** What a word or phrase excludes: what has it, lies in a folder with it, or is a file of the kind that it names. */
function excludedBy(text: string): Query {
  const words = wordsOf(text);
  const said: Query =
    words.length > 1
      ? { kind: 'phrase', field: undefined, words }
      : { kind: 'words', field: undefined, text, match: 'stem' };
  return { kind: 'bestMatch', of: [said, ...[queryOfFileKind(text) ?? []].flat()] };
}

/** Limits a query to what has none of the excluded words, and matches all conditions. Without a query, everything is limited. */
export function limitedQuery(query: Query | undefined, { excluded, conditions }: TypedText): Query {
  const absent = excluded.map((text): Query => negated(excludedBy(text)));
  return joinedQuery('all', [query ?? everything, ...conditions, ...absent]);
}
