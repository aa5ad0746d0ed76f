import { folded } from '../class-list/folded.ts';
import type { SearchOutcome } from './search-request.ts';

/** Marks the words in a text for which it was found. */
export type Mark = (text: string) => string;

const word = /[\p{L}\p{N}\p{M}]+/gu;

// Servers fold ae, oe and ue to a, o and u as well; what is compared here has to be rougher than what they do.
const rough = (text: string): string => folded(text).replaceAll(/(?<=[aou])e/g, '');

/** What was found for the words of a query, as the server explains it. Without explanations nothing is marked. */
export function markOf({ explanations = [] }: SearchOutcome, marked: (word: string) => string): Mark {
  const matched = new Set<string>();
  for (const { parts } of explanations) for (const part of parts) matched.add(rough(part.found));
  if (matched.size === 0) return (text) => text;
  return (text) => text.replaceAll(word, (one) => (matched.has(rough(one)) ? marked(one) : one));
}
