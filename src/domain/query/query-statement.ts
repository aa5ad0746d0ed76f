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

/** Whether a search text matches everything: it is empty, or has only `*`. */
export const isAnything = (text: string): boolean => /^[\s*]*$/u.test(text);
