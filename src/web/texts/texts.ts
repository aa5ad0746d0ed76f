import type { Language } from '../visit/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export type TextKey = keyof typeof de;

type PluralKey<K> = K extends `${infer Name}.one` ? Name : never;

/** The texts and formats of one language. */
export interface Texts {
  readonly language: Language;
  /** For the captions of metadata sets. */
  readonly locale: string;
  /** The text of a key, with values for its placeholders such as `{name}`. */
  of(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** The text for a number, which is its placeholder `{count}`. */
  count(key: PluralKey<TextKey>, count: number): string;
  /** A text of the program for a name that is known only at run time; the fallback if there is none. */
  named(key: string, fallback: string): string;
  number(value: number): string;
  /** A size in bytes, such as "1.2 MB". */
  size(bytes: number): string;
  date(text: string): string;
  time(text: string): string;
}

const locales = { de: 'de-DE', en: 'en-GB' } as const;

const tables: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { de, en };

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function unitOf(bytes: number): { readonly value: number; readonly unit: string } {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return { value: bytes / 1000 ** step, unit: units[step] ?? 'B' };
}

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/** A time as the interface returns it: in ISO 8601, or in properties also in milliseconds since 1970. Other texts stay. */
function formatted(format: Intl.DateTimeFormat, text: string): string {
  const date = new Date(/^-?\d+$/.test(text) ? Number(text) : text);
  return Number.isNaN(date.getTime()) ? text : format.format(date);
}

function textsIn(language: Language): Texts {
  const table = tables[language];
  const locale = locales[language];
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const plurals = new Intl.PluralRules(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    language,
    locale: locale.replace('-', '_'),
    of: (key, values = {}) => filled(table[key], values),
    count(key, count) {
      const form = plurals.select(count) === 'one' ? 'one' : 'other';
      return filled(table[`${key}.${form}` as TextKey], { count: numbers.format(count) });
    },
    named: (key, fallback) => (Object.hasOwn(table, key) ? table[key as TextKey] : fallback),
    number: (value) => numbers.format(value),
    size(bytes) {
      const { value, unit } = unitOf(bytes);
      return `${numbers.format(value)} ${unit}`;
    },
    date: (text) => formatted(dates, text),
    time: (text) => formatted(times, text),
  };
}

const made = new Map<Language, Texts>();

/** The texts of a language. They are made once, because formats are slow to make. */
export function createTexts(language: Language): Texts {
  const texts = made.get(language) ?? textsIn(language);
  made.set(language, texts);
  return texts;
}
