/** The part of a statement that the value replaces. */
const placeholder = '${value}';

const syntaxCharacter = /[\p{P}\p{S}\s]/gu;
const operator = /^(?:AND|OR|NOT|TO)$/;

/**
 * A value escaped for a query, so that it matches literally. Every character with a meaning in the query syntax gets a
 * backslash, and so does the first letter of an operator.
 */
export const escapedValue = (value: string): string =>
  operator.test(value) ? `\\${value}` : value.replace(syntaxCharacter, '\\$&');

/** Whether the statement contains the value. Otherwise the statement is the same for every value. */
export const usesValue = (statement: string): boolean => statement.includes(placeholder);

/** The statement with `${value}` replaced by the value, which is escaped by default. */
export const filledStatement = (statement: string, value: string, escaped = true): string =>
  statement.split(placeholder).join(escaped ? escapedValue(value) : value);

/**
 * The statement for a criterion that has none: the property must have the value. A name without a namespace searches
 * for words.
 */
export const defaultStatement = (property: string): string =>
  property.includes(':') ? `@${escapedValue(property)}:"${placeholder}"` : `WORDS:"${placeholder}"`;

/** A search text as a user typed it. Phrases were in quotation marks and match exactly. */
export interface TypedText {
  readonly words: readonly string[];
  readonly phrases: readonly string[];
}

/** Office programs and phones write these in place of `"`. */
const typographicMarks = /[„“”«»]/gu;
const wordOrPhrase = /"(?<phrase>[^"]*)"|(?<word>[^\s"]+)/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether a text has a letter or a digit to search for. */
export const hasTypedText = (text: string): boolean => letterOrDigit.test(text);

/**
 * Splits a search text into words and phrases. An unclosed quotation mark is ignored: it may mean inches. So are parts
 * without a letter or a digit.
 */
export function typedTextOf(text: string): TypedText {
  const words: string[] = [];
  const phrases: string[] = [];
  for (const { groups } of text.replaceAll(typographicMarks, '"').matchAll(wordOrPhrase)) {
    const { phrase, word } = groups ?? {};
    if (phrase !== undefined && hasTypedText(phrase)) phrases.push(phrase.trim());
    if (word !== undefined && hasTypedText(word)) words.push(word);
  }
  return { words, phrases };
}

/** Whether a search text matches everything: it is empty, or has only `*`. */
export const isAnything = (text: string): boolean => /^[\s*]*$/u.test(text);
