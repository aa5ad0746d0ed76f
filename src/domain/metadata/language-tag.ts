/** The case of a subtag by its length (RFC 5646, section 2.1.1): `de`, `Hans`, `DE`; lower case in private subtags. */
function subtag(text: string, index: number, isPrivate: boolean): string {
  const lower = text.toLowerCase();
  if (index === 0 || isPrivate) return lower;
  if (lower.length === 2) return lower.toUpperCase();
  return lower.length === 4 && /^[a-z]+$/.test(lower) ? lower.charAt(0).toUpperCase() + lower.slice(1) : lower;
}

const form = /^[a-z]{2,8}(?:[-_][a-z0-9]{1,8})*$/i;

/**
 * A language tag (BCP 47) in its usual spelling: `de-DE` for `de-de`, `DE_de` and `de_DE`. Tags differ in case without another
 * meaning, so compare only tags in this spelling. A text that is no tag does not change.
 */
export function languageTag(text: string): string {
  if (!form.test(text)) return text;
  const parts = text.replaceAll('_', '-').split('-');
  const singleton = parts.findIndex((part, index) => index > 0 && part.length === 1);
  return parts.map((part, index) => subtag(part, index, singleton !== -1 && index > singleton)).join('-');
}

/** The language of a tag without region and script: `de` for `de-AT`. */
export const baseLanguage = (tag: string): string => tag.split('-', 1)[0] ?? tag;

/** The tag, and the tags without its last subtags (RFC 4647, 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`. */
export const widerTags = (tag: string): string[] =>
  tag.split('-').map((_, index, parts) => parts.slice(0, parts.length - index).join('-'));
