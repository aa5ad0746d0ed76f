import { folded } from '../tables/folded.ts';
import type { SearchOutcome } from './search-request.ts';

export type Mark = (text: string) => string;

const word = /[\p{L}\p{N}\p{M}]+/gu;

// Servers fold ae, oe and ue to a, o and u, so words that differ only in these can match.
const rough = (text: string): string => folded(text).replaceAll(/(?<=[aou])e/g, '');

/** Highlights the words that the server reports as matched. Without explanations, highlights nothing. */
export function markOf({ explanations = [] }: SearchOutcome, marked: (word: string) => string): Mark {
  const matched = new Set<string>();
  for (const { parts } of explanations) for (const part of parts) matched.add(rough(part.found));
  if (matched.size === 0) return (text) => text;
  return (text) => text.replaceAll(word, (one) => (matched.has(rough(one)) ? marked(one) : one));
}
