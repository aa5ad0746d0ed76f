export const languages = ['de', 'en'] as const;

export type Language = (typeof languages)[number];

export const languageCookie = 'edu-repo-language';

export const isLanguage = (text: string | undefined): text is Language => languages.some((each) => each === text);

interface Preference {
  readonly language: string;
  readonly weight: number;
}

function preferenceOf(part: string): Preference {
  const [range = '', ...parameters] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { language: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}

/** The language that the visitor has chosen, or that the browser prefers (`Accept-Language`); English otherwise. */
export function languageOf(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  const preferences = (accepted ?? '').slice(0, 500).split(',').map(preferenceOf);
  const best = preferences
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.language;
  return isLanguage(best) ? best : 'en';
}
