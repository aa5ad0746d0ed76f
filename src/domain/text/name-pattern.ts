import { foldedForms } from './folding.ts';

/** Whether at least one of these texts matches the pattern. */
export type NameMatch = (...texts: readonly string[]) => boolean;

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const index = text.indexOf(part, from);
    if (index < 0) return false;
    from = index + part.length;
  }
  return true;
}

/**
 * Returns a function that searches texts for a pattern, at any position. Case, accents and transcribed umlauts (`ae`) make
 * no difference. `*` matches any characters. A pattern that is empty or only has `*` matches every text.
 */
export function nameMatch(pattern: string): NameMatch {
  const parts = pattern.split('*').filter((part) => part !== '');
  if (parts.length === 0) return () => true;
  // Each folded form is searched for in the same form of the text: a pattern may start in the middle of a transcribed umlaut.
  const forms = parts.map(foldedForms);
  const partsByForm = [0, 1].map((form) => forms.map((texts) => texts[form] ?? ''));
  return (...texts) =>
    texts.some((text) => foldedForms(text).some((folded, form) => containsInOrder(folded, partsByForm[form] ?? [])));
}
