import { normalized } from '../../base/normalized.ts';

/** Normalizes an extracted text: composed letters, single spaces and line breaks, no control characters. */
export function normalizeText(text: string): string {
  const clean = text
    .toWellFormed()
    // PDF readers mark a word that is hyphenated at the end of a line with a special character.
    .replace(/[\u00ad\ufffe](?:\r?\n)?/g, '')
    .replace(/(?:(?![\t\n\r])[\p{Cc}\ufeff\uffff])+/gu, ' ')
    .replace(/[^\S\n\r]+/g, ' ')
    .replace(/ ?(?:[\n\r] ?)+/g, '\n')
    .trim();
  return normalized(clean, 'NFC');
}
