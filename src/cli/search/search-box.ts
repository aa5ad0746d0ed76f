import { InvalidArgumentError } from 'commander';
import { wallClock } from '../print/wall-clock.ts';

/** Kinds of files, as the search box of a server names them after `typ:`. */
export const fileKinds = 'pdf, word, excel, powerpoint, video, audio, image, text, h5p, package, link or folder';

/** Options that limit a search by words. */
export interface BoxFlags {
  readonly type?: string;
  readonly author?: string;
  readonly licence?: string;
  readonly since?: string;
}

/** Reads a number of hits. Throws for another text. */
export function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

const day = 24 * 60 * 60 * 1000;
const daysOf: ReadonlyMap<string, number> = new Map([
  ['d', 1],
  ['w', 7],
  ['m', 30],
  ['y', 365],
]);

/** Reads a date, or a time span such as `7d` before now, as a date (YYYY-MM-DD). Throws for another text. */
export function readSince(text: string): string {
  const [, count, unit = ''] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  const days = Number(count) * (daysOf.get(unit) ?? Number.NaN);
  if (!Number.isNaN(days)) return new Date(wallClock() - days * day).toISOString().slice(0, 10);
  if (/^\d{4}(?:-\d{2}){0,2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Write a time span such as 7d, 2w, 3m or 1y, or a date such as 2026-09-01.');
}

/** Words as one types them into a search box, with the conditions of these options. */
export function boxText(words: readonly string[], { type, author, licence, since }: BoxFlags): string {
  const conditions = Object.entries({ type, author, licence, since }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:"${value.replaceAll('"', ' ')}"`],
  );
  return [...words, ...conditions].join(' ');
}

/** The words of a text that `boxText` made, without the conditions of options, which no one typed. */
export const typedWords = (text: string): string => text.replace(/(?: (?:type|author|licence|since):"[^"]*")+$/, '');
