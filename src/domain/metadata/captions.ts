import { baseLanguage, languageTag, widerTags } from './language-tag.ts';
import { anyLanguage, type Captions } from './value-list.ts';

/** The languages to try, in order, if a caption is missing in the requested one. */
const fallbackLanguages = [anyLanguage, 'de', 'en'];

/** A tag with at most four subtags after the language, such as `zh-Hant-TW`. */
const localeForm = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i;

/**
 * The language of a `locale` header (`de_DE`, `en-GB`, `zh_Hant_TW`) as BCP 47: `de-DE`. Of a longer header, the language counts. A
 * header that is empty or not a language means German, which most schools with this API use.
 */
export function languageOf(locale: string | undefined): string {
  const tag = languageTag((locale ?? '').trim());
  if (localeForm.test(tag)) return tag;
  return /^[a-z]{2,3}(?=[_-])/i.exec(tag)?.[0].toLowerCase() ?? 'de';
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
  for (const tag of widerTags(language)) {
    const text = captions.get(tag);
    if (text !== undefined) return text;
  }
  for (const base of [baseLanguage(language), ...fallbackLanguages]) {
    const text = captionInBase(captions, base);
    if (text !== undefined) return text;
  }
  for (const text of captions.values()) return text;
  return undefined;
}
