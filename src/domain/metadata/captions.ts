import { anyLanguage, type Captions } from './value-list.ts';

/** The languages to try, in order, if a caption is missing in the requested one. */
const fallbackLanguages = [anyLanguage, 'de', 'en'];

/**
 * The language of a `locale` header (`de_DE`, `en-GB`) as BCP 47: `de-DE`. A header that is empty or not a language
 * means German, which most schools with this API use.
 */
export function languageOf(locale: string | undefined): string {
  const [language = '', region = ''] = (locale ?? '').trim().split(/[_-]/, 2);
  if (!/^[a-z]{2,3}$/i.test(language)) return 'de';
  return /^[a-z]{2}$/i.test(region) ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase();
}

/** The caption in this language, or else without its region, or else in another language. Undefined if there is none. */
export function captionIn(captions: Captions | undefined, language: string): string | undefined {
  if (captions === undefined) return undefined;
  const [base = language] = language.split('-');
  for (const candidate of [language, base, ...fallbackLanguages]) {
    const text = captions.get(candidate);
    if (text !== undefined) return text;
  }
  for (const text of captions.values()) return text;
  return undefined;
}
