import { baseLanguage } from './language-tag.ts';
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

/** The caption in the language without a region, or else in the first region of it. */
function captionInBase(captions: Captions, base: string): string | undefined {
  const text = captions.get(base);
  if (text !== undefined) return text;
  for (const [tag, regional] of captions) if (baseLanguage(tag) === base) return regional;
  return undefined;
}

/**
 * The caption in this language, or else without its region or in another region, or else in another language. Undefined if
 * there is none.
 */
export function captionIn(captions: Captions | undefined, language: string): string | undefined {
  if (captions === undefined) return undefined;
  const exact = captions.get(language);
  if (exact !== undefined) return exact;
  for (const base of [baseLanguage(language), ...fallbackLanguages]) {
    const text = captionInBase(captions, base);
    if (text !== undefined) return text;
  }
  for (const text of captions.values()) return text;
  return undefined;
}
