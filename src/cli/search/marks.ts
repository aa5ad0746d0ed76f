import { folded } from '../tables/folded.ts';
import type { SearchOutcome } from './search-request.ts';

export type Mark = (text: string) => string;

const word = /[\p{L}\p{N}\p{M}\u00ad]+/gu;

/** The text with `mark` applied to each word that is to be marked. */
export const markWords = (text: string, isMarked: (word: string) => boolean, mark: Mark): string =>
  text.replaceAll(word, (one) => (isMarked(one) ? mark(one) : one));

// Servers fold ae, oe and ue to a, o and u, so words that differ only in these can match.
const rough = (text: string): string => folded(text).replaceAll(/(?<=[aou])e/g, '');

/** Highlights the words that the server reports as matched. Without explanations, highlights nothing. */
export function markOf({ explanations = [] }: SearchOutcome, mark: Mark): Mark {
  const matched = new Set<string>();
  for (const { parts } of explanations) for (const part of parts) matched.add(rough(part.found));
  if (matched.size === 0) return (text) => text;
  return (text) => markWords(text, (one) => matched.has(rough(one)), mark);
}
