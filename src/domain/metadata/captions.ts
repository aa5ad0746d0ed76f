import { anyLanguage, type Captions } from './value-list.ts';

/** Where the language asked for is missing, these are shown, the first that is there. */
const fallbacks = [anyLanguage, 'de', 'en'];

/**
 * The language that a `locale` header asks for (`de_DE`, `en-GB`; compatibility 6), as BCP 47: `de-DE`. What is no
 * language, such as an empty header, asks for German, which most schools with this interface speak.
 */
export function languageOf(locale: string | undefined): string {
  const [language = '', region = ''] = (locale ?? '').trim().split(/[_-]/, 2);
  if (!/^[a-z]{2,3}$/i.test(language)) return 'de';
  return /^[a-z]{2}$/i.test(region) ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase();
}

/** The text in this language; else in the language without its region, else in another one; undefined where there is none. */
export function captionIn(captions: Captions | undefined, language: string): string | undefined {
  if (captions === undefined) return undefined;
  const [base = language] = language.split('-');
  for (const known of [language, base, ...fallbacks]) {
    const text = captions.get(known);
    if (text !== undefined) return text;
  }
  for (const text of captions.values()) return text;
  return undefined;
}
