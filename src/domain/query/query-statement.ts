/** Where a value goes in a statement. */
const place = '${value}';

const meaningful = /[\p{P}\p{S}\s]/gu;
const operator = /^(?:AND|OR|NOT|TO)$/;

/**
 * A value as it stands in a query, where nothing in it means anything but itself: whatever the notation could read as a sign
 * or a gap has a backslash in front of it, and so has the first letter of an operator.
 */
export const escapedValue = (value: string): string =>
  operator.test(value) ? `\\${value}` : value.replace(meaningful, '\\$&');

/** Whether a statement says something of the value, and not only that there is one. */
export const usesValue = (statement: string): boolean => statement.includes(place);

/** The query that a statement makes of a value: `${value}` is the value, escaped unless told otherwise. */
export const filledStatement = (statement: string, value: string, escaped = true): string =>
  statement.split(place).join(escaped ? escapedValue(value) : value);

/** The statement of a criterion that has none: its property has the value. Names without a namespace stand for words. */
export const defaultStatement = (property: string): string =>
  property.includes(':') ? `@${escapedValue(property)}:"${place}"` : `WORDS:"${place}"`;

/** What somebody typed: words, and texts in quotation marks, which are looked for as they stand. */
export interface TypedText {
  readonly words: readonly string[];
  readonly phrases: readonly string[];
}

const typed = /"(?<phrase>[^"]*)"|(?<word>[^\s"]+)/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether a text has anything that is looked for in words. */
export const hasTypedText = (text: string): boolean => letterOrDigit.test(text);

/**
 * Takes apart what somebody typed. A quotation mark that is never closed is one of inches; what has no letter or digit is left
 * aside.
 */
export function typedTextOf(text: string): TypedText {
  const words: string[] = [];
  const phrases: string[] = [];
  for (const { groups } of text.matchAll(typed)) {
    const { phrase, word } = groups ?? {};
    if (phrase !== undefined && hasTypedText(phrase)) phrases.push(phrase.trim());
    if (word !== undefined && hasTypedText(word)) words.push(word);
  }
  return { words, phrases };
}

/** Whether somebody typed nothing that keeps anything out: no letter at all, or the sign for any letters. */
export const isAnything = (text: string): boolean => /^[\s*]*$/u.test(text);
